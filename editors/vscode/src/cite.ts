/** Insert Citation: a list that fills as answers arrive. Works from the draft's bibliography and
 * from this machine appear at once; those of online services follow, after the author's consent.
 * Other words, a title or an identifier can be typed into the list at any time. */

import * as vscode from "vscode";
import type { More } from "./answers";
import type { Documents } from "./documents";

export const INSERT_CITATION = "referee.insertCitation";

/** A work offered by the server. */
interface Candidate {
  id: string;
  /** Its key in the draft's bibliography, if any. */
  key?: string;
  label?: string;
  title?: string;
  authors?: string[];
  journal?: string | null;
  year?: number | null;
  url?: string | null;
  /** The addresses of the item and of its PDF in the author's Zotero. */
  zotero?: string | null;
  pdf?: string | null;
  study?: string;
  notices?: string[];
  passage?: { text: string } | null;
}

interface Offer {
  candidates?: Candidate[];
  message?: string;
  /** Whether online services were queried. */
  online?: boolean;
}

/** The argument of the command: the position of the citation and the query. */
export interface Order {
  uri?: string;
  id?: string;
  question?: string;
  identifier?: string;
  online?: boolean;
  /** Whether to offer a choice of hypotheses, and the chosen ones. */
  choose?: boolean;
  chains?: string[];
}

type Ask = (order: Order) => Thenable<unknown>;

interface Item extends vscode.QuickPickItem {
  candidate?: Candidate;
  /** Starts a search for the typed words, or online, instead of a citation. */
  search?: Pick<Order, "question" | "online">;
}

const READ: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("open-preview"), tooltip: vscode.l10n.t("Read what is known of it") };
const OPEN: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("link-external"), tooltip: vscode.l10n.t("Open its page") };

const ZOTERO: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("library"), tooltip: vscode.l10n.t("Open in Zotero") };
const PDF: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("file-pdf"), tooltip: vscode.l10n.t("Open PDF") };

/** Returns the buttons of a work, each with the address that it opens. */
function links(candidate: Candidate): [vscode.QuickInputButton, string | null | undefined][] {
  return [
    [OPEN, candidate.url],
    [ZOTERO, candidate.zotero],
    [PDF, candidate.pdf],
  ];
}

/** Icons are separate from labels, because a screen reader would speak the name of an icon in a
 * label. */
const SEARCH = new vscode.ThemeIcon("search");
const ONLINE = new vscode.ThemeIcon("cloud");

/** Lets the author choose a work, after reading its details if wanted. `again` cites the chosen
 * work. */
export async function cite(
  order: Order,
  ask: Ask,
  again: (more: More) => Thenable<unknown>,
  documents: Documents,
): Promise<unknown> {
  const list = new WorkList(order, ask, documents);
  try {
    const chosen = await list.choose();
    return chosen === undefined ? undefined : await again(chosen);
  } finally {
    list.dispose();
  }
}

/** The list of works, and the searches that fill it. */
class WorkList {
  private readonly picker = vscode.window.createQuickPick<Item>();
  private candidates: Candidate[] = [];
  /** The query that replaces the one in the command. */
  private question: string | undefined;
  private askedOnline = false;
  /** Counts the searches, so that late answers of earlier ones are dropped. */
  private search = 0;

  constructor(
    private readonly order: Order,
    private readonly ask: Ask,
    private readonly documents: Documents,
  ) {
    this.picker.placeholder = vscode.l10n.t(
      "Which work? Type words, a title, a DOI, a PMID, an arXiv number or an address to look for another",
    );
    this.picker.matchOnDescription = true;
    this.picker.matchOnDetail = true;
    this.picker.ignoreFocusOut = true;
    this.picker.keepScrollPosition = true;
    this.picker.onDidChangeValue(() => this.show());
    this.picker.onDidTriggerItemButton(({ button, item: { candidate } }) => {
      if (candidate === undefined) return;
      if (button === READ) void this.documents.show({ title: candidate.label ?? candidate.id, text: page(candidate) });
      const address = links(candidate).find(([known]) => known === button)?.[1];
      if (address) void vscode.env.openExternal(vscode.Uri.parse(address, true));
    });
  }

  /** Shows the list until the author chooses a work or cancels. */
  choose(): Promise<More | undefined> {
    return new Promise((done) => {
      this.picker.onDidAccept(() => {
        const [item] = this.picker.selectedItems;
        if (item?.search !== undefined) {
          if (item.search.question !== undefined) this.question = item.search.question;
          void this.fill(item.search.online);
        } else if (item?.candidate !== undefined) {
          const words = this.question === undefined ? {} : { question: this.question };
          done({ id: item.candidate.id, ...words });
          this.picker.hide();
        }
      });
      this.picker.onDidHide(() => {
        this.search += 1;
        done(undefined);
      });
      this.picker.show();
      void this.fill(this.order.online);
    });
  }

  dispose(): void {
    this.picker.dispose();
  }

  /** Searches locally first, then as far as the server considers useful, or online if `online` is
   * set. */
  private async fill(online: boolean | undefined): Promise<void> {
    this.search += 1;
    const search = this.search;
    this.picker.value = "";
    this.picker.title = undefined;
    this.picker.busy = true;
    this.askedOnline = false;
    if (online !== true) this.candidates = [];
    this.show();
    for (const stage of online === undefined ? [false, undefined] : [online]) {
      const isLast = stage !== false || online === false;
      const offer = await this.answer(stage);
      if (search !== this.search) return;
      if (typeof offer === "string") {
        this.picker.title = offer;
        break;
      }
      this.candidates = offer.candidates ?? [];
      this.askedOnline = offer.online === true;
      if (isLast) this.picker.title = offer.message;
      this.show();
    }
    this.picker.busy = false;
    this.show();
  }

  /** Returns the works offered by the server, or the reason for an empty list. */
  private async answer(online: boolean | undefined): Promise<Offer | string> {
    const words = this.question === undefined ? {} : { question: this.question, identifier: undefined };
    try {
      return (await this.ask({ ...this.order, ...words, online })) ?? {};
    } catch (error) {
      // There may be nothing to search on this machine; the next stage asks for permission to
      // search online.
      if (online === false && this.order.online !== false) return {};
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Lists the results and the further searches. An unchanged list keeps its selection. */
  private show(): void {
    const items: Item[] = this.candidates.map((candidate) => ({
      label: candidate.label ?? candidate.title ?? candidate.id,
      description: [...(candidate.notices ?? []), candidate.study ?? ""].filter(Boolean).join(" · "),
      detail: candidate.passage?.text ?? candidate.title,
      buttons: [READ, ...links(candidate).flatMap(([button, address]) => (address ? [button] : []))],
      candidate,
    }));
    const typed = this.picker.value.trim();
    if (typed !== "") {
      const label = vscode.l10n.t("Look for “{0}”", typed);
      items.push({ label, iconPath: SEARCH, alwaysShow: true, search: { question: typed } });
    }
    if (!this.picker.busy && !this.askedOnline) {
      items.push({ label: vscode.l10n.t("Search online"), iconPath: ONLINE, alwaysShow: true, search: { online: true } });
    }
    const name = (item: Item) => item.candidate?.id ?? item.label;
    if (items.map(name).join("\n") === this.picker.items.map(name).join("\n")) return;
    const active = this.picker.activeItems[0];
    this.picker.items = items;
    const same = active && items.find((item) => name(item) === name(active));
    // Keep the active item, so that a late work does not replace it while the author is choosing.
    if (same !== undefined && same.candidate !== undefined) this.picker.activeItems = [same];
  }
}

/** Returns a page about a work. All text is escaped, so that it contains no links or markup. */
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
