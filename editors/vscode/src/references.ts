/** The view of references: grouped by verdict, the most important first. */

import * as vscode from "vscode";
import { GROUPS, groupOf } from "./groups";
import { LANGUAGES } from "./languages";
import type { Server } from "./server";
import { type LookUpOffer, lookUpOffer } from "./status";
import { walkthrough } from "./walkthrough";

interface Place {
  uri: string;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
}

/** A reference in the answer to `referee/references`. */
export interface Reference {
  label: string;
  title: string;
  verdict: string;
  uncheckedBecause: string | null;
  notices: string[];
  needsALook: boolean;
  links: { title: string; target: string }[];
  location: Place | null;
  citations: Place[];
}

interface Group {
  id: string;
  title: string;
  icon: string;
  color?: string | undefined;
  references: Reference[];
}

type Node = Group | Reference | LookUpOffer;

/** Returns the titles of the groups in the author's language. */
const groupTitles = (): Record<string, string> => ({
  announced: vscode.l10n.t("Retracted or of concern"),
  misidentified: vscode.l10n.t("Points to another work"),
  undefined: vscode.l10n.t("Cited without an entry"),
  "not-found": vscode.l10n.t("Not found"),
  differs: vscode.l10n.t("Differs from the record"),
  unchecked: vscode.l10n.t("Unchecked"),
  uncovered: vscode.l10n.t("Not covered by any source"),
  verified: vscode.l10n.t("Verified"),
});

/** Returns the descriptions of notices in the author's language. */
const announcements = (): Record<string, string> => ({
  retraction: vscode.l10n.t("retracted"),
  withdrawal: vscode.l10n.t("withdrawn"),
  removal: vscode.l10n.t("removed"),
  concern: vscode.l10n.t("expression of concern"),
});

/** Returns the reasons for unchecked references in the author's language. */
const reasons = (): Record<string, string> => ({
  offline: vscode.l10n.t("nothing was looked up online"),
  unavailable: vscode.l10n.t("a source did not answer"),
});

/** The draft whose references are shown, with their state when it was last visible. */
interface Shown {
  uri: vscode.Uri;
  references: Reference[];
}

const isGroup = (node: Node): node is Group => "references" in node;
const isOffer = (node: Node): node is LookUpOffer => "leaves" in node;

export class ReferencesView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly view: vscode.TreeView<Node>;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[];
  private shown: Shown | undefined;
  private waiting: NodeJS.Timeout | undefined;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView("referee.references", { treeDataProvider: this, showCollapseAll: true });
    this.subscriptions = [
      this.view,
      this.view.onDidChangeVisibility(({ visible }) => {
        if (visible) walkthrough.markDone("see");
      }),
      server.onChange(() => this.refresh()),
      vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
      vscode.window.tabGroups.onDidChangeTabs(() => this.refresh()),
    ];
  }

  dispose(): void {
    clearTimeout(this.waiting);
    for (const subscription of this.subscriptions) subscription.dispose();
    this.changed.dispose();
  }

  /** Refreshes the view, once for all changes within a short time. */
  refresh(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.changed.fire(), 50);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) return isGroup(node) ? node.references : [];
    const uri = this.draft();
    if (uri === undefined) {
      this.view.badge = undefined;
      this.view.message = undefined;
      return [];
    }
    // The editor closes the document of a hidden draft; keep its references.
    const kept = isOpen(uri) || this.server.health !== "running" ? undefined : this.shown?.references;
    const references = kept ?? (await this.list(uri));
    this.shown = { uri, references };
    this.view.message = references.length === 0 && this.server.health === "running" ? vscode.l10n.t("No citations here.") : undefined;
    const look = references.filter((reference) => reference.needsALook).length;
    const tooltip = look === 1 ? vscode.l10n.t("1 reference needs attention") : vscode.l10n.t("{0} references need attention", look);
    this.view.badge = look === 0 ? undefined : { value: look, tooltip };
    const offer = lookUpOffer(this.server.count(uri));
    const titles = groupTitles();
    const groups = GROUPS.map((group) => ({
      ...group,
      title: titles[group.id] ?? group.id,
      references: references.filter((reference) => groupOf(reference) === group.id),
    })).filter((group) => group.references.length > 0);
    return offer === undefined ? groups : [offer, ...groups];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (isGroup(node)) {
      const open = node.id === "verified" || node.id === "uncovered";
      const item = new vscode.TreeItem(
        `${node.title} (${node.references.length})`,
        open ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.Expanded,
      );
      item.id = `group/${node.id}`;
      item.iconPath = new vscode.ThemeIcon(node.icon, node.color ? new vscode.ThemeColor(node.color) : undefined);
      item.contextValue = "group";
      return item;
    }
    if (isOffer(node)) {
      const item = new vscode.TreeItem(node.title);
      item.id = "offer";
      item.iconPath = new vscode.ThemeIcon(node.icon);
      item.tooltip = `${node.title}: ${node.leaves}`;
      item.command = { command: node.command, title: node.title };
      item.contextValue = "offer";
      return item;
    }
    // The key and the notice come first: a side bar of the default width cuts off the rest.
    const item = new vscode.TreeItem(node.label);
    item.description = [...announced(node), node.title].filter(Boolean).join(" · ");
    const why = node.uncheckedBecause === null ? "" : vscode.l10n.t("unchecked: {0}", reasons()[node.uncheckedBecause] ?? node.uncheckedBecause);
    item.tooltip = [node.title, stateOf(node), why, node.label].filter(Boolean).join("\n\n");
    item.command = { command: "referee.goToCitation", title: vscode.l10n.t("Go to Citation"), arguments: [node] };
    item.accessibilityInformation = {
      label: [node.label, ...announced(node), node.title, groupTitle(node)].filter(Boolean).join(", "),
    };
    item.contextValue = ["reference", node.location && "entry", node.links.length > 0 && "link", node.needsALook && "look"]
      .filter(Boolean)
      .join("-");
    return item;
  }

  /** Returns the references of a file; empty if the server does not answer. */
  async list(uri: vscode.Uri): Promise<Reference[]> {
    try {
      const params = { textDocument: { uri: uri.toString() } };
      const result = await this.server.request<{ references: Reference[] }>("referee/references", params);
      return result?.references ?? [];
    } catch (error) {
      this.server.log.warn(`the references cannot be listed: ${error}`);
      return [];
    }
  }

  /** Returns the active draft; if the active page is of another kind, the last draft that still has
   * a tab. */
  private draft(): vscode.Uri | undefined {
    const active = vscode.window.activeTextEditor?.document;
    if (active !== undefined && LANGUAGES.includes(active.languageId)) return active.uri;
    const last = this.shown?.uri;
    return last !== undefined && (isOpen(last) || hasTab(last)) ? last : undefined;
  }
}

function isOpen(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
}

function hasTab(uri: vscode.Uri): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}

/** Returns the notices of a reference in the author's language. */
function announced(reference: Reference): string[] {
  const words = announcements();
  return reference.notices.flatMap((notice) => words[notice] ?? []);
}

/** Returns the state of a reference in the author's language: the title of its group, and its
 * notices. */
export function stateOf(reference: Reference): string {
  return [groupTitle(reference), ...announced(reference)].join(" · ");
}

/** Returns the title of a reference's group, for screen readers, which do not read the group. */
function groupTitle(reference: Reference): string {
  return groupTitles()[groupOf(reference)] ?? "";
}
