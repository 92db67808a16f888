/** Questions of the server while a command waits for the answer. They are shown in a list that stays open until it is
 * answered: a notification disappears and is hard to reach with the keyboard. */

import * as vscode from "vscode";

/** The parameters of `window/showMessageRequest`. */
export interface Question {
  message: string;
  actions?: { title: string }[] | null;
}

type Answer = { title: string } | undefined;
type Asker = (question: Question) => Promise<Answer>;

/** The number of running commands; questions that arrive during that time belong to them. */
let underWay = 0;

/** The open list, which shows the question as rows. */
let list: Asker | undefined;

/** Runs a command. Questions that arrive during that time are shown in a list. */
export async function answering<T>(work: () => Thenable<T>): Promise<T> {
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}

/** Lets an open list show questions of the server, because a second list would close it. */
export function askIn(asker: Asker): vscode.Disposable {
  list = asker;
  return new vscode.Disposable(() => (list = list === asker ? undefined : list));
}

/** Answers a question of the server; null if the author closed it. */
export async function ask(question: Question): Promise<{ title: string } | null> {
  const actions = question.actions ?? [];
  const asker = list ?? (underWay > 0 ? inOwnList : (asked: Question) => inNotification(asked, actions));
  return (await asker(question)) ?? null;
}

/** Formats a question as a list title and rows; the row that sends data describes it. */
export function rowsOf(question: Question): { title: string; rows: { label: string; detail?: string }[] } {
  const end = question.message.lastIndexOf("? ") + 1;
  const [title, rest] = end > 0 ? [question.message.slice(0, end), question.message.slice(end + 1)] : [question.message, ""];
  const rows = (question.actions ?? []).map((action, at) => (at === 0 && rest ? { label: action.title, detail: rest } : { label: action.title }));
  return { title, rows };
}

async function inNotification(question: Question, actions: { title: string }[]): Promise<Answer> {
  return vscode.window.showInformationMessage(question.message, ...actions);
}

/** Shows a question in a separate list, and that the command waits for the answer. */
async function inOwnList(question: Question): Promise<Answer> {
  const progress = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("referee: waiting for your answer") };
  return vscode.window.withProgress(progress, async () => {
    const { title, rows } = rowsOf(question);
    const chosen = await vscode.window.showQuickPick(rows, { title, ignoreFocusOut: true });
    return chosen && { title: chosen.label };
  });
}
