// What an author sees and does: squiggles, card, completion, fix, undo, the view of references.
import fs from "node:fs";
import path from "node:path";
import { inWorkbench, log, pause, until } from "./workbench.mjs";

const folder = process.env.EDITOR_TEST_FOLDER;
const pictures = process.env.EDITOR_TEST_PICTURES;
const read = (name) => fs.readFileSync(path.join(folder, name), "utf8");

await inWorkbench(
  {
    folder,
    open: "paper.md",
    extensions: [process.env.EDITOR_TEST_VSIX],
    settings: {
      "editor.fontSize": 13,
      "editor.hover.delay": 100,
      "referee.server.path": process.env.EDITOR_TEST_BINARY,
    },
  },
  async (page) => {
    const shot = async (name) => {
      if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) });
    };
    const count = (selector) => page.locator(selector).count();
    const press = (keys) => page.keyboard.press(keys);
    const command = async (name) => {
      await press("F1");
      await page.waitForSelector(".quick-input-widget input");
      await page.keyboard.type(name);
      await page.waitForSelector(".quick-input-list .monaco-list-row.focused");
      await pause(300);
      await press("Enter");
    };
    /** Puts the cursor behind `text`, by the editor's own search. */
    const find = async (text) => {
      await page.locator(".monaco-editor .view-lines").first().click();
      await press("Control+Home");
      await press("Control+f");
      await page.waitForSelector(".find-widget.visible textarea, .find-widget.visible input");
      await press("Control+a");
      await page.keyboard.type(text);
      await pause(300);
      await press("Enter");
      await press("Escape");
    };

    await page.waitForSelector(".monaco-editor .view-lines");
    await until("a red squiggle", () => count(".squiggly-error"), 60000);
    log("the squiggle is shown");
    await until("the counts", async () => {
      const text = await page.locator("#referee-lsp\\.referee\\.referee\\.status, [id*='referee.status']").allInnerTexts();
      return /\d/.test(text.join(" "));
    });
    await command("View: Show referee");
    await until("the verdicts", () => count("text=/Points to another work \\(1\\)/"));
    await shot("references");
    log("the references are listed by verdict");

    // A click goes to the citation.
    await page.locator(".monaco-list-row", { hasText: "zhou2001" }).first().click();
    await until("the cursor on the citation", async () => {
      const at = await page.locator("[id='status.editor.selection']").innerText().catch(() => "");
      return /Ln 21|selected/.test(at) && at;
    });
    log("a click goes to the citation");

    // The card.
    await find("owen2000");
    await press("Control+k");
    await press("Control+i");
    await until("the card", () => count(".monaco-hover:visible :text('Verified')"));
    await pause(500);
    await shot("hover");
    await press("Escape");
    log("the card is shown");

    // The fix of a key without entry, and its undo.
    const before = read("paper.md");
    await find("knowler2020");
    await press("ArrowLeft");
    await press("Control+.");
    await page.waitForSelector(".action-widget .monaco-list-row.action.focused");
    await shot("fix");
    const first = await page.locator(".action-widget .monaco-list-row.action.focused").innerText();
    if (!first.includes("knowler2002")) throw new Error(`the first fix is ${first}`);
    await press("Enter");
    await pause(300);
    await press("Control+s");
    await until("the mended file", () => read("paper.md") === before.replace("@knowler2020", "@knowler2002"));
    log("a fix is applied and saved");
    await page.locator(".monaco-editor .view-lines").first().click();
    await press("Control+z");
    await press("Control+s");
    await until("the file as it was", () => read("paper.md") === before);
    log("one undo takes it back");

    // Completion by author.
    await find("of essential medicines");
    await press("ArrowRight");
    await page.keyboard.type(" [@knowl", { delay: 30 });
    await until("the proposals", () => count(".suggest-widget.visible .monaco-list-row"));
    await pause(500);
    await shot("completion");
    const proposals = await page.locator(".suggest-widget.visible .monaco-list-row").allInnerTexts();
    if (!proposals.some((text) => text.includes("knowler2002"))) throw new Error(`proposed: ${proposals}`);
    await press("Escape");
    log("a key is completed");
    log("DONE");
  },
);
