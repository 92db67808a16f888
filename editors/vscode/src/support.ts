/** The view of citing sentences: what the cited works say, what needs a human first. */

import * as vscode from "vscode";
import { LANGUAGES } from "./languages";
import {
  byUrgency,
  citationOf,
  type Hint,
  oneLine,
  type Passage,
  placeOf,
  type PlaceWords,
  type Sentence,
  type Source,
  type StateId,
  stateOfSentence,
  STATES,
} from "./sentences";
import type { Server } from "./server";

interface Answer {
  sentences?: Sentence[];
  hints?: Hint[];
  message?: string;
}

interface Group {
  state: StateId;
  title: string;
  icon: string;
  color?: string | undefined;
  sentences: Sentence[];
}

interface PassageNode {
  sentence: Sentence;
  passage: Passage;
}

interface UnknownNode {
  source: Source;
}

/** The last group: hints about the whole draft, only on request. */
interface HintGroup {
  hints: Hint[];
}

type Node = Group | Sentence | PassageNode | UnknownNode | HintGroup | Hint;

/** The draft whose sentences are shown. */
interface Shown {
  uri: vscode.Uri;
  sentences: Sentence[];
  hints: Hint[];
}

const isGroup = (node: Node): node is Group => "state" in node && "sentences" in node;
const isPassage = (node: Node): node is PassageNode => "passage" in node;
const isHintGroup = (node: Node): node is HintGroup => "hints" in node;
const isHint = (node: Node): node is Hint => "kind" in node;
const isUnknown = (node: Node): node is UnknownNode => "source" in node;

/** Returns the titles of the groups in the author's language. */
const titles = (): Record<StateId, string> => ({
  otherwise: vscode.l10n.t("Says otherwise"),
  none: vscode.l10n.t("No passage found"),
  unchecked: vscode.l10n.t("Not checked"),
  so: vscode.l10n.t("The passage says so"),
});

const placeWords = (): PlaceWords => ({
  page: (page) => vscode.l10n.t("page {0}", page),
  abstract: vscode.l10n.t("abstract"),
});

