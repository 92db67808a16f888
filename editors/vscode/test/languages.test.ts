import assert from "node:assert/strict";
import { test } from "node:test";
import { isReviewable, standInLanguage } from "../src/languages";

const document = (languageId: string, fileName: string, text = "") => ({ languageId, fileName, text: () => text });

test("drafts, notes and bibliographies are reviewed, whatever they are called", () => {
  for (const [language, name] of [
    ["markdown", "/p/paper.md"],
    ["plaintext", "/p/tumour board.txt"],
    ["plaintext", "Untitled-1"],
    ["quarto", "/p/README.qmd"],
    ["org", "/p/notes.org"],
    ["restructuredtext", "/p/index.rst"],
    ["bibtex", "/p/refs.bib"],
  ] as const) {
    assert.ok(isReviewable(document(language, name)), name);
  }
});

test("what belongs to a program's source is left alone unless it cites", () => {
  for (const name of ["README.md", "C:\\code\\CHANGELOG.md", "/p/requirements-dev.txt", "/p/CMakeLists.txt", "/p/LICENSE"]) {
    assert.ok(!isReviewable(document("markdown", name, "Mail me at ada@example.org.\n")), name);
    assert.ok(!isReviewable(document("plaintext", name, "numpy==2.0\n")), name);
  }
  for (const text of ["As shown [@smith2020].", "See https://doi.org/10.1000/x", "bibliography: refs.bib", "(@okafor1998)"]) {
    assert.ok(isReviewable(document("markdown", "/p/README.md", text)), text);
  }
  assert.ok(!isReviewable(document("rust", "/p/main.rs", "[@smith2020]")));
});

test("a language without a grammar is shown as one that has one", () => {
  const nobody = [{}, { contributes: { grammars: [{ language: "markdown" }] } }];
  assert.equal(standInLanguage("quarto", nobody), "markdown");
  assert.equal(standInLanguage("rmd", nobody), "markdown");
  assert.equal(standInLanguage("typst", nobody), "referee-typst");
  assert.equal(standInLanguage("latex", nobody), undefined);
  const proper = [...nobody, { contributes: { grammars: [{ language: "quarto" }] } }];
  assert.equal(standInLanguage("quarto", proper), undefined);
});
