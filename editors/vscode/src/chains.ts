/** What the list of hypotheses shows, apart from the editor: tests read it without one. */

/** A chain as the server offers it. */
export interface Chain {
  /** What the command takes to insert it. */
  id: string;
  /** `lisinopril → ACE → hypertension`. */
  chain: string;
  /** `less hypertension`. */
  outcome?: string;
  /** How many papers speak for it, and against it. */
  for?: number;
  against?: number;
  /** `stated` or `named-together`. */
  tier?: string;
  /** The quotations of its steps. */
  quotes?: string[];
}

/** A name of the question that the server does not know. */
export interface UnknownName {
  name: string;
}

/** What the server answers where a choice is wanted. */
export interface HypothesesOffer {
  question?: string;
  hypotheses?: Chain[];
  unknown?: UnknownName[];
  /** What the evidence does not say. */
  gaps?: string[];
  /** Whether online services were searched. */
  online?: boolean;
  message?: string;
}

/** The kinds of a name, in the order of a mechanism. */
export const KINDS = ["drug", "target", "process", "condition"] as const;
export type Kind = (typeof KINDS)[number];

/** Whether an answer offers chains to choose from. */
export function isOffer(answer: unknown): answer is HypothesesOffer {
  return typeof answer === "object" && answer !== null && Array.isArray((answer as HypothesesOffer).hypotheses);
}

/** A chain with what comes of it. */
export function chainLabel({ chain, outcome }: Chain): string {
  return outcome === undefined || outcome === "" ? chain : `${chain}: ${outcome}`;
}

/** The words for the papers of a chain, in the author's language. */
export interface PaperWords {
  stated: (papersFor: number, papersAgainst: number) => string;
  together: (papers: number) => string;
}

/** The papers and the tier of a chain. */
export function chainDescription(chain: Chain, words: PaperWords): string {
  // A chain that is only named together has papers that name both ends, and none for it.
  if (chain.tier === "named-together") return words.together(chain.for ?? 0);
  return words.stated(chain.for ?? 0, chain.against ?? 0);
}
