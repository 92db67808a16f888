// The program is missing, too old, or exits at once: each time the author gets instructions, and
// can keep writing.
import fs from "node:fs";
import path from "node:path";
import { hands } from "./hands.mjs";
import { inWorkbench, log, until } from "./workbench.mjs";

const folder = process.env.EDITOR_TEST_FOLDER;
const scratch = process.env.EDITOR_TEST_SCRATCH;
const program = (name, text) => {
  const file = path.join(scratch, name);
  fs.writeFileSync(file, text, { mode: 0o755 });
  return file;
};
const runs = path.join(scratch, "runs");
const crashing = program("crashing", `#!/bin/sh\nprintf x >> "${runs}"\nexit 3\n`);
// Speaks the protocol without the requests of the views.
const old = program(
  "old",
  `#!${process.execPath}
let input = Buffer.alloc(0);
process.stdin.on("data", (data) => {
  input = Buffer.concat([input, data]);
  for (;;) {
    const end = input.indexOf("\\r\\n\\r\\n");
    const length = end < 0 ? NaN : Number(/Content-Length: (\\d+)/i.exec(input.subarray(0, end).toString())[1]);
    if (!(input.length >= end + 4 + length)) return;
    const { id, method } = JSON.parse(input.subarray(end + 4, end + 4 + length).toString());
    input = input.subarray(end + 4 + length);
    if (method === "exit") process.exit(0);
    if (id === undefined || method === undefined) continue;
    const result = method === "initialize" ? { capabilities: {}, serverInfo: { name: "referee", version: "0.0.1" } } : null;
    const body = JSON.stringify({ jsonrpc: "2.0", id, result });
    process.stdout.write("Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n" + body);
  }
});
`,
);
const withProgram = (file) => ({ "referee.network": "deny", "referee.server.path": file });

await inWorkbench(
  {
    folder,
    open: "paper.md",
    extensions: [process.env.EDITOR_TEST_VSIX],
    settings: withProgram("/no/such/referee"),
  },
  async (page, change) => {
    const { command, count, message, press, quietly, shot, toText, type } = hands(page);
    const said = await message("it was not found at");
    if (!said.includes("/no/such/referee (setting referee.server.path)")) throw new Error(said);
    await shot("missing");
    await toText();
    await press("Control+End");
    await type("Words.");
    await press("Control+s");
    const paper = path.join(folder, "paper.md");
    await until("the words on disk", () => fs.readFileSync(paper, "utf8").includes("Words."));
    await command("View: Show referee");
    await until("what to do", () => count(".pane .monaco-button:has-text('How to Install')"));
    await quietly();
    log("a missing program is said, with the places looked at, and the author writes on");

    change(withProgram(old));
    await message("0.0.1 is too old");
    await quietly();
    log("a program that is too old is said");

    change(withProgram(crashing));
    await message("will not restart");
    const times = fs.readFileSync(runs, "utf8").length;
    if (times !== 6) throw new Error(`it was started ${times} times`);
    await quietly();
    log("a program that ends at once is given up after a few tries");

    change(withProgram(process.env.EDITOR_TEST_BINARY));
    await until("a squiggle", () => count(".squiggly-error"));
    log("the right one is taken without a restart of the editor");
    log("DONE");
  },
);
