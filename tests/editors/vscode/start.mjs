// Follows docs/start.md in a VS Code in Spanish: its steps with the network denied, the question,
// and the same steps with the network allowed. The services are simulated.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { hands } from "./hands.mjs";
import { hears } from "./spoken.mjs";
import { inWorkbench, log, pause, until } from "./workbench.mjs";

const folder = process.env.EDITOR_TEST_FOLDER;
const read = (name) => fs.readFileSync(path.join(folder, name), "utf8");
const requests = () => execFileSync(process.env.EDITOR_TEST_BINARY, ["egress"]).toString();

await inWorkbench(
  {
    folder,
    open: "paper.md",
    language: "es",
    extensions: [process.env.EDITOR_TEST_VSIX],
    settings: { "referee.network": "deny" },
  },
  async (page, change) => {
    const { answer, command, count, find, fixes, message, press, quietly, shot, toText, type } = hands(page);
    const references = page.locator(".pane", { hasText: "Referencias" });
    const status = () => page.locator("[id*='referee.status'] a").first().getAttribute("aria-label");
    const saved = (what, wanted) =>
      until(what, async () => {
        await press("Control+Alt+s");
        await pause(200);
        return wanted(read("paper.md"));
      });
    /** Follows the page in the editor: the squiggles, the list, the first fix of the undefined key,
     * one undo. */
    const followPage = async () => {
      await until("a squiggle", () => count(".squiggly-error"));
      for (const group of ["Retractadas o con expresión de preocupación (1)", "Identificador de otro trabajo (1)", "Citadas sin entrada (1)", "Verificadas (4)"]) {
        await until(group, () => references.locator(".monaco-list-row", { hasText: group }).count());
      }
      const before = read("paper.md");
      await find("knowler2020");
      await press("ArrowLeft");
      const first = await fixes();
      if (!first.includes("knowler2002")) throw new Error(`the first fix is ${first}`);
      await press("Enter");
      await saved("the mended file", (text) => text === before.replace("@knowler2020", "@knowler2002"));
      await toText();
      await press("Control+z");
      await saved("the file as it was", (text) => text === before);
    };

    /** *Ignorar este hallazgo…* asks for the reason, and writes it. */
    const silence = async () => {
      const before = read("paper.md");
      await find("knowler2020");
      await press("ArrowLeft");
      await fixes();
      const action = page.locator(".action-widget .monaco-list-row.action.focused");
      await until("the way to silence it", async () => {
        if ((await action.count()) && /Ignorar este hallazgo .*…/.test(await action.innerText())) return true;
        await press("ArrowDown");
        await pause(200);
      });
      await press("Enter");
      await page.waitForSelector(".quick-input-widget:visible input");
      await type("la entrada llega con la próxima versión");
      await press("Enter");
      await pause(300);
      const reasoned = "referee:ignore citation/undefined-key la entrada llega con la próxima versión";
      await saved("the comment with its reason", (text) => text.includes(reasoned));
      await toText();
      await press("Control+z");
      await saved("the file as it was", (text) => text === before);
    };

    await page.locator(".activitybar .action-label[aria-label='referee']").first().click();
    await until("the counts", async () => /^4 verificadas, 5 por revisar, 1 sin comprobar$/.test(String(await status())));
    await followPage();
    if (await count(".notification-toast")) throw new Error(`it said: ${await page.locator(".notification-toast").allInnerTexts()}`);
    await command("referee: Verificar todas las referencias");
    const denied = await message("Referencias: 4 verificadas, 5 por revisar, 1 sin comprobar.");
    if (!denied.includes("No se consultó nada en línea: el ajuste `network` es `deny`.")) throw new Error(`it says: ${denied}`);
    await quietly();
    if (requests().includes("127.0.0.1")) throw new Error(`a service was asked: ${requests()}`);
    log("with the network denied the page is followed, nobody is asked and nothing leaves");
    await silence();
    log("a finding is silenced with a reason in Spanish as well");

    change({ "referee.network": "ask" });
    const question = await message("¿Consultar en línea");
    for (const told of ["A: 127.0.0.1", "nunca su texto"]) {
      if (!question.includes(told)) throw new Error(`the question does not say ${told}: ${question}`);
    }
    await hears(page, "the answers", "button", /¿Consultar en línea/, [/^Permitir$/, /^Ahora no$/, /^Nunca en esta área de trabajo$/]);
    await until("the offer in the status bar", async () => /Consultar 1 referencia en línea/.test(String(await status())));
    await shot("spanish");
    if (requests().includes("127.0.0.1")) throw new Error(`asked before the author was: ${requests()}`);
    await answer("¿Consultar en línea", "Permitir");
    await until("a service to be asked", () => requests().includes("127.0.0.1"));
    await until("nothing to be offered any more", async () => !/en línea/.test(String(await status())));
    await followPage();
    await quietly();
    await command("referee: Verificar todas las referencias");
    const told = await message(/\d+ verificadas, \d+ por revisar, \d+ sin comprobar\./);
    const counted = /^(\d+) verificadas, (\d+) por revisar, (\d+) sin comprobar$/.exec(String(await status()));
    if (!counted || !told.includes(`${counted[1]} verificadas, ${counted[2]} por revisar, ${counted[3]} sin comprobar.`)) {
      throw new Error(`it says ${told}, and the status bar ${await status()}`);
    }
    if (told.includes("No se consultó nada")) throw new Error(`it says: ${told}`);
    await quietly();
    log("with the network allowed the page is followed as well, after a question in Spanish");

    await command("referee: Insertar una cita…");
    await page.waitForSelector(".quick-input-widget input[placeholder*='Busque por']");
    await press("Escape");
    await toText();
    await command("Welcome: Open Walkthrough...");
    await page.waitForSelector(".quick-input-list .monaco-list-row");
    await type("Cinco minutos");
    await pause(300);
    await press("Enter");
    await until("the walkthrough", () => count("text=/Vea cómo referee detecta y corrige una cita inventada/"));
    await hears(page, "the steps of the walkthrough", "checkbox", undefined, [
      /Abra un borrador para empezar/,
      /Ver una cita que no existe/,
      /Consultar las referencias en línea/,
    ]);
    await until("the page of a step", async () => {
      const words = (frame) => frame.locator("text=/referee revisa mientras escribe/").count().catch(() => 0);
      return (await Promise.all(page.frames().map(words))).some((number) => number > 0);
    });
    await until("the references beside it", () => references.locator(".monaco-list-row", { hasText: "Verificadas (4)" }).count());
    await shot("spanish-walkthrough");
    log("commands and walkthrough are Spanish");
    log("DONE");
  },
);
