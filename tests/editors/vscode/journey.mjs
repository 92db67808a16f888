// The features that an author sees and uses: squiggles, card, completion, fix, undo, the views, the
// picker, a report.
import fs from "node:fs";
import path from "node:path";
import { hands } from "./hands.mjs";
import { hears } from "./spoken.mjs";
import { inEveryTheme } from "./themes.mjs";
import { inWorkbench, log, pause, until } from "./workbench.mjs";
import { serveZotero } from "./zotero.mjs";

const folder = process.env.EDITOR_TEST_FOLDER;
const settings = { "editor.fontSize": 13, "editor.hover.delay": 100 };
const read = (name) => fs.readFileSync(path.join(folder, name), "utf8");

const zotero = await serveZotero();
await inWorkbench(
  {
    folder,
    open: "paper.md",
    extensions: [process.env.EDITOR_TEST_VSIX],
    settings,
    environment: { REFEREE_SOURCES__ZOTERO__BASE_URL: zotero.address },
  },
  async (page, change) => {
    const { answer, choices, command, count, find, fixes, message, press, quietly, shot, toText, type } = hands(page);
    /** Saves, and waits until the file is as wanted. */
    const saved = async (what, wanted, name = "paper.md") => {
      await press("Control+s");
      await until(what, () => wanted(read(name)));
    };
    /** Undoes one step. If it changed two files, the editor asks, and both are restored. */
    const undone = async (wanted, bibliography) => {
      // Text undone during a save counts as saved in the workbench, and stays on disk.
      await until("everything to be saved", async () => (await count(".tab.dirty")) === 0);
      await toText();
      await press("Control+z");
      const both = page.locator(".monaco-dialog-box .monaco-button", { hasText: "Undo in" });
      await until("the text and the bibliography as they were", async () => {
        if (await both.count()) await both.first().click();
        await press("Control+Alt+s");
        await pause(200);
        return read("paper.md") === wanted && read("refs.bib") === bibliography;
      });
    };
    const references = page.locator(".pane", { hasText: "References" });
    const evidence = page.locator(".pane", { hasText: "Evidence" });

    await page.waitForSelector(".monaco-editor .view-lines");
    await until("a red squiggle", () => count(".squiggly-error"));
    log("the squiggle is shown; the program is the one in the package");

    // The question before anything leaves: which hosts, what kind of data.
    const question = await message("Look up");
    for (const told of ["eutils.ncbi.nlm.nih.gov", "api.crossref.org", "never your text"]) {
      if (!question.includes(told)) throw new Error(`the question does not say ${told}: ${question}`);
    }
    await shot("consent");
    await answer("Look up", "Not now");
    log("it asks before anything leaves");

    await until("the counts", async () => {
      const text = await page.locator("#referee-lsp\\.referee\\.referee\\.status, [id*='referee.status']").allInnerTexts();
      return /\d/.test(text.join(" "));
    });
    // The deferred question remains visible, and a click asks again.
    const offer = /Look up \d+ references? online/;
    await until("the offer in the status bar", async () => offer.test(await page.locator("[id*='referee.status']").first().innerText()));
    await page.locator("[id*='referee.status']").first().click();
    await answer("Look up", "Not now");
    await page.locator(".activitybar .action-label[aria-label='referee']").first().click();
    await until("the verdicts", () => count("text=/Points to another work \\(1\\)/"));
    await until("the offer above the references", () => references.locator(".monaco-list-row", { hasText: offer }).count());
    // The tooltip of the clicked icon would cover the list.
    await page.mouse.move(800, 500);
    await until("the name of the icon to go", async () => (await page.locator(".monaco-hover:visible").count()) === 0);
    await shot("references");
    log("the references are listed by verdict, with the offer to look them up");

    // Show everything side by side in each kind of theme: problems, card, references, status.
    await command("Problems: Focus on Problems View");
    await find("owen2000");
    await press("Control+k");
    await press("Control+i");
    const parts = [".markers-panel .monaco-list-row", ".monaco-hover:visible :text('Verified')", "text=/Points to another work \\(1\\)/"];
    const isShown = async () => (await Promise.all(parts.map(count))).every((number) => number > 0);
    await until("problems, card and references", isShown);
    await inEveryTheme(page, { change, settings, shot, name: "review", isShown });
    await press("Escape");
    await press("Control+j");
    await until("the problems to go", async () => (await count(".markers-panel .monaco-list-row")) === 0);

    // A click moves the cursor to the citation.
    await page.locator(".monaco-list-row", { hasText: "zhou2001" }).first().click();
    await until("the cursor on the citation", async () => {
      const at = await page.locator("[id='status.editor.selection']").innerText().catch(() => "");
      return /Ln 21|selected/.test(at) && at;
    });
    log("a click goes to the citation");

    // The light bulb of a row applies fixes, and silences the rule, at the entry.
    const row = references.locator(".monaco-list-row", { hasText: "zhou2001" }).first();
    await row.hover();
    await row.locator(".action-label[aria-label*='Fix or Ignore']").click();
    await page.waitForSelector(".action-widget .monaco-list-row.action");
    const offered = (await page.locator(".action-widget .monaco-list-row.action").allInnerTexts()).join("\n");
    if (!/Change DOI to/.test(offered) || !/Ignore this finding/.test(offered)) throw new Error(`offered: ${offered}`);
    if (await row.locator(".action-label[aria-label*='Open DOI']").count() !== 1) throw new Error("no way to its page");
    await press("Escape");
    await command("View: Close Editor");
    log("a reference is mended or silenced from its row");

    // Show the card.
    await find("owen2000");
    await press("Control+k");
    await press("Control+i");
    await until("the card", () => count(".monaco-hover:visible :text('Verified')"));
    await pause(500);
    await shot("hover");
    await press("Escape");
    log("the card is shown");

    // Fix a key without an entry, and undo the fix.
    const before = read("paper.md");
    await find("knowler2020");
    await press("ArrowLeft");
    const first = await fixes();
    await shot("fix");
    if (!first.includes("knowler2002")) throw new Error(`the first fix is ${first}`);
    await press("Enter");
    await pause(300);
    await saved("the mended file", (text) => text === before.replace("@knowler2020", "@knowler2002"));
    log("a fix is applied and saved");
    await toText();
    await press("Control+z");
    await saved("the file as it was", (text) => text === before);
    log("one undo takes it back");

    // Silencing asks for the reason, and writes it.
    await find("knowler2020");
    await press("ArrowLeft");
    await fixes();
    const action = page.locator(".action-widget .monaco-list-row.action.focused");
    await until("the way to silence it", async () => {
      if ((await action.count()) && /Ignore this finding/.test(await action.innerText())) return true;
      await press("ArrowDown");
      await pause(200);
    });
    await press("Enter");
    await page.waitForSelector(".quick-input-widget:visible input");
    await type("its entry comes with the next version");
    await shot("silence");
    await press("Enter");
    const reasoned = "referee:ignore citation/undefined-key its entry comes with the next version";
    await pause(300);
    await saved("the comment with its reason", (text) => text.includes(reasoned));
    await toText();
    await press("Control+z");
    await saved("the file as it was", (text) => text === before);
    log("a finding is silenced with the reason that was asked for");

    // Complete by year, by a word of the title and by author: the intended entry is the first, a
    // retracted work the last.
    const rowsOfKeys = page.locator(".suggest-widget.visible .monaco-list-row");
    for (const [typed, ...wanted] of [
      ["2020", "recovery2020", "mehra2020 (RETRACTED)"],
      ["lifestyle", "knowler2002"],
      ["knowl", "knowler2002"],
    ]) {
      await find("of essential medicines");
      await press("ArrowRight");
      await page.keyboard.type(` [@${typed}`, { delay: 30 });
      let proposals;
      const asWanted = async () => {
        proposals = await rowsOfKeys.locator(".label-name").allInnerTexts();
        return proposals.join("\n") === wanted.join("\n");
      };
      await until(`${wanted} for ${typed}`, async () => {
        if (await until("the proposals", asWanted, 5000).catch(() => false)) return true;
        // A busy workbench may have requested completion for the previous text.
        await press("Escape");
        await press("Control+Space");
      }).catch((error) => {
        throw new Error(`${error.message}; proposed: ${proposals}`);
      });
      const struck = rowsOfKeys.locator(".monaco-icon-label.deprecated");
      if ((await struck.count()) !== wanted.filter((key) => key.includes("RETRACTED")).length) throw new Error("retracted work is not struck through");
      if (typed === "knowl") await shot("completion");
      await press("Escape");
      await command("File: Revert File");
      await until("the draft as it was", async () => (await count(".tab.dirty")) === 0);
    }
    log("a key is completed by its year, a word of the title and its author; retracted work comes last");

    // An item of Zotero: its key and its entry are one step, which one undo reverts.
    const entries = read("refs.bib");
    await find("of essential medicines");
    await press("ArrowRight");
    await page.keyboard.type(" [@yoga", { delay: 30 });
    await until("the item of Zotero", async () => {
      // The list of all keys, requested before the first letter, has it further down.
      if ((await rowsOfKeys.locator(".label-name").allInnerTexts())[0] === "wielandYoga2017") return true;
      await press("Escape");
      await press("Control+Space");
      return until("it", () => rowsOfKeys.first().filter({ hasText: "wielandYoga2017" }).count(), 3000).catch(() => false);
    });
    await press("Enter");
    await until("its key and its entry", async () => {
      await press("Control+Alt+s");
      await pause(200);
      return read("paper.md").includes("[@wielandYoga2017]") && /@article\{wielandYoga2017[^]*10\.5555\/yoga\.1/.test(read("refs.bib"));
    });
    await press("ArrowLeft");
    await press("Control+k");
    await press("Control+i");
    for (const words of ["Back pain", "Open in Zotero"]) {
      await until(`“${words}” in its card`, () => count(`.monaco-hover:visible :text('${words}')`));
    }
    await press("Escape");
    // That step excludes the text typed before it.
    await undone(before.replace("of essential medicines", "of essential medicines [@yoga]"), entries);
    await until("the draft as it was", async () => {
      await toText();
      await press("Control+z");
      await press("Control+Alt+s");
      await pause(300);
      return read("paper.md") === before;
    });
    log("an item of Zotero is completed with its entry, and one undo takes both back");
    await command("referee: Check Zotero for Retractions");
    await until("what came of it", () => count(".tab[aria-label*='Retractions in Zotero']"));
    await command("View: Close Editor");
    log("what was retracted of Zotero is one command");

    // Find a work for a sentence.
    await find("# Covid-19");
    await press("Home");
    await type("Metformin activates AMPK in hepatocytes.");
    await press("Enter");
    await press("Enter");
    await saved("the sentence", (text) => text.includes("in hepatocytes.\n"));
    const [sentence, bibliography] = [read("paper.md"), read("refs.bib")];
    await find("AMPK in hepatocytes");
    await press("ArrowLeft");
    await press("Control+k");
    await press("q");
    const works = await choices();
    if (!works[0].includes("Zhou") || !works[0].includes("blocking AMPK")) throw new Error(`proposed: ${works}`);
    // The list is extended if the online services were not queried, and accepts other words in
    // place of the sentence.
    const rows = page.locator(".quick-input-list .monaco-list-row");
    await until("the offer to search online", () => rows.filter({ hasText: "Search online" }).count());
    await page.locator(".quick-input-widget input").first().focus();
    await type("lifestyle intervention diabetes");
    await until("the offer to look for other words", () => rows.filter({ hasText: "Search for “lifestyle" }).count());
    await rows.filter({ hasText: "Search for “lifestyle" }).first().click();
    await until("the work of these words", () => rows.filter({ hasText: "Knowler" }).count());
    await press("Escape");
    log("other words are looked for in the same list");
    await find("AMPK in hepatocytes");
    await press("ArrowLeft");
    await press("Control+k");
    await press("q");
    await until("the works again", async () => (await choices())[0].includes("Zhou"));
    await shot("cite");
    // The details of a work can be read before it is chosen.
    const chosen = page.locator(".quick-input-list .monaco-list-row").first();
    await chosen.hover();
    await chosen.locator(".action-label[aria-label*='Details']").click();
    await until("the page of the work", () => count(".tab[aria-label*='Preview']"));
    // The page takes the focus when it has loaded, at an unpredictable time.
    await until("the end of the choice", async () => {
      if (!(await page.locator(".quick-input-widget").isVisible())) return true;
      const words = page.locator(".quick-input-widget input").first();
      await words.focus();
      if (await words.evaluate((input) => input === document.activeElement)) await press("Enter");
      await pause(500);
    });
    await page.locator(".tab[aria-label*='Preview'] .codicon-close").first().click();
    log("a work is chosen by its passage");
    // The existing entry has the DOI of another work: the work gets a new entry.
    await until("the citation and its entry", async () => {
      await press("Control+Alt+s");
      await pause(200);
      return /in hepatocytes \[@zhou2001a\]\./.test(read("paper.md")) && read("refs.bib").includes("@article{zhou2001a");
    });
    await undone(sentence, bibliography);
    log("citation and entry are inserted, and one undo takes both back");

    // Insert a report; one undo restores the text.
    await find("AMPK in hepatocytes");
    await press("ArrowRight");
    await command("referee: Insert Report…");
    await page.waitForSelector(".quick-input-widget input");
    await type("metformin hepatic glucose");
    await press("Enter");
    await until("the report", async () => {
      await press("Control+Alt+s");
      await pause(200);
      return /Evidence report: metformin hepatic glucose/.test(read("paper.md"));
    });
    await quietly();
    await shot("report");
    await undone(sentence, bibliography);
    log("a report is inserted, and one undo takes it back");

    // Show the evidence in a panel, and as a page.
    await quietly();
    await command("referee: Show Evidence…");
    await page.waitForSelector(".quick-input-widget input");
    await type("metformin hepatic glucose");
    await press("Enter");
    await until("a work of the evidence", () => evidence.locator(".monaco-list-row", { hasText: "Zhou" }).count());
    await shot("evidence");
    log("the evidence is shown");
    const work = evidence.locator(".monaco-list-row", { hasText: "Zhou" }).first();
    await find("AMPK in hepatocytes");
    await press("ArrowLeft");
    await work.click();
    await work.locator(".action-label[aria-label*='Cite in the Sentence']").click();
    await until("the citation", async () => {
      await press("Control+Alt+s");
      await pause(200);
      return /in hepatocytes \[@zhou2001a?\]\./.test(read("paper.md"));
    });
    log("a work of the evidence is cited where the cursor is");
    await command("referee: Read as a Page");
    await until("the page", () => count(".tab[aria-label*='Preview']"));
    log("the evidence is a page as well");
    // The walkthrough needs the whole width of the window.
    await page.locator(".tab[aria-label*='Preview'] .codicon-close").first().click();
    await until("the page to go", async () => (await count(".tab[aria-label*='Preview']")) === 0);

    await toText();
    await command("Welcome: Open Walkthrough...");
    await page.waitForSelector(".quick-input-list .monaco-list-row");
    await type("Five minutes");
    await pause(300);
    await press("Enter");
    await until("the walkthrough", () => count("text=/Watch referee catch and fix an invented citation/"));
    // The server runs, the references were shown, a key was mended, a work was cited: these steps are done.
    const done = page.locator("[data-done-step-id][aria-checked='true']");
    let ticked = 0;
    await until("the steps that are done to be ticked", async () => (ticked = await done.count()) >= 3).catch(async (error) => {
      const steps = page.locator("[data-done-step-id]");
      const told = await Promise.all((await steps.all()).map(async (step) => `${await step.getAttribute("data-done-step-id")}=${await step.getAttribute("aria-checked")}`));
      throw new Error(`${error.message}: ${told.join(" ")}`);
    });
    log(ticked, "steps of the walkthrough are ticked");
    // All steps fit into the screenshot, and nothing covers them.
    await until("the messages to go", async () => {
      for (const close of await page.locator(".notification-toast .codicon-notifications-clear").all()) await close.click({ timeout: 1000 }).catch(() => {});
      return (await count(".notification-toast")) === 0;
    });
    await page.setViewportSize({ width: 1280, height: 1080 });
    await shot("walkthrough");
    await page.setViewportSize({ width: 1280, height: 760 });
    await hears(page, "the steps of the walkthrough", "checkbox", undefined, [
      /Open a draft to start: (Not c|C)ompleted/,
      // Which of them are ticked is counted above; one that is says so.
      /: Completed$/,
      /Open the example: (Not c|C)ompleted/,
      /Look references up online: (Not c|C)ompleted/,
    ]);
    const opened = async () => (await done.count()) >= 3;
    await inEveryTheme(page, { change, settings, shot, name: "walkthrough", isShown: opened });
    // A step of it shows the references: those of the draft in the background.
    await until("the references beside the walkthrough", () => references.locator(".monaco-list-row", { hasText: "Verified (" }).count());
    log("the walkthrough opens");
    log("DONE");
  },
);
zotero.end();
