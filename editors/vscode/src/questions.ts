/** Questions of the server while a command waits for the answer. They are asked in a list that stays until it is
 * answered: a notification slides away, and the keyboard hardly reaches it. */

import * as vscode from "vscode";

/** A question as `window/showMessageRequest` asks it. */
export interface Question {
  message: string;
  actions?: { title: string }[] | null;
}

type Answer = { title: string } | undefined;
type Asker = (question: Question) => Promise<Answer>;

/** How many commands are under way: what the server asks meanwhile belongs to them. */
let underWay = 0;

/** The list in front, which shows the question among its rows. */
let list: Asker | undefined;

/** Does the work of a command. What the server asks meanwhile is asked in a list. */
export async function answering<T>(work: () => Thenable<T>): Promise<T> {
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}

/** Lets a list that is open ask what the server asks: a second one would close it. */
export function askIn(asker: Asker): vscode.Disposable {
  list = asker;
  return new vscode.Disposable(() => (list = list === asker ? undefined : list));
}

/** Answers a question of the server; null where the author gave no answer. */
export async function ask(question: Question): Promise<{ title: string } | null> {
  const actions = question.actions ?? [];
  const asker = list ?? (underWay > 0 ? inOwnList : (asked: Question) => inNotification(asked, actions));
  return (await asker(question)) ?? null;
}

/** A question as the title of a list and its rows: what is sent is said on the row that sends it. */
export function rowsOf(question: Question): { title: string; rows: { label: string; detail?: string }[] } {
  const end = question.message.lastIndexOf("? ") + 1;
  const [title, rest] = end > 0 ? [question.message.slice(0, end), question.message.slice(end + 1)] : [question.message, ""];
  const rows = (question.actions ?? []).map((action, at) => (at === 0 && rest ? { label: action.title, detail: rest } : { label: action.title }));
  return { title, rows };
}

async function inNotification(question: Question, actions: { title: string }[]): Promise<Answer> {
  return vscode.window.showInformationMessage(question.message, ...actions);
}

/** Shows a question in a list of its own, and that the command waits for the answer. */
async function inOwnList(question: Question): Promise<Answer> {
  const progress = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("referee: waiting for your answer") };
  return vscode.window.withProgress(progress, async () => {
    const { title, rows } = rowsOf(question);
    const chosen = await vscode.window.showQuickPick(rows, { title, ignoreFocusOut: true });
    return chosen && { title: chosen.label };
  });
}
