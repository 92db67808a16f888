// Packs the extension: `node scripts/package.mjs [--target linux-x64 --server PATH] [--out FOLDER]`.
// Without a target the package does not contain the program and uses the one on PATH.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("../", import.meta.url));
const root = path.join(here, "../..");
const option = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const target = option("--target");
const server = option("--server");
const out = path.resolve(option("--out") ?? path.join(here, "out"));
if ((target === undefined) !== (server === undefined)) {
  console.error("--target and --server go together");
  process.exit(2);
}

fs.rmSync(path.join(here, "server"), { recursive: true, force: true });
if (server !== undefined) {
  const name = target.startsWith("win32") ? "referee.exe" : "referee";
  fs.mkdirSync(path.join(here, "server"));
  fs.copyFileSync(server, path.join(here, "server", name));
  fs.chmodSync(path.join(here, "server", name), 0o755);
}
// Files that the package needs from the rest of the project.
fs.cpSync(path.join(root, "docs/examples/metformin"), path.join(here, "example"), { recursive: true });
const licences = ["LICENSE-MIT", "LICENSE-APACHE"].map((name) => fs.readFileSync(path.join(root, name), "utf8"));
const either = "referee may be used under the MIT licence or under the Apache licence, as you choose. Both follow.\n";
fs.writeFileSync(path.join(here, "LICENSE.txt"), [either, ...licences].join("\n----\n\n"));

fs.mkdirSync(out, { recursive: true });
const { version } = JSON.parse(fs.readFileSync(path.join(here, "package.json"), "utf8"));
const file = path.join(out, `referee-${version}${target === undefined ? "" : `-${target}`}.vsix`);
const vsce = path.join(here, "node_modules/@vscode/vsce/vsce");
const args = [vsce, "package", "--no-dependencies", "--out", file];
if (target !== undefined) args.push("--target", target);
try {
  execFileSync(process.execPath, args, { cwd: here, stdio: "inherit" });
} finally {
  fs.rmSync(path.join(here, "server"), { recursive: true, force: true });
}
console.log(file);
