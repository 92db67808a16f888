/** The citing sentences of a draft in the answer of `referee.checkSupport`, and their order. */

export interface Range {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

/** A passage of a cited work. */
export interface Passage {
  key: string | null;
  text: string;
  /** Where it is in a full text; null in an abstract. */
  place: { page: number | null; printed_page: number | null; section: string | null } | null;
  /** The reference that the passage itself gives. */
  primary?: string | null;
}

/** A cited work, and what it was compared by. */
export interface Source {
  key: string;
  title: string | null;
  compared: string;
  full_text: { file: string; version: string | null } | null;
  unknown: string | null;
}

/** A sentence that cites. */
export interface Sentence {
  sentence: string;
  /** How urgently a human should read it, from 0. */
  rank?: number;
  passages: Passage[];
  sources: Source[];
  objections: { kind: string; field?: string }[];
  range: Range | null;
  citations: { key: string | null; range: Range | null }[];
}

/** A hint about the whole draft: a number without a reference, a reference that no sentence needs. */
export interface Hint {
  kind: string;
  message: string;
  range: Range | null;
}

/** The groups of the view, the most urgent first, each with the last rank that belongs to it. */
export const STATES = [
  { id: "otherwise", last: 2, icon: "warning", color: "list.warningForeground" },
  { id: "none", last: 3, icon: "question" },
  { id: "unchecked", last: 4, icon: "circle-slash" },
  { id: "so", last: Infinity, icon: "pass" },
] as const;
export type StateId = (typeof STATES)[number]["id"];

/** Returns the group of a sentence. */
export function stateOfSentence(sentence: Sentence): StateId {
  return (STATES.find(({ last }) => (sentence.rank ?? 0) <= last) ?? STATES[0]).id;
}

/** Returns the sentences in the order in which a human should read them; equal ones keep theirs. */
export function byUrgency(sentences: Sentence[]): Sentence[] {
  return [...sentences].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
}

/** Returns the place of the citation of a work in a sentence, or else the first citation's. */
export function citationOf(sentence: Sentence, key: string | null): Range | null {
  const own = sentence.citations.find((citation) => citation.key !== null && citation.key === key);
  return (own ?? sentence.citations[0])?.range ?? sentence.range;
}

/** Returns the text of a sentence on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The words for where a passage is, in the author's language. */
export interface PlaceWords {
  page: (page: number) => string;
  abstract: string;
}

/** Returns where a passage is: `roe2019 · page 104 · Results`. */
export function placeOf({ key, place }: Passage, words: PlaceWords): string {
  const page = place?.printed_page ?? place?.page ?? null;
  const where = place === null ? [words.abstract] : [page === null ? "" : words.page(page), place.section ?? ""];
  return [key ?? "", ...where].filter(Boolean).join(" · ");
}
