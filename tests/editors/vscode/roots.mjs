// Two papers in one window, in a high-contrast theme, with the keyboard only and the accessible
// names checked; then the same draft in two editors of the window, and in two windows.
import fs from "node:fs";
import path from "node:path";
import { hands } from "./hands.mjs";
import { hears, spokenParts } from "./spoken.mjs";
import { inWorkbench, log, pause, until } from "./workbench.mjs";

const folder = process.env.EDITOR_TEST_FOLDER;
const workspace = path.join(folder, "papers.code-workspace");
fs.writeFileSync(workspace, JSON.stringify({ folders: [{ path: "first" }, { path: "second" }] }));
const read = (name) => fs.readFileSync(path.join(folder, name), "utf8");

await inWorkbench(
  {
    folder,
    workspace,
    open: "first/paper.md",
    extensions: [process.env.EDITOR_TEST_VSIX],
    settings: { "referee.network": "deny", "workbench.colorTheme": "Default High Contrast", "editor.accessibilitySupport": "on" },
  },
  async (page, change, window) => {
    const { choices, command: give, count, fixes, focusBy, focused, press, pressUntil, shot, type } = hands(page);
    const command = (name) => give(name, true);
    /** Moves the focus to the text of the draft, and waits for it. */
    const intoText = async ({ command, focused }) => {
      await command("View: Focus First Editor Group", true);
      await until("the focus in the text", async () => (await focused()).part === "workbench.parts.editor");
    };
    const own = { command: give, focused };
    /** Moves the cursor to the end of the first paper, as last saved. */
    const toEnd = (page) => {
      const lines = read("first/paper.md").split("\n");
      const end = `Ln ${lines.length}, Col ${lines.at(-1).length + 1}`;
      return until(`the cursor at ${end}`, async () => {
        await page.keyboard.press("Control+End");
        await pause(200);
        return (await page.locator("[id='status.editor.selection']").innerText()).trim() === end;
      });
    };
    const problemsOf = (page) => page.locator("[id='status.problems']").getAttribute("aria-label");
    const problems = () => problemsOf(page);
    const shows = (folder) => page.locator(".monaco-breadcrumbs", { hasText: folder }).count();
    /** Saves, and waits until the first paper is as wanted. */
    const saved = (what, wanted) =>
      until(what, async () => {
        await press("Control+Alt+s");
        await pause(200);
        return wanted(read("first/paper.md"));
      });
    await page.waitForSelector(".monaco-editor .view-lines");
    await until("the finding of the first paper", async () => /Errors?: 1\b|1 Problem|1 Error/i.test(String(await problems())));

    // Walk through the list of references: each row speaks the work and its verdict, not only by
    // colour.
    const rows = page.locator(".pane", { hasText: "References" }).locator(".monaco-list-row");
    // A list that was empty when it was opened has the focus on its frame: the Tab key moves into
    // it.
    const isList = ({ label }) => label === "References" || label.startsWith("Cited without an entry");
    await until("the focus in the list", async () => {
      await command("referee: Focus on References View");
      await until("a reference", () => rows.count());
      return pressUntil("Tab", "the list", isList, 4).catch(() => false);
    });
    await until("the first row", async () => {
      await press("Home");
      return (await focused()).label.startsWith("Cited without an entry");
    });
    const heard = [];
    for (let last; ; ) {
      const { label, expanded } = await focused();
      if (label === last) break;
      heard.push((last = label));
      if (expanded === "false") {
        const before = await rows.count();
        await press("ArrowRight");
        await until(`what is below ${label}`, async () => (await rows.count()) > before);
      }
      await press("ArrowDown");
      await pause(150);
    }
    const stands = [
      /^Cited without an entry \(1\)$/,
      /^smiht2020, Cited without an entry$/,
      /^Not covered by any source \(1\)$/,
      /^okafor1998, Okafor, 1998\. Blood glucose.*, Not covered by any source$/,
      /^Verified \(1\)$/,
      /^smith2020, Smith.*2020\. Effect of Metformin on mortality.*, Verified$/,
    ];
    const unheard = stands.filter((words) => !heard.some((label) => words.test(label)));
    if (unheard.length > 0) throw new Error(`not heard: ${unheard.join(" ")} in ${heard.join(" | ")}`);
    await hears(page, "the rows of the references", "treeitem", /^tree References/, stands);
    // The actions of a row's icons are also in its menu.
    await pressUntil("ArrowUp", "the verified reference", ({ label }) => /^smith2020, .*Verified$/.test(label));
    await press("Shift+F10");
    await hears(page, "the menu of a row", "menuitem", undefined, [/^Go to Entry/, /^Open DOI or PubMed Page/]);
    await press("Escape");
    await press("Enter");
    await until("the cursor on the citation", async () => /Ln 5\b/.test(await page.locator("[id='status.editor.selection']").innerText().catch(() => "")));
    log("the references are walked through, heard and followed by the keyboard alone");

    // Move from the text to the status bar, and from there to the list.
    await intoText(own);
    await pressUntil("F6", "the status bar", ({ part }) => part === "workbench.parts.statusbar");
    const status = await pressUntil("ArrowRight", "the counts", ({ label }) => /^\d+ verified/.test(label));
    if (!/^1 verified, 1 needs attention, 0 unchecked$/.test(status.label)) throw new Error(`the status bar says: ${status.label}`);
    await press("Enter");
    await until("the focus in the list", async () => (await focused()).part === "workbench.parts.sidebar");
    await shot("high-contrast");
    log("the status bar says in words how the references stand, and leads to them");

    // The next problem, its fix, and back to the text, without the mouse.
    await intoText(own);
    await press("F8");
    await until("the problem at its place", () => count(".zone-widget .marker-widget, .marker-widget"));
    await shot("problem");
    await press("Escape");
    const first = await fixes();
    if (!first.includes("smith2020")) throw new Error(`the first fix is ${first}`);
    await press("Enter");
    await saved("the mended paper", (text) => !text.includes("smiht2020"));
    log("a problem is found and mended by the keyboard alone");

    // Find a work for the sentence at the end.
    await intoText(own);
    await toEnd(page);
    await press("Control+k");
    await press("q");
    await until("a work for the sentence", async () => (await choices())[0].includes("Metformin"));
    await hears(page, "the works to choose from", "option", /^listbox Search: words/, [/^Smith.*Metformin/, /^Search online/]);
    await press("Enter");
    await saved("the citation", (text) => /effect on mortality \[@smith2020\]\.$/.test(text.trim()));
    log("a work is chosen and cited by the keyboard alone");

    await press("Control+k");
    await press("g");
    await choices();
    await hears(page, "the references to go to", "option", /^listbox Go to a reference/, [
      /^smith2020, Verified, Smith.*2020/,
      /^okafor1998, Not covered by any source, Okafor/,
    ]);
    await press("Escape");
    // Move from the end of the citation into its key, and from there to the entry.
    for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "F12"]) await press(key);
    await until("the entry", () => count(".tab[aria-label*='refs.bib']"));
    await until("the line above an entry", () => count(".codelens-decoration:has-text('cited')"));
    const isLens = ({ name }) => /^cited (once|\d+ times)$/.test(name);
    await until("the lines above the entries to be spoken", async () => (await spokenParts(page)).some(isLens));
    await command("View: Open Previous Editor");
    await until("the first paper again", () => shows("paper.md"));
    log("quick picks and the lines above entries have names to be spoken");

    // The other paper has a different bibliography and different settings.
    await intoText(own);
    await focusBy("Control+Shift+e", "the explorer", ({ label, part }) => part === "workbench.parts.sidebar" && label !== "");
    await pressUntil("ArrowDown", "the second folder", ({ label }) => /^second\b/.test(label));
    if ((await focused()).expanded !== "true") await press("ArrowRight");
    await pressUntil("ArrowDown", "the second paper", ({ label }) => /^paper\.md\b/.test(label));
    await press("Enter");
    await until("the second paper", () => shows("second"));
    await pause(1500);
    await until("no finding there: its settings switch the rule off", async () => !/Errors?: [1-9]/.test(String(await problems())));
    await until("its own count of references", async () => {
      const said = await page.locator("[id*='referee.status'] a").first().getAttribute("aria-label");
      return /^0 verified, 0 need attention, 1 unchecked$/.test(said ?? "");
    });
    await command("View: Open Previous Editor");
    await until("the first paper again", () => shows("first"));
    log("each of two folders has its own bibliography and settings");

    // One draft in two editors: each shows the text that is typed into the other.
    await intoText(own);
    await press("Control+Backslash");
    const groups = page.locator(".editor-group-container");
    await until("two editors", async () => (await groups.count()) === 2);
    await toEnd(page);
    await type(" And [@nobody1999].");
    const squiggles = (index) => groups.nth(index).locator(".squiggly-error").count();
    await until("the finding in both editors", async () => (await squiggles(0)) > 0 && (await squiggles(1)) > 0);
    await shot("two-editors");
    await press("Control+1");
    await press("Control+z");
    await until("no finding in either", async () => (await squiggles(0)) + (await squiggles(1)) === 0);
    await saved("the paper as it was", (text) => !text.includes("nobody1999"));
    log("two editors on one draft show the same");

    // Open another window on the same papers, with a separate server: unsaved text is private,
    // saved text is shared.
    const other = await window();
    const others = hands(other);
    await until("the findings of the other window", async () => (await other.locator("[id*='referee.status']").count()) > 0);
    await intoText(others);
    await toEnd(other);
    await others.type(" And [@nobody1999].");
    const errors = async (page) => Number(/Errors?: (\d+)/.exec(String(await problemsOf(page)))?.[1] ?? 0);
    await until("the finding in the other window", async () => (await errors(other)) === 1);
    if ((await errors(page)) !== 0) throw new Error("what is not saved in one window is found in the other");
    await until("the words on disk", async () => {
      await others.press("Control+Alt+s");
      await pause(200);
      return read("first/paper.md").includes("nobody1999");
    });
    await until("the finding in the first window", async () => (await errors(page)) === 1);
    log("two windows on one draft agree once it is saved");
    log("DONE");
  },
);
