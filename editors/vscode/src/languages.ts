/** The languages of drafts and bibliographies, and the documents that start the server. */

/** The language ids that referee reads. */
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

/** The substitute language for highlighting a document if no extension has a grammar for its own.
 * The server still determines the real format from the file extension. */
const STAND_INS: Readonly<Record<string, string>> = {
  quarto: "markdown",
  rmd: "markdown",
  typst: "referee-typst",
};

/** The part of an extension's manifest that lists its grammars. */
export interface Manifest {
  contributes?: { grammars?: { language?: string }[] };
}

/** Returns the substitute language of a document; `undefined` if the document keeps its own. */
export function standInLanguage(language: string, manifests: Iterable<Manifest>): string | undefined {
  const wanted = STAND_INS[language];
  if (wanted === undefined) return undefined;
  for (const { contributes } of manifests) {
    const grammars = contributes?.grammars;
    if (Array.isArray(grammars) && grammars.some((grammar) => grammar.language === language)) return undefined;
  }
  return wanted;
}

/** Matches files of a source tree that are Markdown or plain text but not drafts. */
const SOURCE_TREE_FILES =
  /^(readme|changelog|changes|history|licen[cs]e|copying|notice|contributing|code_of_conduct|security|support|authors|codeowners|todo|requirements[\w-]*|constraints|cmakelists|robots|third[-_ ]?party.*)([.-][\w-]+)*$/i;

/** Matches a citation, an identifier or a bibliography in the metadata. */
const CITATION = /\[-?@|(^|[\s([;])@\w[\w:.-]*|\\cite|\bdoi:|doi\.org\/|\bPMID\b|^(bibliography|references|referee):/im;

/** Whether the server starts for a document: one in any of its languages, except a README without
 * citations. */
export function isReviewable(document: { languageId: string; fileName: string; text: () => string }): boolean {
  if (!LANGUAGES.includes(document.languageId)) return false;
  if (document.languageId !== "markdown" && document.languageId !== "plaintext") return true;
  const name = document.fileName.split(/[\\/]/).pop() ?? "";
  return !SOURCE_TREE_FILES.test(name) || CITATION.test(document.text());
}
