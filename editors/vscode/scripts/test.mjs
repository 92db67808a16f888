// Runs the unit tests: bundles each file of test/ and runs Node's test runner on the bundles.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("../", import.meta.url));
const out = fs.mkdtempSync(path.join(os.tmpdir(), "referee-unit-"));
try {
  const tests = fs.readdirSync(path.join(here, "test")).filter((name) => name.endsWith(".test.ts"));
  await build({
    entryPoints: tests.map((name) => path.join(here, "test", name)),
    bundle: true,
    platform: "node",
    format: "esm",
    outExtension: { ".js": ".mjs" },
    outdir: out,
    logLevel: "warning",
    define: { "process.env.EXTENSION": JSON.stringify(here) },
  });
  const files = fs.readdirSync(out).map((name) => path.join(out, name));
  const { status } = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  fs.rmSync(out, { recursive: true, force: true });
}
