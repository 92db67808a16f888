/** The view of evidence: the works found for a question, with their relevant sentences. */

import * as vscode from "vscode";
import type { Documents } from "./documents";

/** A work in the answer of `referee.showEvidence`. */
export interface Work {
  id: string;
  label: string;
  title: string;
  study: string;
  /** Its notices, such as a retraction; may be empty. */
  mark: string;
  passages: string[];
  links: { title: string; target: string }[];
}

/** The answer of `referee.showEvidence`. */
export interface Evidence {
  question?: string;
  /** The same contents as a page. */
  text?: string;
  evidence: Work[];
}

interface Passage {
  passage: string;
}

type Node = Work | Passage;

export class EvidenceView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly view: vscode.TreeView<Node>;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[];
  private shown: Evidence | undefined;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly documents: Documents) {
    this.view = vscode.window.createTreeView("referee.evidence", { treeDataProvider: this, showCollapseAll: true });
    this.subscriptions = [
      this.view,
      vscode.commands.registerCommand("referee.showEvidencePage", () => this.showPage()),
      vscode.commands.registerCommand("referee.citeWork", (work: Work) => cite(work)),
    ];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.changed.dispose();
  }

  /** Shows the evidence for a question. */
  async show(evidence: Evidence): Promise<void> {
    this.shown = evidence;
    this.view.description = evidence.question;
    this.view.message = evidence.evidence.length === 0 ? vscode.l10n.t("No evidence for this question was found.") : undefined;
    this.changed.fire();
    void vscode.commands.executeCommand("setContext", "referee.hasEvidence", true);
    await vscode.commands.executeCommand("referee.evidence.focus");
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) return this.shown?.evidence ?? [];
    return "passage" in node ? [] : node.passages.map((passage) => ({ passage }));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if ("passage" in node) {
      const item = new vscode.TreeItem(`“${node.passage}”`);
      item.tooltip = node.passage;
      item.iconPath = new vscode.ThemeIcon("quote");
      return item;
    }
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(node.label, node.passages.length > 0 ? Collapsed : None);
    item.description = [node.mark, node.study, node.title].filter(Boolean).join(" · ");
    const quoted = node.passages.map((passage) => `“${passage}”`);
    item.tooltip = [node.title, node.label, node.study, node.mark, ...quoted].filter(Boolean).join("\n\n");
    item.iconPath =
      node.mark === "" ? new vscode.ThemeIcon("book") : new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
    item.contextValue = ["work", node.links.length > 0 && "link"].filter(Boolean).join("-");
    return item;
  }

  private async showPage(): Promise<void> {
    if (this.shown?.text === undefined) return;
    await this.documents.show({ title: this.shown.question, text: this.shown.text });
  }
}

/** Cites a work for the sentence at the cursor; the server rejects a work that does not fit it. */
async function cite(work: Work): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t("referee: put the cursor in the sentence that the work supports."));
    return;
  }
  const { line, character } = editor.selection.active;
  const order = { uri: editor.document.uri.toString(), position: { line, character }, id: work.id };
  await vscode.commands.executeCommand("referee.insertCitation", order);
}
