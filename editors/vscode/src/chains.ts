/** The contents of the list of hypotheses, independent of the editor for tests. */

/** A chain offered by the server. */
export interface Chain {
  /** The argument with which the command inserts it. */
  id: string;
  /** `lisinopril → ACE → hypertension`. */
  chain: string;
  /** `less hypertension`. */
  outcome?: string;
  /** The number of papers for the chain, and against it. */
  for?: number;
  against?: number;
  /** `stated` or `named-together`. */
  tier?: string;
  /** The quotations of its steps. */
  quotes?: string[];
}

/** A name in the question that the server does not know. */
export interface UnknownName {
  name: string;
}

/** What the server says is missing if it writes nothing. */
export interface Missing {
  question?: string;
  unknown?: UnknownName[];
  /** Relations that the evidence does not state. */
  gaps?: string[];
  /** Whether online services were searched. */
  online?: boolean;
  message?: string;
}

/** The answer of the server that offers a choice. */
export interface HypothesesOffer extends Missing {
  hypotheses?: Chain[];
}

/** The kinds of an entity, in the order of a mechanism. */
export const KINDS = ["drug", "target", "process", "condition"] as const;
export type Kind = (typeof KINDS)[number];

/** Whether an answer offers a choice of chains. */
export function isOffer(answer: unknown): answer is HypothesesOffer {
  return typeof answer === "object" && answer !== null && Array.isArray((answer as HypothesesOffer).hypotheses);
}

/** Whether an answer says why nothing was written. */
export function isMissing(answer: unknown): answer is Missing {
  return typeof answer === "object" && answer !== null && Array.isArray((answer as Missing).unknown);
}

/** Returns a chain with its outcome. */
export function chainLabel({ chain, outcome }: Chain): string {
  return outcome === undefined || outcome === "" ? chain : `${chain}: ${outcome}`;
}

/** The texts about the papers of a chain, in the author's language. */
export interface PaperWords {
  stated: (papersFor: number, papersAgainst: number) => string;
  together: (papers: number) => string;
}

/** Returns the papers and the tier of a chain. */
export function chainDescription(chain: Chain, words: PaperWords): string {
  // A chain of the tier `named-together` counts papers that mention both ends, but none in favour.
  if (chain.tier === "named-together") return words.together(chain.for ?? 0);
  return words.stated(chain.for ?? 0, chain.against ?? 0);
}
