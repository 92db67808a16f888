// Two papers in one window, by the keyboard alone, in a high-contrast theme, and what a screen reader is told.
import fs from "node:fs";
import path from "node:path";
import { hands } from "./hands.mjs";
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
  async (page) => {
    const { choices, count, press, shot, type } = hands(page);
    const command = async (name) => {
      await press("F1");
      await page.waitForSelector(".quick-input-widget:visible input");
      await type(name);
      await until(`the command ${name}`, async () => (await choices())[0]?.includes(name));
      await press("Enter");
    };
    const problems = () => page.locator("[id='status.problems']").getAttribute("aria-label");
    const shows = (folder) => page.locator(".monaco-breadcrumbs", { hasText: folder }).count();
    await page.waitForSelector(".monaco-editor .view-lines");
    await until("the finding of the first paper", async () => /Errors?: 1\b|1 Problem|1 Error/i.test(String(await problems())));

    // The next problem, its fix, and the text again: no mouse.
    await command("View: Focus First Editor Group");
    await press("F8");
    await until("the problem at its place", () => count(".zone-widget .marker-widget, .marker-widget"));
    await shot("problem");
    await press("Escape");
    await press("Control+.");
    await page.waitForSelector(".action-widget .monaco-list-row.action.focused");
    const first = await page.locator(".action-widget .monaco-list-row.action.focused").innerText();
    if (!first.includes("smith2020")) throw new Error(`the first fix is ${first}`);
    await press("Enter");
    await until("the mended paper", async () => {
      await press("Control+Alt+s");
      await pause(200);
      return !read("first/paper.md").includes("smiht2020");
    });
    log("a problem is found and mended by the keyboard alone");

    // The other paper has a bibliography and settings of its own.
    await press("Control+Shift+e");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "Enter"]) {
      await press(key);
      await pause(200);
    }
    await until("the second paper", () => shows("second"));
    await pause(1500);
    await until("no finding there: its settings switch the rule off", async () => !/Errors?: [1-9]/.test(String(await problems())));
    await command("View: Open Previous Editor");
    await until("the first paper again", () => shows("first"));
    log("each of two folders has its own bibliography and settings");

    // The list of references says of each row what is true of it, not by its colour alone.
    await command("referee: Focus on References View");
    const rows = page.locator(".pane", { hasText: "References" }).locator(".monaco-list-row");
    await until("a reference", () => rows.count());
    await until("what a screen reader says of it", async () => {
      const labels = await Promise.all((await rows.all()).map((row) => row.getAttribute("aria-label")));
      return labels.some((label) => /smith2020.*(Verified|Unchecked|Of a kind|Not found|Differs)/i.test(label ?? ""));
    });
    const status = page.locator("[id*='referee.status'] a, [id*='referee.status']").first();
    const spoken = await status.getAttribute("aria-label");
    if (!/verified, \d+ to look at, \d+ unchecked/.test(spoken ?? "")) throw new Error(`the status bar says: ${spoken}`);
    await shot("high-contrast");
    log("rows and status bar have names to be spoken");
    log("DONE");
  },
);
