/** The languages of drafts and bibliographies, and what a document must hold for the server to start for it. */

/** The languages that referee reads, as CONTRACT of the server names them. */
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

/** What a document of a language is shown as while no extension has a grammar for that language. The server goes by the
 * ending of the file's name and reads it as what it is. */
export const STAND_INS: Readonly<Record<string, string>> = {
  quarto: "markdown",
  rmd: "markdown",
  typst: "referee-typst",
};

/** The part of an extension's manifest that tells which languages it has grammars for. */
export interface Manifest {
  contributes?: { grammars?: { language?: string }[] };
}

/** The language that a document is shown as; `undefined` where it stays what it is. */
export function standIn(language: string, manifests: Iterable<Manifest>): string | undefined {
  const wanted = STAND_INS[language];
  if (wanted === undefined) return undefined;
  for (const { contributes } of manifests) {
    const grammars = contributes?.grammars;
    if (Array.isArray(grammars) && grammars.some((grammar) => grammar.language === language)) return undefined;
  }
  return wanted;
}

/** Files of a program's source that are Markdown or plain text and no drafts. */
const NO_DRAFTS =
  /^(readme|changelog|changes|history|licen[cs]e|copying|notice|contributing|code_of_conduct|security|support|authors|codeowners|todo|requirements[\w-]*|constraints|cmakelists|robots|third[-_ ]?party.*)([.-][\w-]+)*$/i;

/** What a citation, an identifier or a named bibliography looks like. */
const CITES = /\[-?@|(^|[\s([;])@\w[\w:.-]*|\\cite|\bdoi:|doi\.org\/|\bPMID\b|^(bibliography|references|referee):/im;

/** Whether a document can hold something for referee: any of its languages, but no README that cites nothing. */
export function hasSomething(document: { languageId: string; fileName: string; text: () => string }): boolean {
  if (!LANGUAGES.includes(document.languageId)) return false;
  if (document.languageId !== "markdown" && document.languageId !== "plaintext") return true;
  const name = document.fileName.split(/[\\/]/).pop() ?? "";
  return !NO_DRAFTS.test(name) || CITES.test(document.text());
}
