/** What a command of the server is given, and what is done with its answer. A command edits the text by itself and
 * says what it did, or answers with a text to read, or with candidates to choose from: what was chosen goes back with
 * the same command. docs/editors/protocol.md describes it. */

import * as vscode from "vscode";
import type { Documents } from "./documents";
import type { EvidenceView, Work } from "./evidence";

/** Commands that answer a question of the author. Without one it is the draft's title. */
const QUESTIONS: Record<string, string> = {
  "referee.hypothesize": "Which question should the hypotheses answer?",
  "referee.insertReport": "Which question should the report answer?",
  "referee.insertReportSection": "Which question should the section answer?",
  "referee.research": "Which question should be researched?",
  "referee.showEvidence": "The evidence for which question?",
};

/** The sections of a report, in its order. */
const SECTIONS = [
  "summary",
  "question",
  "methodology",
  "hypotheses",
  "mechanistic",
  "clinical",
  "candidates",
  "limitations",
  "conclusion",
  "references",
];

interface Candidate {
  id: string;
  label?: string;
  title?: string;
  authors?: string[];
  journal?: string | null;
  year?: number | null;
  url?: string | null;
  study?: string;
  notices?: string[];
  passage?: { text: string } | null;
}

/** Where answers are shown. */
export interface Shown {
  documents: Documents;
  evidence: EvidenceView;
}

interface Answer {
  message?: string;
  /** What was inserted. */
  title?: string;
  /** Why a search ended. */
  stop?: string;
  question?: string;
  text?: string;
  language?: string;
  candidates?: Candidate[];
  evidence?: Work[];
  /** How many comments were removed. */
  removed?: number;
  /** Whether a passage would say something else now. */
  changed?: boolean;
  /** Whether it was edited by hand: then nothing is written over it. */
  edited?: boolean;
  /** Whether it was written anew. */
  applied?: boolean;
}

/** Where the author is, and what they ask: the argument of a command that comes from the palette or a key.
 * `undefined` when the author gave up. */
export async function argument(command: string): Promise<unknown[] | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage(`referee: open a draft first (${command} works on it).`);
    return undefined;
  }
  const { document, selection } = editor;
  const place = (at: vscode.Position) => ({ line: at.line, character: at.character });
  const range = selection.isEmpty ? undefined : { start: place(selection.start), end: place(selection.end) };
  const order = { uri: document.uri.toString(), position: place(selection.active), range };
  const chooses = command === "referee.insertReportSection";
  const section = chooses ? await vscode.window.showQuickPick(SECTIONS, { placeHolder: "Which section?" }) : undefined;
  if (chooses && section === undefined) return undefined;
  const prompt = QUESTIONS[command];
  if (prompt === undefined) return [order];
  const placeHolder = "Empty: the title of the draft";
  const question = await vscode.window.showInputBox({ prompt, placeHolder, ignoreFocusOut: true });
  return question === undefined ? undefined : [{ ...order, section, question }];
}

/** What the author decided, having seen an answer: the work to cite, or that a passage is written anew. */
export type More = { id: string } | { apply: true };

/** Does what an answer asks for. `again` executes the same command with what was decided. */
export async function answer(
  result: unknown,
  again: (more: More) => Thenable<unknown>,
  shown: Shown,
): Promise<unknown> {
  const said: Answer | null = typeof result === "string" ? { message: result } : (result as Answer | null);
  if (said === null || said === undefined || typeof said !== "object") return result;
  if (Array.isArray(said.candidates)) return choose(said.candidates, again, shown.documents);
  if (Array.isArray(said.evidence)) {
    await shown.evidence.show({ ...said, evidence: said.evidence });
    return result;
  }
  if (typeof said.text === "string") {
    await shown.documents.show({ title: said.question, text: said.text, language: said.language });
  }
  const removed = said.removed === undefined ? undefined : `${said.removed} comments were removed.`;
  const message = said.message ?? said.title ?? said.stop ?? removed;
  if (said.changed === true && said.edited === false && said.applied === false) {
    const anew = "Write It Anew";
    const decided = await vscode.window.showInformationMessage(`referee: ${message ?? "The passage would change."}`, anew);
    return decided === anew ? again({ apply: true }) : result;
  }
  if (message !== undefined) void vscode.window.showInformationMessage(`referee: ${message}`);
  return result;
}

const READ: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("open-preview"), tooltip: "Read what is known of it" };
const OPEN: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("link-external"), tooltip: "Open its page" };

interface Item extends vscode.QuickPickItem {
  candidate: Candidate;
}

/** Lets the author choose a work; what is known of one can be read before. */
async function choose(candidates: Candidate[], again: (more: More) => Thenable<unknown>, documents: Documents): Promise<unknown> {
  if (candidates.length === 0) {
    void vscode.window.showInformationMessage("referee: no work that could be asked for fits this sentence.");
    return undefined;
  }
  const picker = vscode.window.createQuickPick<Item>();
  picker.placeholder = "Which work?";
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.ignoreFocusOut = true;
  picker.items = candidates.map((candidate) => ({
    label: candidate.label ?? candidate.title ?? candidate.id,
    description: [...(candidate.notices ?? []), candidate.study ?? ""].filter(Boolean).join(" · "),
    detail: candidate.passage?.text ?? candidate.title,
    buttons: candidate.url ? [READ, OPEN] : [READ],
    candidate,
  }));
  picker.onDidTriggerItemButton(({ button, item: { candidate } }) => {
    if (button === READ) void documents.show({ title: candidate.label ?? candidate.id, text: page(candidate) });
    else if (candidate.url) void vscode.env.openExternal(vscode.Uri.parse(candidate.url, true));
  });
  const chosen = await new Promise<Candidate | undefined>((done) => {
    picker.onDidAccept(() => {
      done(picker.selectedItems[0]?.candidate);
      picker.hide();
    });
    picker.onDidHide(() => done(undefined));
    picker.show();
  });
  picker.dispose();
  return chosen === undefined ? undefined : again({ id: chosen.id });
}

/** What is known of a work, as a page. Its words are data: nothing in them is a link or a mark. */
function page(candidate: Candidate): string {
  const plain = (text: string) => text.replace(/[\\`*_{}[\]<>()#+!|~-]/g, "\\$&");
  const source = [candidate.journal, candidate.year].filter(Boolean).join(", ");
  const lines = [
    `# ${plain(candidate.title ?? candidate.id)}`,
    plain((candidate.authors ?? []).join(", ")),
    plain(source),
    [...(candidate.notices ?? []), candidate.study ?? ""].filter(Boolean).join(" · "),
    candidate.passage ? `> ${plain(candidate.passage.text)}` : "",
    candidate.url ? `<${candidate.url.replace(/[<>\s]/g, encodeURIComponent)}>` : "",
  ];
  return lines.filter(Boolean).join("\n\n") + "\n";
}
