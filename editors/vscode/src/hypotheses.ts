/** Generate Hypotheses: shows a list of chains with multiple selection, and inserts the selected
 * ones with their citations. *Why not?* lists what is missing, and what the author can do about
 * it. A report or a section that would cite nothing is answered with a notice and the same choices. */

import * as vscode from "vscode";
import { type Chain, chainDescription, chainLabel, type HypothesesOffer, type Kind, KINDS, type Missing, type PaperWords } from "./chains";

export const HYPOTHESIZE = "referee.hypothesize";
const ADD_NAME = "referee.addName";
const SHOW_EVIDENCE = "referee.showEvidence";

/** The author's decision: chains to insert, or another search online. */
export type HypothesesChoice = { chains: string[] } | { online: true; choose: true };

interface ChainItem extends vscode.QuickPickItem {
  chain: Chain;
}

interface WhyItem extends vscode.QuickPickItem {
  add?: { name: string; kind: Kind };
  search?: boolean;
  evidence?: boolean;
}

const WHY: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("question"), tooltip: vscode.l10n.t("Why not?") };

const PAPERS: PaperWords = {
  stated: (papersFor, papersAgainst) => vscode.l10n.t("stated: {0} for, {1} against", papersFor, papersAgainst),
  together: (papers) => vscode.l10n.t("named together: {0} papers", papers),
};

const addAs = (kind: Kind, name: string): string =>
  ({
    drug: vscode.l10n.t("Add “{0}” as a drug", name),
    target: vscode.l10n.t("Add “{0}” as a molecule", name),
    process: vscode.l10n.t("Add “{0}” as a process", name),
    condition: vscode.l10n.t("Add “{0}” as a condition", name),
  })[kind];

/** Lets the author choose chains. `again` inserts the chosen ones, or repeats the search. */
export async function chooseHypotheses(
  offer: HypothesesOffer,
  uri: string,
  again: (choice: HypothesesChoice) => Thenable<unknown>,
): Promise<unknown> {
  const chains = offer.hypotheses ?? [];
  if (chains.length === 0) return whyNot(offer, uri, again);
  const chosen = await pickChains(offer, chains);
  if (chosen === "why") return whyNot(offer, uri, again);
  return chosen === undefined || chosen.length === 0 ? undefined : again({ chains: chosen });
}

/** Returns the chosen chains; `why` if the author asked what is missing. */
function pickChains(offer: HypothesesOffer, chains: Chain[]): Promise<string[] | "why" | undefined> {
  const picker = vscode.window.createQuickPick<ChainItem>();
  picker.title = offer.question;
  picker.placeholder = vscode.l10n.t("Which hypotheses should be inserted?");
  picker.canSelectMany = true;
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.ignoreFocusOut = true;
  picker.buttons = [WHY];
  picker.items = chains.map((chain) => ({
    label: chainLabel(chain),
    description: chainDescription(chain, PAPERS),
    detail: chain.quotes?.[0],
    chain,
  }));
  // The first chain has the most support.
  picker.selectedItems = picker.items.slice(0, 1);
  return new Promise<string[] | "why" | undefined>((done) => {
    picker.onDidAccept(() => {
      done(picker.selectedItems.map(({ chain }) => chain.id));
      picker.hide();
    });
    picker.onDidTriggerButton(() => {
      done("why");
      picker.hide();
    });
    picker.onDidHide(() => {
      done(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

/** Says why nothing was written, with buttons for what the author can do. */
export function sayWhyNot(missing: Missing, uri: string, again: (choice: HypothesesChoice) => Thenable<unknown>): void {
  const name = missing.unknown?.[0]?.name;
  const add = name === undefined ? [] : [vscode.l10n.t("Add “{0}”…", name)];
  const evidence = missing.question === undefined ? [] : [vscode.l10n.t("Show Evidence")];
  const search = missing.online === true ? [] : [vscode.l10n.t("Search online")];
  const message = missing.message ?? vscode.l10n.t("No hypothesis was found in the evidence.");
  // Not awaited: a notice that the author ignores must not keep the command running.
  void vscode.window.showInformationMessage(`referee: ${message}`, ...add, ...evidence, ...search).then((chosen) => {
    if (chosen === undefined) return undefined;
    if (search.includes(chosen)) return again({ online: true, choose: true });
    if (evidence.includes(chosen)) return vscode.commands.executeCommand(SHOW_EVIDENCE, { uri, question: missing.question });
    return whyNot(missing, uri, again);
  });
}

/** Lists what is missing: unknown terms, which can be added, the evidence, and relations without evidence. */
async function whyNot(
  offer: Missing,
  uri: string,
  again: (choice: HypothesesChoice) => Thenable<unknown>,
): Promise<unknown> {
  const add = (offer.unknown ?? []).flatMap(({ name }) =>
    KINDS.map((kind): WhyItem => ({
      label: addAs(kind, name),
      iconPath: new vscode.ThemeIcon("add"),
      add: { name, kind },
    })),
  );
  const search: WhyItem[] =
    offer.online === true ? [] : [{ label: vscode.l10n.t("Search online"), iconPath: new vscode.ThemeIcon("cloud"), search: true }];
  const { question } = offer;
  const evidence: WhyItem[] =
    question === undefined ? [] : [{ label: vscode.l10n.t("Show Evidence"), iconPath: new vscode.ThemeIcon("list-tree"), evidence: true }];
  const gaps = (offer.gaps ?? []).map((gap): WhyItem => ({ label: gap, iconPath: new vscode.ThemeIcon("info") }));
  const items = [...add, ...search, ...evidence, ...gaps];
  if (items.length === 0) {
    void vscode.window.showInformationMessage(`referee: ${offer.message ?? vscode.l10n.t("No hypothesis was found in the evidence.")}`);
    return undefined;
  }
  const placeHolder = offer.message ?? vscode.l10n.t("What is missing, and what to do");
  const chosen = await vscode.window.showQuickPick(items, { placeHolder, ignoreFocusOut: true });
  if (chosen?.search === true) return again({ online: true, choose: true });
  if (chosen?.evidence === true) return vscode.commands.executeCommand(SHOW_EVIDENCE, { uri, question });
  if (chosen?.add === undefined) return undefined;
  const said = await vscode.commands.executeCommand<{ message?: string } | undefined>(ADD_NAME, { uri, ...chosen.add });
  if (said?.message !== undefined) void vscode.window.showInformationMessage(`referee: ${said.message}`);
  return said;
}