export class SupportView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly view: vscode.TreeView<Node>;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[];
  private shown: Shown | undefined;
  private withHints = false;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView("referee.support", { treeDataProvider: this, showCollapseAll: true });
    this.subscriptions = [
      this.view,
      vscode.commands.registerCommand("referee.listSupport", () => this.list()),
      vscode.commands.registerCommand("referee.showHints", () => this.showHints(true)),
      vscode.commands.registerCommand("referee.hideHints", () => this.showHints(false)),
      vscode.commands.registerCommand("referee.goToSentence", (place: Sentence | Hint) => this.goTo(place)),
      vscode.commands.registerCommand("referee.openPassage", (node: PassageNode) => this.openPassage(node)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && document.uri.toString() === this.shown?.uri.toString()) {
          this.view.message = vscode.l10n.t("The draft has changed since. Refresh to compare it again.");
        }
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.changed.dispose();
  }

  /** Compares the sentences of the active draft with the works that they cite, and shows them. No
   * language model is asked: it would take minutes. */
  async list(): Promise<void> {
    const active = vscode.window.activeTextEditor?.document;
    const uri = active !== undefined && LANGUAGES.includes(active.languageId) ? active.uri : this.shown?.uri;
    if (uri === undefined) {
      this.view.message = vscode.l10n.t("Open a draft first.");
      return;
    }
    const title = vscode.l10n.t("Comparing with the cited works");
    const answer = await vscode.window.withProgress({ location: { viewId: "referee.support" }, title }, () => this.ask(uri));
    if (typeof answer === "string") {
      this.shown = { uri, sentences: [], hints: [] };
      this.view.message = answer;
    } else {
      this.shown = { uri, sentences: byUrgency(answer?.sentences ?? []), hints: answer?.hints ?? [] };
      this.view.message = answer?.message;
    }
    this.view.description = vscode.workspace.asRelativePath(uri);
    this.changed.fire();
    await vscode.commands.executeCommand("referee.support.focus");
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) {
      const names = titles();
      const groups = STATES.map(({ id, icon, ...more }) => ({
        state: id,
        title: names[id],
        icon,
        color: "color" in more ? more.color : undefined,
        sentences: (this.shown?.sentences ?? []).filter((sentence) => stateOfSentence(sentence) === id),
      })).filter((group) => group.sentences.length > 0);
      const hints = this.withHints ? (this.shown?.hints ?? []) : [];
      return hints.length > 0 ? [...groups, { hints }] : groups;
    }
    if (isHintGroup(node)) return node.hints;
    if (isHint(node)) return [];
    if (isGroup(node)) return node.sentences;
    if (isPassage(node) || isUnknown(node)) return [];
    const unknown = node.sources.filter((source) => source.unknown !== null).map((source) => ({ source }));
    return [...node.passages.map((passage) => ({ sentence: node, passage })), ...unknown];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    if (isGroup(node)) {
      const item = new vscode.TreeItem(`${node.title} (${node.sentences.length})`, node.state === "so" ? Collapsed : Expanded);
      item.id = `group/${node.state}`;
      item.iconPath = new vscode.ThemeIcon(node.icon, node.color === undefined ? undefined : new vscode.ThemeColor(node.color));
      item.contextValue = "state";
      return item;
    }
    if (isHintGroup(node)) {
      const item = new vscode.TreeItem(`${vscode.l10n.t("Hints")} (${node.hints.length})`, Expanded);
      item.id = "group/hints";
      item.iconPath = new vscode.ThemeIcon("lightbulb");
      return item;
    }
    if (isHint(node)) {
      const item = new vscode.TreeItem(oneLine(node.message), None);
      item.tooltip = oneLine(node.message);
      item.command = { command: "referee.goToSentence", title: vscode.l10n.t("Go to Sentence"), arguments: [node] };
      item.contextValue = "hint";
      return item;
    }
    if (isPassage(node)) {
      const { passage } = node;
      const where = placeOf(passage, placeWords());
      const item = new vscode.TreeItem(`“${oneLine(passage.text)}”`, None);
      item.description = where;
      item.tooltip = [oneLine(passage.text), where, passage.primary ?? ""].filter(Boolean).join("\n\n");
      item.iconPath = new vscode.ThemeIcon("quote");
      if (passage.place !== null) {
        item.contextValue = "passage-file";
        item.command = { command: "referee.openPassage", title: vscode.l10n.t("Open the Paper at This Page"), arguments: [node] };
      }
      return item;
    }
    if (isUnknown(node)) {
      const item = new vscode.TreeItem(`${node.source.key}: ${node.source.unknown ?? ""}`, None);
      item.tooltip = node.source.title ?? node.source.key;
      item.iconPath = new vscode.ThemeIcon("info");
      return item;
    }
    const state = titles()[stateOfSentence(node)];
    const children = node.passages.length > 0 || node.sources.some((source) => source.unknown !== null);
    const item = new vscode.TreeItem(oneLine(node.sentence), children ? Collapsed : None);
    const works = node.sources.map((source) => source.key).join(", ");
    item.description = works;
    const compared = node.sources.map((source) => [source.key, source.title ?? "", source.full_text?.file ?? ""].filter(Boolean).join(" · "));
    item.tooltip = [oneLine(node.sentence), state, ...compared].join("\n\n");
    item.accessibilityInformation = { label: [state, oneLine(node.sentence), works].join(", ") };
    item.command = { command: "referee.goToSentence", title: vscode.l10n.t("Go to Sentence"), arguments: [node] };
    item.contextValue = "sentence";
    return item;
  }

  /** Returns the answer of the server, or why there is none. */
  private async ask(uri: vscode.Uri): Promise<Answer | string | undefined> {
    const order = { uri: uri.toString(), model: false, hints: this.withHints };
    try {
      return await this.server.request<Answer>("workspace/executeCommand", { command: "referee.checkSupport", arguments: [order] });
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Shows or hides the hints about the whole draft. The server makes them together with the list. */
  private async showHints(shows: boolean): Promise<void> {
    this.withHints = shows;
    await vscode.commands.executeCommand("setContext", "referee.hints", shows);
    if (shows) await this.list();
    else this.changed.fire();
  }

  private async goTo({ range }: Sentence | Hint): Promise<void> {
    if (this.shown === undefined || range === null) return;
    await vscode.window.showTextDocument(this.shown.uri, { selection: this.server.range(range) });
  }

  /** Opens the full text at the page of the passage. */
  private async openPassage({ sentence, passage }: PassageNode): Promise<void> {
    const range = citationOf(sentence, passage.key);
    if (this.shown === undefined || range === null) return;
    const order = { uri: this.shown.uri.toString(), position: range.start, page: passage.place?.page ?? undefined };
    await vscode.commands.executeCommand("referee.openPaper", order);
  }
}
