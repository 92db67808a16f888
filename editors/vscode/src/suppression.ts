/** The action *Ignore this finding…*, which asks for a reason and writes it into the comment above the finding. */

import * as vscode from "vscode";
import { isSuppression, titleThatAsks, withReason } from "./reasons";

const COMMAND = "referee.suppress";

type Resolve = (action: vscode.CodeAction) => Promise<vscode.CodeAction | undefined>;

/** Replaces the actions that suppress a finding with ones that first ask for the reason. */
export function askForReasons(actions: (vscode.Command | vscode.CodeAction)[]): (vscode.Command | vscode.CodeAction)[] {
  return actions.map((action) => {
    if (!(action instanceof vscode.CodeAction) || !isSuppression(action.title)) return action;
    const asks = new vscode.CodeAction(titleThatAsks(action.title), action.kind);
    asks.diagnostics = action.diagnostics;
    asks.command = { command: COMMAND, title: asks.title, arguments: [action] };
    return asks;
  });
}

/** Registers the command that asks for the reason. `resolve` computes an action's edit for the
 * current text. */
export function registerSuppression(resolve: Resolve): vscode.Disposable {
  return vscode.commands.registerCommand(COMMAND, async (action: vscode.CodeAction) => {
    const reason = await vscode.window.showInputBox({
      title: titleThatAsks(action.title).slice(0, -1),
      prompt: vscode.l10n.t("Why is this right as it is? Your reason is written into the comment."),
      placeHolder: vscode.l10n.t("For example: compared with the printed article"),
      ignoreFocusOut: true,
    });
    if (reason === undefined) return;
    const resolved = action.edit === undefined ? await resolve(action) : action;
    if (resolved?.edit === undefined) {
      void vscode.window.showWarningMessage(vscode.l10n.t("referee: the text changed in the meantime; nothing was written."));
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
