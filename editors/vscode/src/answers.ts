/** The arguments of server commands, and the handling of their answers. A command either edits the
 * text itself and returns a message, or answers with a text to read. docs/editors/protocol.md
 * describes them; src/cite.ts handles the command that answers with a list of works. */

import * as vscode from "vscode";
import type { Documents } from "./documents";
import type { EvidenceView, Work } from "./evidence";

/** Commands that need a question from the author; the default is the title of the draft. */
const questions = (): Record<string, string> => ({
  "referee.hypothesize": vscode.l10n.t("Which question should the hypotheses answer?"),
  "referee.insertReport": vscode.l10n.t("Which question should the report answer?"),
  "referee.insertReportSection": vscode.l10n.t("Which question should the section answer?"),
  "referee.research": vscode.l10n.t("Which question should be researched?"),
  "referee.showEvidence": vscode.l10n.t("The evidence for which question?"),
});

/** The sections of a report in order, with their labels and the ids of the server. */
const sections = (): { label: string; section: string }[] => [
  { label: vscode.l10n.t("Summary"), section: "summary" },
  { label: vscode.l10n.t("Question"), section: "question" },
  { label: vscode.l10n.t("Methodology"), section: "methodology" },
  { label: vscode.l10n.t("Hypotheses"), section: "hypotheses" },
  { label: vscode.l10n.t("Mechanistic findings"), section: "mechanistic" },
  { label: vscode.l10n.t("Clinical findings"), section: "clinical" },
  { label: vscode.l10n.t("Candidates"), section: "candidates" },
  { label: vscode.l10n.t("Limitations"), section: "limitations" },
  { label: vscode.l10n.t("Conclusion"), section: "conclusion" },
  { label: vscode.l10n.t("References"), section: "references" },
];

/** The views that show answers. */
export interface Shown {
  documents: Documents;
  evidence: EvidenceView;
}

interface Answer {
  message?: string;
  /** The title of the inserted text. */
  title?: string;
  /** The reason why a search ended. */
  stop?: string;
  question?: string;
  text?: string;
  language?: string;
  evidence?: Work[];
  /** The number of removed comments. */
  removed?: number;
  /** Whether a passage would have different text now. */
  changed?: boolean;
  /** Whether it was edited by hand; it is not overwritten then. */
  edited?: boolean;
  /** Whether it was rewritten. */
  applied?: boolean;
}

/** Returns the arguments of a command from the palette or a key: the author's position and
 * question. `undefined` if the author cancelled. */
export async function argument(command: string): Promise<unknown[] | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t("referee: open a draft first ({0} works on it).", command));
    return undefined;
  }
  const { document, selection } = editor;
  const place = (at: vscode.Position) => ({ line: at.line, character: at.character });
  const range = selection.isEmpty ? undefined : { start: place(selection.start), end: place(selection.end) };
  const order = { uri: document.uri.toString(), position: place(selection.active), range };
  const chooses = command === "referee.insertReportSection";
  const chosen = chooses ? await vscode.window.showQuickPick(sections(), { placeHolder: vscode.l10n.t("Which section?") }) : undefined;
  if (chooses && chosen === undefined) return undefined;
  const section = chosen?.section;
  const prompt = questions()[command];
  if (prompt === undefined) return [order];
  const placeHolder = vscode.l10n.t("Leave empty to use the draft's title");
  const question = await vscode.window.showInputBox({ prompt, placeHolder, ignoreFocusOut: true });
  return question === undefined ? undefined : [{ ...order, section, question }];
}

/** The author's decision after an answer: the work to cite, found for the sentence or for other
 * words, or the consent to rewrite a passage. */
export type More = { id: string; question?: string } | { apply: true };

/** Handles an answer. `again` executes the same command with the author's decision. */
export async function answer(
  result: unknown,
  again: (more: More) => Thenable<unknown>,
  shown: Shown,
): Promise<unknown> {
  const said = (typeof result === "string" ? { message: result } : result) as Answer | null | undefined;
  if (typeof said !== "object" || said === null) return result;
  if (Array.isArray(said.evidence)) {
    await shown.evidence.show({ ...said, evidence: said.evidence });
    return result;
  }
  if (typeof said.text === "string") {
    await shown.documents.show({ title: said.question, text: said.text, language: said.language });
  }
  const removed = said.removed === undefined ? undefined : vscode.l10n.t("{0} comments were removed.", said.removed);
  const message = said.message ?? said.title ?? said.stop ?? removed;
  if (said.changed === true && said.edited === false && said.applied === false) {
    const anew = vscode.l10n.t("Rewrite");
    const decided = await vscode.window.showInformationMessage(`referee: ${message ?? vscode.l10n.t("The passage would change.")}`, anew);
    return decided === anew ? again({ apply: true }) : result;
  }
  if (message !== undefined) void vscode.window.showInformationMessage(`referee: ${message}`);
  return result;
}
