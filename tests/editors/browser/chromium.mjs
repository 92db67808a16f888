// Chromium restricted to this machine, driven by Playwright.
import { createRequire } from "node:module";
import path from "node:path";

const PROGRAM = process.env.EDITOR_TEST_CHROMIUM ?? "/usr/bin/chromium";
const { chromium } = createRequire(path.join(process.env.EDITOR_TEST_TOOLS, "playwright/x.js"))("playwright-core");

/** Starts the browser without a window. */
export function launch() {
  return chromium.launch({
    executablePath: PROGRAM,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-dev-shm-usage",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ],
  });
}
