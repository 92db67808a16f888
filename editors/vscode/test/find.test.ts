import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { find, reaching, type Surroundings } from "../src/find";

function folder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), "referee-find-"));
}

function program(...parts: string[]): string {
  const file = path.join(...parts);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, "");
  fs.chmodSync(file, 0o755);
  return file;
}

function surroundings(more: Partial<Surroundings>): Surroundings {
  const nothing = folder();
  return { setting: "", extension: nothing, platform: "linux", home: nothing, environment: {}, ...more };
}

test("the program in the package comes before the one on PATH", () => {
  const [extension, onPath] = [folder(), folder()];
  const packed = program(extension, "server", "referee");
  program(onPath, "referee");
  const found = find(surroundings({ extension, environment: { PATH: onPath } }));
  assert.equal(found.program, packed);
});

test("a path in the setting is the only place that is looked at", () => {
  const onPath = folder();
  program(onPath, "referee");
  const found = find(surroundings({ setting: "/nowhere/referee", environment: { PATH: onPath } }));
  assert.equal(found.program, undefined);
  assert.deepEqual(found.looked.map(({ path }) => path), ["/nowhere/referee"]);
});

test("a relative folder on PATH gives no program: it could be the workspace's", () => {
  const found = find(surroundings({ environment: { PATH: `.${path.delimiter}bin` } }));
  assert.equal(found.program, undefined);
});

test("cargo's folder is looked at last, and a file that cannot be run is no program", () => {
  const home = folder();
  const installed = program(home, ".cargo", "bin", "referee");
  assert.equal(find(surroundings({ home })).program, installed);
  fs.chmodSync(installed, 0o644);
  assert.equal(find(surroundings({ home })).program, undefined);
});

test("the folder of the program comes last on PATH, and once", () => {
  const extended = reaching({ Path: ["/a", "/b"].join(path.delimiter), HOME: "/h" }, "/c");
  assert.deepEqual(extended, { Path: ["/a", "/b", "/c"].join(path.delimiter), HOME: "/h" });
  assert.equal(reaching(extended, "/b"), extended);
  assert.deepEqual(reaching({}, "/c"), { PATH: "/c" });
});
