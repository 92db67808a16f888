// An editor that speaks Spanish: the list, the status bar, the commands and the walkthrough do as well.
import { hands } from "./hands.mjs";
import { inWorkbench, log, pause, until } from "./workbench.mjs";

await inWorkbench(
  {
    folder: process.env.EDITOR_TEST_FOLDER,
    open: "paper.md",
    language: "es",
    extensions: [process.env.EDITOR_TEST_VSIX],
    settings: { "referee.network": "deny" },
  },
  async (page) => {
    const { command, count, shot, type, press } = hands(page);
    await until("a squiggle", () => count(".squiggly-error"));
    await page.locator(".activitybar .action-label[aria-label='referee']").first().click();
    await until("the verdicts in Spanish", () => count("text=/Apuntan a otra obra \\(1\\)/"));
    await until("the status bar in Spanish", () => count("[id*='referee.status'] [aria-label*='referencias verificadas'], [id*='referee.status'][aria-label*='referencias verificadas']"));
    await shot("spanish");
    log("the list and the status bar speak Spanish");
    await command("referee: Ir a una referencia…");
    await page.waitForSelector(".quick-input-list .monaco-list-row");
    await press("Escape");
    log("so do the commands");
    await command("Welcome: Open Walkthrough...");
    await page.waitForSelector(".quick-input-list .monaco-list-row");
    await type("Cinco minutos");
    await pause(300);
    await press("Enter");
    await until("the walkthrough", () => count("text=/se corrige una cita inventada/"));
    await shot("spanish-walkthrough");
    log("DONE");
  },
);
