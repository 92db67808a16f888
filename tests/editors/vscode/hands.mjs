// The actions of an author: keys, commands, messages and questions.
import path from "node:path";
import { pause, until } from "./workbench.mjs";

/** Returns the actions on a page of the workbench. Screenshots go to the folder in the environment.
 */
export function hands(page) {
  const pictures = process.env.EDITOR_TEST_PICTURES;
  const count = (selector) => page.locator(selector).count();
  const press = (keys) => page.keyboard.press(keys);
  const type = (text) => page.keyboard.type(text);
  const own = {
    count,
    press,
    type,
    async shot(name) {
      if (!pictures) return;
      // Wait for animations to finish.
      await pause(300);
      await page.screenshot({ path: path.join(pictures, `${name}.png`) });
    },
    /** Runs a command of the palette, with a click on the list, or with the Enter key if `byKeys`
     * is set and it is the first. */
    async command(name, byKeys = false) {
      const all = page.locator(".quick-input-list .monaco-list-row");
      const row = all.filter({ has: page.getByText(name, { exact: true }) }).first();
      // A workbench that is still starting takes the focus, and the typed text, away from the list.
      for (const end = Date.now() + 120000; ; ) {
        await press("F1");
        await page.waitForSelector(".quick-input-widget:visible input");
        await type(name);
        try {
          await until(`the command ${name}`, () => row.count(), 15000);
          break;
        } catch (vain) {
          if (Date.now() > end) throw vain;
          await press("Escape");
        }
      }
      if (!byKeys) return row.click();
      const first = page.locator(".quick-input-list .monaco-list-row").first();
      await until(`${name} to be the first of the list`, async () => (await first.innerText()).includes(name));
      await press("Enter");
    },
    /** Describes the focused element, or the one that it points at: a row of a list, a button. */
    focused() {
      return page.evaluate(() => {
        const at = document.activeElement;
        const row = document.getElementById(at?.getAttribute("aria-activedescendant") ?? "") ?? at;
        const label = row?.getAttribute("aria-label") || (row?.closest("a, button, .monaco-button")?.textContent ?? "");
        return { label: label.trim(), expanded: row?.getAttribute("aria-expanded"), part: at?.closest(".part")?.id ?? "" };
      });
    },
    /** Presses a key until `isThere` accepts the focused element, at most `most` times. */
    async pressUntil(keys, what, isThere, most = 40) {
      const seen = [];
      for (let presses = 0; presses <= most; presses++) {
        const at = await own.focused();
        if (isThere(at)) return at;
        seen.push(at.label || `nothing that is named, in ${at.part || "no part of the workbench"}`);
        await press(keys);
        await pause(150);
      }
      throw new Error(`${keys} does not lead to ${what}, only to: ${[...new Set(seen)].join(" | ")}`);
    },
    /** Presses a shortcut that moves the focus until `isThere` accepts the focused element. A
     * workbench that is still busy with an editor loses the first press, and leaves the focus
     * nowhere. */
    async focusBy(keys, what, isThere) {
      let at;
      const there = async () => isThere((at = await own.focused()));
      const pressed = until(what, async () => {
        await press(keys);
        return until(what, there, 3000).catch(() => false);
      });
      await pressed.catch((error) => {
        throw new Error(`${error.message}; ${keys} leads to “${at?.label}” in ${at?.part || "no part of the workbench"}`);
      });
    },
    /** Focuses the text of the draft. */
    async toText() {
      await page.locator(".monaco-editor .view-lines").first().click();
    },
    /** Selects the first `text` with the editor's search. */
    async find(text) {
      await own.toText();
      await press("Control+Home");
      await press("Control+f");
      await page.waitForSelector(".find-widget.visible textarea, .find-widget.visible input");
      await press("Control+a");
      await type(text);
      await pause(300);
      await press("Enter");
      // One Escape too many would drop the selection.
      const closed = async () => (await count(".find-widget.visible")) === 0;
      await until("the search box to close", async () => {
        await press("Escape");
        return until("the search box to close", closed, 2000).catch(() => false);
      });
    },
    /** Requests the fixes at the cursor and returns the label of the first. An editor that is still
     * starting has none yet. */
    async fixes() {
      const first = page.locator(".action-widget .monaco-list-row.action.focused");
      await until("the fixes", async () => {
        await press("Control+.");
        return until("the fixes", () => first.count(), 8000).catch(() => false);
      });
      return first.innerText();
    },
    /** Waits for a message that contains these words and returns its full text. */
    async message(words, patience) {
      const toast = page.locator(".notification-toast", { hasText: words }).first();
      await until(`the message “${words}”`, () => toast.count(), patience);
      return toast.innerText();
    },
    /** Presses a button of the message that contains these words. The question of a running command is a list instead. */
    async answer(words, button) {
      const toast = page.locator(".notification-toast", { hasText: words }).first();
      const pressed = toast.locator(".monaco-button", { hasText: button }).first();
      const row = page.locator(".quick-input-widget:visible .monaco-list-row", { hasText: button }).first();
      await until(`the answer “${button}”`, async () => (await pressed.count()) + (await row.count()) > 0);
      if (await row.count()) {
        await row.click();
        await until("the list to close", async () => (await row.count()) === 0);
        return;
      }
      await pressed.click();
      await until("the message to go", async () => (await toast.count()) === 0);
    },
    async quietly() {
      await own.command("Notifications: Clear All Notifications");
    },
    /** Returns the rows of the list, once it is open. */
    async choices() {
      await page.waitForSelector(".quick-input-list .monaco-list-row");
      return page.locator(".quick-input-list .monaco-list-row").allInnerTexts();
    },
  };
  return own;
}
