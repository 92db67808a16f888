// Broad coverage: a second extension runs driver/suite.js in the real extension host and writes the
// results.
import fs from "node:fs";
import path from "node:path";
import { inWorkbench, log, until } from "./workbench.mjs";

const result = path.join(process.env.EDITOR_TEST_SCRATCH, `result-${process.env.EDITOR_TEST_SUITE}.json`);
await inWorkbench(
  {
    folder: process.env.EDITOR_TEST_FOLDER,
    extensions: [process.env.EDITOR_TEST_VSIX, process.env.EDITOR_TEST_DRIVER],
    settings: { "referee.network": "deny" },
    installed: process.env.EDITOR_TEST_BINARY,
    environment: { EDITOR_TEST_RESULT: result },
  },
  async () => {
    await until("the result of the suite", () => fs.existsSync(result), 300000);
    const { version, tests } = JSON.parse(fs.readFileSync(result, "utf8"));
    log("VS Code", version);
    for (const { name, error } of tests) log(error === undefined ? "ok" : "FAILED", name, error ?? "");
    if (tests.length === 0 || tests.some(({ error }) => error !== undefined)) throw new Error("the suite failed");
    log("DONE");
  },
);
