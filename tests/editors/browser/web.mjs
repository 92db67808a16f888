// Uses the page of `referee web` like a student: `node web.mjs ADDRESS INPUT PICTURES` pastes a
// text, agrees to the look-up, reads the verdicts, switches the language, downloads, and opens the
// clinical tab. INPUT is a JSON file with the texts. It prints its observations as JSON, and writes
// screenshots into the folder PICTURES.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { launch } from "./chromium.mjs";

const [address, input, pictures] = process.argv.slice(2);
const { draft, note, conversation, bibliography } = JSON.parse(fs.readFileSync(input, "utf8"));
const axeFolder = path.join(process.env.EDITOR_TEST_TOOLS, "axe/node_modules/axe-core");
const axe = fs.existsSync(axeFolder) ? createRequire(import.meta.url).resolve(path.join(axeFolder, "axe.min.js")) : null;
const browser = await launch();
const told = { complaints: [], foreign: [], axe: axe ? [] : null, beyondTheEdge: {} };
try {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, locale: "en-GB", colorScheme: "light" });
  const page = await context.newPage();
  // A request that is cancelled on purpose also logs a line to the console.
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && !/net::ERR_FAILED/.test(message.text()) && told.complaints.push(message.text()));
  page.on("pageerror", (error) => told.complaints.push(String(error)));
  page.on("request", (request) => request.url().startsWith(address) || /^(data|blob):/.test(request.url()) || told.foreign.push(request.url()));
  await page.goto(address);

  const panel = page.getByRole("tabpanel");
  const picture = (name) => page.screenshot({ path: path.join(pictures, `web-${name}.png`), fullPage: true });
  /** Records the serious axe-core violations of the current view. */
  async function inspect(what) {
    if (!axe) return;
    if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(fs.readFileSync(axe, "utf8"));
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
    told.axe.push(...serious.map(({ id, nodes }) => ({ what, id, nodes: nodes.map(({ html }) => html) })));
  }
  /** Records how many pixels the page overflows a phone with a width of 360 pixels. */
  async function onPhone(name) {
    await page.setViewportSize({ width: 360, height: 800 });
    told.beyondTheEdge[name] = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await picture(`${name}-phone`);
    await page.setViewportSize({ width: 1200, height: 900 });
  }
  /** Returns the labels of the verdicts, by the key of the reference. */
  const verdicts = () =>
    panel.locator("article").evaluateAll((all) => Object.fromEntries(all.map((one) => [one.querySelector("h3").innerText, one.querySelector(".badge")?.innerText.replace(/^\W+/, "")])));
  async function download(name) {
    const [got] = await Promise.all([page.waitForEvent("download"), panel.getByRole("button", { name }).click()]);
    return { name: got.suggestedFilename(), text: fs.readFileSync(await got.path(), "utf8") };
  }

  await inspect("start");
  await picture("start");
  await onPhone("start");

  // Use only the keyboard: the text, the check, the question.
  await panel.getByRole("textbox", { name: "Your text or your references" }).focus();
  await page.keyboard.insertText(draft);
  await page.keyboard.press("Tab");
  told.focusAfterText = await page.evaluate(() => document.activeElement.innerText);
  await page.keyboard.press("Enter");
  const question = panel.getByRole("region", { name: "May these references be looked up online?" });
  await question.waitFor();
  told.focusAtQuestion = await page.evaluate(() => document.activeElement.innerText);
  told.question = await question.innerText();
  await inspect("question");
  await picture("question");
  await onPhone("question");
  await question.getByRole("button", { name: "Look up online" }).focus();
  await page.keyboard.press("Enter");
  await panel.getByRole("button", { name: /^Download .*\.bib$/ }).waitFor();
  await question.waitFor({ state: "detached" });
  told.verdicts = await verdicts();
  told.status = await panel.getByRole("status").innerText();
  told.text = await panel.innerText();
  await inspect("results");
  await picture("results");
  await onPhone("results");

  await page.getByRole("button", { name: "Español" }).click();
  told.language = await page.evaluate(() => document.documentElement.lang);
  told.spanish = await verdicts();
  told.kept = await panel.getByRole("textbox").inputValue();
  await inspect("Spanish");
  await picture("results-spanish");
  told.bib = await download(/^Descargar .*\.bib( corregido)?$/);
  told.report = await download("Descargar informe (HTML)");
  await page.getByRole("button", { name: "English" }).click();

  // Drop a file in place of the text, which must still be there afterwards; a drop outside the box
  // must not change the page.
  const dragged = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "refs.bib"));
    return transfer;
  }, bibliography);
  told.staysOnPage = await page.evaluate((dataTransfer) => {
    const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
    return !document.body.dispatchEvent(drop);
  }, dragged);
  await panel.getByRole("textbox").dispatchEvent("drop", { dataTransfer: dragged });
  await panel.getByRole("button", { name: "Check references" }).click();
  await panel.getByRole("heading", { name: "Results for refs.bib" }).waitFor();
  told.corrected = await download("Download corrected .bib");
  told.ofFile = await panel.innerText();
  await panel.getByRole("button", { name: "Remove the file" }).click();
  told.keptAfterFile = await panel.getByRole("textbox").inputValue();

  // An unreadable file gives an error, and no input is lost.
  await panel.locator("input[type=file]").setInputFiles({ name: "paper.docx", mimeType: "", buffer: Buffer.from("no archive") });
  await panel.getByRole("button", { name: "Check references" }).click();
  told.broken = await panel.getByRole("alert").innerText();
  await inspect("error");
  await picture("error");
  await panel.locator("input[type=file]").setInputFiles({ name: "empty.pdf", mimeType: "", buffer: Buffer.alloc(0) });
  await panel.getByRole("button", { name: "Check references" }).click();
  told.empty = await panel.getByRole("alert").innerText();
  await panel.locator("input[type=file]").setInputFiles({ name: "large.md", mimeType: "", buffer: Buffer.alloc(40 << 20, 97) });
  await panel.getByRole("button", { name: "Check references" }).click();
  told.large = await panel.getByRole("alert").innerText();
  await panel.getByRole("button", { name: "Remove the file" }).click();

  // Send a LaTeX file together with its bibliography.
  await panel.locator("input[type=file]").setInputFiles([
    { name: "main.tex", mimeType: "", buffer: Buffer.from("\\documentclass{article}\n\\begin{document}\nA claim \\cite{wrong}.\n\\bibliography{refs}\n\\end{document}\n") },
    { name: "refs.bib", mimeType: "", buffer: Buffer.from(bibliography) },
  ]);
  await panel.getByRole("button", { name: "Check references" }).click();
  await panel.getByRole("heading", { name: "Results for main.tex, refs.bib" }).waitFor();
  told.together = await verdicts();
  await panel.getByRole("button", { name: "Remove the file" }).click();

  // Cancel a long check; report a program that has ended.
  await page.route(/check\?/, (route) => setTimeout(() => route.continue().catch(() => {}), 3_000));
  await panel.getByRole("button", { name: "Check references" }).click();
  await inspect("progress");
  await picture("progress");
  await panel.getByRole("button", { name: "Cancel" }).click();
  told.cancelled = await panel.getByRole("status").innerText();
  await page.unroute(/check\?/);
  await page.route(/check\?/, (route) => route.abort());
  await panel.getByRole("button", { name: "Check references" }).click();
  told.gone = await panel.getByRole("alert").innerText();
  told.keptAtLast = await panel.getByRole("textbox").inputValue();
  await page.unroute(/check\?/);

  await page.getByRole("tab", { name: "References" }).focus();
  await page.keyboard.press("ArrowRight");
  told.tab = await page.evaluate(() => document.activeElement.innerText);
  await panel.getByRole("textbox", { name: "Your note" }).fill(note);
  await panel.getByRole("button", { name: "Check note" }).click();
  await panel.getByRole("heading", { name: "What was found in the note" }).waitFor();
  told.note = await panel.innerText();
  await inspect("note");
  await picture("note");
  await onPhone("note");
  await panel.getByText("The conversation or an earlier note").click();
  await panel.getByRole("textbox", { name: "The conversation or an earlier note" }).fill(conversation);
  await panel.getByRole("button", { name: "Check note" }).click();
  await panel.getByRole("heading", { name: "What differs from the conversation" }).waitFor();
  told.compared = await panel.innerText();
  await inspect("compared");
  await picture("compared");
  await onPhone("compared");
  await page.emulateMedia({ colorScheme: "dark" });
  await inspect("note, dark");
  await picture("note-dark");
  await page.getByRole("tab", { name: "References" }).click();
  await panel.getByRole("button", { name: "Check references" }).click();
  await panel.getByRole("button", { name: /^Download .*\.bib$/ }).waitFor();
  await inspect("results, dark");
  await picture("results-dark");
  console.log(JSON.stringify(told));
} finally {
  await browser.close();
}
