/** The languages of drafts and bibliographies, and for which documents the server starts. */

/** The language ids of what referee reads. */
export const LANGUAGES = [
  "markdown",
  "quarto",
  "rmd",
  "latex",
  "tex",
  "typst",
  "org",
  "restructuredtext",
  "bibtex",
  "plaintext",
  "clinical-note",
  "referee-typst",
];

/** The language that a document is shown as while no extension has a grammar for its own. The server goes by the ending
 * of the file's name and reads it as what it is. */
const STAND_INS: Readonly<Record<string, string>> = {
  quarto: "markdown",
  rmd: "markdown",
  typst: "referee-typst",
};

/** The part of an extension's manifest that tells which languages it has grammars for. */
export interface Manifest {
  contributes?: { grammars?: { language?: string }[] };
}

/** The language that a document is shown as; `undefined` where it stays what it is. */
export function standInLanguage(language: string, manifests: Iterable<Manifest>): string | undefined {
  const wanted = STAND_INS[language];
  if (wanted === undefined) return undefined;
  for (const { contributes } of manifests) {
    const grammars = contributes?.grammars;
    if (Array.isArray(grammars) && grammars.some((grammar) => grammar.language === language)) return undefined;
  }
  return wanted;
}

/** Names of files of a program's source that are Markdown or plain text and no drafts. */
const SOURCE_TREE_FILES =
  /^(readme|changelog|changes|history|licen[cs]e|copying|notice|contributing|code_of_conduct|security|support|authors|codeowners|todo|requirements[\w-]*|constraints|cmakelists|robots|third[-_ ]?party.*)([.-][\w-]+)*$/i;

/** A citation, an identifier or a named bibliography. */
const CITATION = /\[-?@|(^|[\s([;])@\w[\w:.-]*|\\cite|\bdoi:|doi\.org\/|\bPMID\b|^(bibliography|references|referee):/im;

/** Whether the server starts for a document: one in any of its languages, but no README that cites nothing. */
export function isReviewable(document: { languageId: string; fileName: string; text: () => string }): boolean {
  if (!LANGUAGES.includes(document.languageId)) return false;
  if (document.languageId !== "markdown" && document.languageId !== "plaintext") return true;
  const name = document.fileName.split(/[\\/]/).pop() ?? "";
  return !SOURCE_TREE_FILES.test(name) || CITATION.test(document.text());
}
