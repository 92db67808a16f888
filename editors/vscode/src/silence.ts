/** *Silence…*: the server's action puts a comment over a finding; the author is asked for the reason that stands in it. */

import * as vscode from "vscode";
import { withReason } from "./reasons";

const COMMAND = "referee.silence";

type Resolve = (action: vscode.CodeAction) => Promise<vscode.CodeAction | undefined>;

/** The actions as they are offered: those that silence ask first, and their edit follows. */
export function asking(actions: (vscode.Command | vscode.CodeAction)[]): (vscode.Command | vscode.CodeAction)[] {
  return actions.map((action) => {
    if (!(action instanceof vscode.CodeAction) || !action.title.startsWith("Silence ")) return action;
    const asks = new vscode.CodeAction(`${action.title}…`, action.kind);
    asks.diagnostics = action.diagnostics;
    asks.command = { command: COMMAND, title: asks.title, arguments: [action] };
    return asks;
  });
}

/** The command behind such an action. `resolve` works out its edit for the text as it is now. */
export function registerSilence(resolve: Resolve): vscode.Disposable {
  return vscode.commands.registerCommand(COMMAND, async (action: vscode.CodeAction) => {
    const reason = await vscode.window.showInputBox({
      title: action.title,
      prompt: vscode.l10n.t("Why is this right as it is? The reason is written into the comment."),
      placeHolder: vscode.l10n.t("For example: compared with the printed article"),
      ignoreFocusOut: true,
    });
    if (reason === undefined) return;
    const resolved = action.edit === undefined ? await resolve(action) : action;
    if (resolved?.edit === undefined) {
      void vscode.window.showWarningMessage(vscode.l10n.t("referee: the text has changed meanwhile; nothing was written."));
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    for (const [uri, edits] of resolved.edit.entries()) {
      edit.set(
        uri,
        edits.map((one) => vscode.TextEdit.replace(one.range, withReason(one.newText, reason))),
      );
    }
    await vscode.workspace.applyEdit(edit);
  });
}
