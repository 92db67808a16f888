/** Insert Citation: a list that fills as answers arrive. Works from the draft's bibliography and
 * from this machine appear at once; those of online services follow, after the author's consent.
 * Other words, a title or an identifier can be typed into the list at any time. */

import * as vscode from "vscode";
import type { More } from "./answers";
import { askIn, type Question, rowsOf } from "./questions";
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
  /** The data that an online search would send; undefined if it is not allowed. */
  search?: OnlineSearch | null;
  /** Whether online services were queried. */
  online?: boolean;
}

interface OnlineSearch {
  /** Whether the author must consent first; otherwise they did so for this session. */
  asks: boolean;
  /** The data that is sent, and the hosts. */
  sent: string;
}

/** The argument of the command: the place of the citation, and the query. */
export interface Order {
  uri?: string;
  id?: string;
  question?: string;
  identifier?: string;
  online?: boolean;
  /** The author's consent to an online search: for these words, or for this session. */
  consent?: "once" | "session";
  /** Whether the author chooses hypotheses, and the chosen ones. */
  choose?: boolean;
  chains?: string[];
}

type Ask = (order: Order) => Thenable<unknown>;

interface Item extends vscode.QuickPickItem {
  candidate?: Candidate;
  /** Searches for the typed words or online, instead of citing. */
  search?: Pick<Order, "question" | "online" | "consent">;
  /** Answers a question of the server. */
  answer?: string;
}

const READ: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("open-preview"), tooltip: vscode.l10n.t("Details") };
const OPEN: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("link-external"), tooltip: vscode.l10n.t("Open page") };

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

/** The maximum number of characters of a passage in a row. */
const MAX_SPOKEN = 300;

/** Icons are separate from the label, because a screen reader would speak their names. */
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
  /** The data that an online search would send. */
  private online: OnlineSearch | undefined;
  /** A question that the server waits for, with the callback for the answer. */
  private asked: { question: Question; done: (answer: { title: string } | undefined) => void } | undefined;
  private readonly asks = askIn((question) => this.put(question));
  /** The number of searches so far; answers to earlier ones are dropped. */
  private search = 0;

  constructor(
    private readonly order: Order,
    private readonly ask: Ask,
    private readonly documents: Documents,
  ) {
    this.picker.placeholder = vscode.l10n.t(
      "Search: words, title, DOI, PMID, arXiv ID or URL",
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
        if (item?.answer !== undefined) {
          this.asked?.done({ title: item.answer });
        } else if (item?.search !== undefined) {
          if (item.search.question !== undefined) this.question = item.search.question;
          void this.fill(item.search.online, item.search.consent);
        } else if (item?.candidate !== undefined) {
          const words = this.question === undefined ? {} : { question: this.question };
          done({ id: item.candidate.id, ...words });
          this.picker.hide();
        }
      });
      this.picker.onDidHide(() => {
        this.search += 1;
        this.asked?.done(undefined);
        done(undefined);
      });
      this.picker.show();
      void this.fill(this.order.online);
    });
  }

  dispose(): void {
    this.asks.dispose();
    this.picker.dispose();
  }

  /** Shows a question of the server as rows of this list until one is chosen. */
  private put(question: Question): Promise<{ title: string } | undefined> {
    return new Promise((resolve) => {
      const done = (answer: { title: string } | undefined) => {
        this.asked = undefined;
        this.picker.title = undefined;
        this.show();
        resolve(answer);
      };
      this.asked = { question, done };
      this.picker.title = rowsOf(question).title;
      this.show();
    });
  }

  /** Searches on this machine first, then online if the server considers it useful or `online` requires it. A search
   * that needs consent is a row of the list and waits until the author chooses it. */
  private async fill(online: boolean | undefined, consent?: Order["consent"]): Promise<void> {
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
      if (stage === undefined && this.online?.asks === true) break;
      const offer = await this.answer(stage, consent);
      if (search !== this.search) return;
      if (typeof offer === "string") {
        this.picker.title = offer;
        break;
      }
      this.candidates = offer.candidates ?? [];
      this.askedOnline = offer.online === true;
      this.online = offer.search ?? undefined;
      if (isLast || this.online?.asks === true) this.picker.title = offer.message;
      this.show();
    }
    this.picker.busy = false;
    this.show();
  }

  /** Returns the works that the server offers, or the reason why it offers none. */
  private async answer(online: boolean | undefined, consent: Order["consent"]): Promise<Offer | string> {
    const words = this.question === undefined ? {} : { question: this.question, identifier: undefined };
    try {
      return (await this.ask({ ...this.order, ...words, online, ...(consent && { consent }) })) ?? {};
    } catch (error) {
      // There may be nothing to search on this machine; the next stage asks for permission to
      // search online.
      if (online === false && this.order.online !== false) return {};
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Lists the results and the further searches. An unchanged list keeps its selection. */
  private show(): void {
    if (this.asked !== undefined) {
      this.picker.items = rowsOf(this.asked.question).rows.map((row) => ({ ...row, alwaysShow: true, answer: row.label }));
      return;
    }
    const items: Item[] = this.candidates.map((candidate) => ({
      label: candidate.label ?? candidate.title ?? candidate.id,
      // The label contains the kind of study.
      description: [...(candidate.notices ?? []), candidate.label === undefined ? (candidate.study ?? "") : ""].filter(Boolean).join(" · "),
      // A screen reader reads the whole row.
      detail: shortened(candidate.passage?.text ?? candidate.title ?? ""),
      buttons: [READ, ...links(candidate).flatMap(([button, address]) => (address ? [button] : []))],
      candidate,
    }));
    const typed = this.picker.value.trim();
    if (typed !== "") {
      const label = vscode.l10n.t("Search for “{0}”", typed);
      items.push({ label, iconPath: SEARCH, alwaysShow: true, search: { question: typed } });
    }
    if (!this.picker.busy && !this.askedOnline) {
      const detail = this.online?.sent;
      items.push({ label: vscode.l10n.t("Search online"), ...(detail && { detail }), iconPath: ONLINE, alwaysShow: true, search: { online: true, consent: "once" } });
      if (this.online?.asks === true) {
        const label = vscode.l10n.t("Search online, always this session");
        items.push({ label, iconPath: ONLINE, alwaysShow: true, search: { online: true, consent: "session" } });
      }
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

/** Shortens a passage to 300 characters at a word boundary, because a screen reader reads the whole row. */
function shortened(passage: string): string {
  if (passage.length <= MAX_SPOKEN) return passage;
  return `${passage.slice(0, MAX_SPOKEN).replace(/\s+\S*$/, "")} …`;
}

/** Describes a work as a page. Its text is data: links and markup in it are escaped. */
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
