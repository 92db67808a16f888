/** What a command of the server is given, and what is done with its answer. A command edits the text by itself and
 * answers nothing, or answers with a message, a document to show, or candidates to choose from: the choice goes back
 * with the same command. docs/editors/protocol.md describes it. */

import * as vscode from "vscode";
import type { Documents } from "./documents";

/** Commands that answer a question of the author. */
const QUESTIONS: Record<string, string> = {
  "referee.hypothesize": "Which question should the hypotheses answer?",
  "referee.insertReport": "Which question should the report answer?",
  "referee.research": "Which question should be researched?",
};

interface Candidate {
  id: unknown;
  label?: string;
  title?: string;
  detail?: string;
  preview?: string;
}

interface Answer {
  message?: string;
  prompt?: string;
  candidates?: Candidate[];
  document?: { title?: string; text: string; language?: string };
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
  const prompt = QUESTIONS[command];
  const query = prompt && (await vscode.window.showInputBox({ prompt, ignoreFocusOut: true }));
  if (prompt !== undefined && query === undefined) return undefined;
  return [{ uri: document.uri.toString(), position: place(selection.active), range, query }];
}

/** Does what an answer asks for. */
export async function answer(
  result: unknown,
  again: (choice: unknown) => Thenable<unknown>,
  documents: Documents,
): Promise<unknown> {
  const said: Answer | undefined =
    typeof result === "string" ? { message: result } : ((result ?? undefined) as Answer | undefined);
  if (said === undefined || typeof said !== "object") return result;
  if (typeof said.message === "string") void vscode.window.showInformationMessage(`referee: ${said.message}`);
  if (said.document !== undefined && typeof said.document.text === "string") await documents.show(said.document);
  if (Array.isArray(said.candidates) && said.candidates.length > 0) {
    const chosen = await vscode.window.showQuickPick(
      said.candidates.map((candidate) => ({
        label: candidate.label ?? candidate.title ?? String(candidate.id),
        description: candidate.label === undefined ? undefined : candidate.title,
        detail: candidate.detail ?? candidate.preview,
        candidate,
      })),
      { placeHolder: said.prompt, matchOnDescription: true, matchOnDetail: true, ignoreFocusOut: true },
    );
    if (chosen !== undefined) return again(chosen.candidate.id);
  }
  return result;
}
