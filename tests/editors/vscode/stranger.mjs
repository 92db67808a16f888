// An untrusted workspace, later trusted by mistake: it cannot choose a program and changes nothing.
import fs from "node:fs";
import path from "node:path";
import { hands } from "./hands.mjs";
import { inWorkbench, log, pause, until } from "./workbench.mjs";

const folder = process.env.EDITOR_TEST_FOLDER;
const owned = path.join(process.env.HOME, "owned");
const unharmed = () => {
  if (fs.existsSync(owned)) throw new Error("the folder has run its program");
};

await inWorkbench(
  { folder, open: "paper.md", extensions: [process.env.EDITOR_TEST_VSIX], asksForTrust: true },
  async (page) => {
    const { command, count } = hands(page);
    await until("a squiggle", () => count(".squiggly-error, .squiggly-warning, .squiggly-info"));
    unharmed();
    log("an untrusted folder is read");
    await command("Workspaces: Manage Workspace Trust");
    await page.locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" }).first().click();
    // The page on which the folder was trusted covers the draft.
    await command("View: Close Editor");
    await pause(5000);
    await until("a squiggle in the trusted folder", () => count(".squiggly-error, .squiggly-warning, .squiggly-info"));
    unharmed();
    log("a trusted one chooses no program either");
    log("DONE");
  },
);
