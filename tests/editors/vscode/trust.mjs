// A draft from somebody else: until the author trusts its folder no network request is made, and
// the folder cannot choose a program. After consent the references are looked up, and the results
// appear without an edit; after a refusal they are not.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { hands } from "./hands.mjs";
import { inWorkbench, log, pause, until } from "./workbench.mjs";

const folder = process.env.EDITOR_TEST_FOLDER;
const ran = path.join(process.env.EDITOR_TEST_SCRATCH, "ran");
const strange = path.join(folder, "strange");
fs.writeFileSync(strange, `#!/bin/sh\necho x >> ${ran}\n`, { mode: 0o755 });
fs.mkdirSync(path.join(folder, ".vscode"));
const theirs = path.join(folder, ".vscode/settings.json");
fs.writeFileSync(theirs, JSON.stringify({ "referee.server.path": strange, "referee.network": "allow" }));

await inWorkbench(
  {
    folder,
    open: "cold.md",
    extensions: [process.env.EDITOR_TEST_VSIX],
    asksForTrust: true,
    // Even if the author allows it elsewhere.
    environment: { REFEREE_NETWORK: "ask" },
  },
  async (page) => {
    const { command, count, message, press, pressUntil, quietly, shot } = hands(page);
    const status = () => page.locator("[id*='referee.status']").first().innerText();
    const requests = () => execFileSync(process.env.EDITOR_TEST_BINARY, ["egress"]).toString();
    await until("a squiggle", () => count(".squiggly-error"));
    await until("the sign of the restricted mode", () => count("[id='status.workspaceTrust']"));
    if (fs.existsSync(ran)) throw new Error("the folder has chosen the program");
    // The status bar and the view of references say that the folder is not trusted, and how to
    // trust it.
    const untrusted = /\d+ references? unchecked: untrusted folder/;
    await until("the status bar to say why", async () => untrusted.test(await status()));
    await command("referee: Focus on References View");
    const offer = page.locator(".pane", { hasText: "References" }).locator(".monaco-list-row", { hasText: untrusted });
    await until("the same above the references", () => offer.count());
    await offer.first().click();
    await until("the page on which a folder is trusted", () => count(".workspace-trust-editor"));
    await command("View: Close Editor");
    await command("referee: Look Up References Online…");
    await message("this folder is not trusted");
    if (await count(".notification-toast:has-text('Look up')")) throw new Error("it asked for the network");
    await shot("restricted");
    await quietly();
    log("an untrusted folder gets no network and chooses no program");

    fs.rmSync(theirs);
    await pause(500);
    await command("Workspaces: Manage Workspace Trust");
    await page.locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" }).first().click();
    await message("Look up");
    if (requests().includes("127.0.0.1")) throw new Error(`asked before the author was: ${requests()}`);
    // Reach and answer the question with the keyboard only.
    await command("Notifications: Show Notifications", true);
    await pressUntil("Tab", "the button", ({ label }) => label === "Allow");
    await press("Enter");
    await command("View: Close Editor");
    await until("the counts of what was looked up", async () => /3\s+3\s+0/.test(await status()));
    await until("what was found online", async () => (await count(".squiggly-error")) + (await count(".squiggly-warning")) >= 3);
    if (!requests().includes("127.0.0.1")) throw new Error(`nothing was asked of the services: ${requests()}`);
    await command("referee: Focus on References View");
    for (const verdict of ["Retracted or of concern (1)", "Not found (1)", "Cited without an entry (1)"]) {
      await until(verdict, () => page.locator(".pane", { hasText: "References" }).locator(".monaco-list-row", { hasText: verdict }).count());
    }
    await shot("looked-up");
    await quietly();
    await command("referee: Verify All References");
    const came = await message("References: 3 verified, 3 need attention, 0 unchecked.");
    if (came.includes("Nothing was looked up")) throw new Error(`it says: ${came}`);
    log("Verify All says what came of it");
    log("what is allowed is looked up, and shown without an edit");
    log("DONE");
  },
);
