import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

const folder = process.env.EXTENSION ?? "";

/** Returns the first arguments of `vscode.l10n.t(…)` in the source, without duplicates. */
function messages(): string[] {
  const source = path.join(folder, "src");
  const texts = fs.readdirSync(source).map((name) => fs.readFileSync(path.join(source, name), "utf8"));
  const calls = texts.flatMap((text) => [...text.matchAll(/(?:l10n\.|[^\w.])t\(\s*"((?:[^"\\]|\\.)*)"/g)]);
  return [...new Set(calls.map(([, message]) => JSON.parse(`"${message ?? ""}"`) as string))];
}

const json = (name: string) => JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")) as Record<string, string>;
const placeholders = (text: string) => [...text.matchAll(/\{\d+\}|\]\(command:[^)]*\)/g)].map(([found]) => found).sort();

test("every message of the source is there in Spanish, and no other", () => {
  const spanish = json("l10n/bundle.l10n.es.json");
  assert.deepEqual(Object.keys(spanish).sort(), messages().sort());
  for (const [english, said] of Object.entries(spanish)) {
    assert.deepEqual(placeholders(said), placeholders(english), english);
  }
});

test("every text of the manifest is there in both languages", () => {
  const manifest = fs.readFileSync(path.join(folder, "package.json"), "utf8");
  const wanted = [...manifest.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? "");
  const [english, spanish] = [json("package.nls.json"), json("package.nls.es.json")];
  assert.deepEqual([...new Set(wanted)].sort(), Object.keys(english).sort());
  assert.deepEqual(Object.keys(spanish).sort(), Object.keys(english).sort());
  for (const [key, said] of Object.entries(spanish)) {
    assert.deepEqual(placeholders(said), placeholders(english[key] ?? ""), key);
  }
});

test("every page of the walkthrough has a Spanish one beside it, where the editor looks for it", () => {
  const pages = fs.readdirSync(path.join(folder, "walkthrough"));
  const english = pages.filter((name) => !name.includes(".nls."));
  assert.deepEqual(
    pages.filter((name) => name.includes(".nls.")).sort(),
    english.map((name) => name.replace(/\.md$/, ".nls.es.md")).sort(),
  );
});

test("every step of the walkthrough can be ticked", () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")) as {
    contributes: { walkthroughs: { steps: { id: string; completionEvents?: string[] }[] }[] };
  };
  for (const step of manifest.contributes.walkthroughs.flatMap(({ steps }) => steps)) {
    assert.ok((step.completionEvents ?? []).length > 0, step.id);
  }
});
