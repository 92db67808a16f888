// A real VS Code workbench: code-server in its own folder, the packaged extension installed, a page in Chromium.
import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { launch } from "../browser/chromium.mjs";

/** The programs on this machine, from the environment of the test. */
const TOOLS = process.env.EDITOR_TEST_TOOLS;
const ENTRY = path.join(TOOLS, "code-server/package/out/node/entry.js");

const started = Date.now();
export const log = (...words) => console.log(((Date.now() - started) / 1000).toFixed(1) + "s", ...words);
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Waits until `condition` returns a truthy value, and returns it. */
export async function until(what, condition, patience = 120000) {
  for (const end = Date.now() + patience; Date.now() < end; await pause(50)) {
    const value = await condition();
    if (value) return value;
  }
  throw new Error(`waited in vain for ${what}`);
}

const SETTINGS = {
  "chat.disableAIFeatures": true,
  "editor.accessibilitySupport": "off",
  "editor.fontFamily": "DejaVu Sans Mono",
  "editor.minimap.enabled": false,
  "editor.wordWrap": "on",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "files.autoSave": "off",
  "files.simpleDialog.enable": true,
  // Notices about other processes would appear in the screenshots.
  "remote.autoForwardPorts": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.autoDetectColorScheme": false,
  "workbench.colorTheme": "Default Light Modern",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/** Starts a workbench on a folder, calls `work` with its page and a function that changes the
 * author's settings, and ends everything. `installed` is a program installed by cargo; `workspace`
 * is a file with several folders, in place of the single one; `language` is the author's language:
 * extensions use it, the workbench itself is always English here. With `asksForTrust` the folder
 * is untrusted until the author decides. The third argument of `work` opens another window on the
 * same folder. */
export async function inWorkbench(options, work) {
  const { folder, open, extensions, settings, environment, installed, asksForTrust = false } = options;
  const { workspace, language } = options;
  const home = fs.mkdtempSync(path.join(process.env.EDITOR_TEST_SCRATCH, "workbench-"));
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: `${home}/config`, XDG_DATA_HOME: `${home}/data`, ...environment };
  delete env.VSCODE_IPC_HOOK_CLI;
  fs.mkdirSync(`${home}/user/User`, { recursive: true });
  fs.mkdirSync(`${home}/user/Machine`, { recursive: true });
  const trust = { "security.workspace.trust.enabled": asksForTrust, "security.workspace.trust.startupPrompt": "never" };
  const change = (wanted) => {
    fs.writeFileSync(`${home}/user/User/settings.json`, JSON.stringify({ ...SETTINGS, ...trust, ...wanted }));
    // Machine settings belong to the side on which the extensions run.
    fs.writeFileSync(`${home}/user/Machine/settings.json`, JSON.stringify(wanted));
  };
  change(settings ?? {});
  if (installed !== undefined) {
    fs.mkdirSync(`${home}/.cargo/bin`, { recursive: true });
    fs.symlinkSync(installed, `${home}/.cargo/bin/${path.basename(installed)}`);
  }
  const keys = [{ key: "ctrl+alt+s", command: "workbench.action.files.saveFiles" }];
  fs.writeFileSync(`${home}/user/User/keybindings.json`, JSON.stringify(keys));
  const base = [ENTRY, "--user-data-dir", `${home}/user`, "--extensions-dir", `${home}/extensions`];
  base.push("--disable-telemetry", "--disable-update-check");
  const output = fs.openSync(`${home}/output.log`, "a");
  const stdio = ["ignore", output, output];
  for (const extension of extensions) {
    const install = spawn(process.execPath, [...base, "--install-extension", extension], { env, stdio });
    const status = await new Promise((done) => install.on("exit", done));
    if (status !== 0) throw new Error(`${extension} cannot be installed: ${fs.readFileSync(`${home}/output.log`)}`);
  }
  log("installed");
  const port = await freePort();
  const more = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-getting-started-override"];
  if (!asksForTrust) more.push("--disable-workspace-trust");
  const server = spawn(process.execPath, [...base, ...more], { env, stdio });
  let browser;
  let drawn = false;
  try {
    await until("the server", () => fetch(`http://127.0.0.1:${port}/healthz`).then((r) => r.ok, () => false));
    browser = await launch();
    const context = await browser.newContext({ viewport: { width: 1280, height: 760 } });
    if (language !== undefined) {
      await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(language)};`);
    }
    const payload = open === undefined ? [] : [["openFile", `vscode-remote://127.0.0.1:${port}${folder}/${open}`]];
    const place = workspace === undefined ? ["folder", folder] : ["workspace", workspace];
    const query = `${place[0]}=${encodeURIComponent(place[1])}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
    const window = async () => {
      const page = await context.newPage();
      page.setDefaultTimeout(120000);
      await page.goto(`http://127.0.0.1:${port}/?${query}`, { waitUntil: "commit" });
      for (let loads = 0; loads < 4; loads++) {
        await page.waitForSelector(".monaco-workbench .part.editor");
        if (workspace === undefined || (await hasFolders(page))) return page;
        await page.reload({ waitUntil: "commit" });
      }
      throw new Error("the workspace has no folders");
    };
    const page = await window();
    drawn = true;
    log("the workbench is drawn");
    try {
      await work(page, change, window);
    } catch (error) {
      const failed = process.env.EDITOR_TEST_PICTURES ?? home;
      await page.screenshot({ path: path.join(failed, "failed.png") }).catch(() => {});
      throw error;
    }
  } catch (error) {
    if (drawn) throw error;
    // The workbench itself did not start: this is not a result about the extension.
    log("NOT STARTED", error.message);
    process.exitCode = 77;
  } finally {
    await browser?.close();
    const gone = new Promise((done) => server.on("exit", done));
    server.kill("SIGTERM");
    await Promise.race([gone, pause(5000)]);
    if (server.exitCode === null) server.kill("SIGKILL");
  }
}

/** Whether the folders of a multi-root workspace are present. A workbench that reads the workspace
 * file before the server can serve files remains without folders. */
async function hasFolders(page) {
  const rows = page.locator(".explorer-folders-view .monaco-list-row");
  const there = until("the folders", () => rows.count(), 20000);
  return there.then(() => true, () => false);
}

function freePort() {
  return new Promise((done) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
