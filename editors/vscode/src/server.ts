/** The lifecycle of the server: find, start, restart after a crash, stop. */

import * as path from "node:path";
import * as vscode from "vscode";
import {
  CloseAction,
  CodeActionResolveRequest,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  State,
  type StaticFeature,
} from "vscode-languageclient/node";
import { answer, argument, type More, type Shown } from "./answers";
import { isMissing, isOffer } from "./chains";
import { cite, INSERT_CITATION, type Order } from "./cite";
import { find, type Place, reaching, surroundings } from "./find";
import { chooseHypotheses, HYPOTHESIZE, type HypothesesChoice, sayWhyNot } from "./hypotheses";
import { LANGUAGES } from "./languages";
import { answering, ask, type Question } from "./questions";
import { explicit } from "./settings";
import { askForReasons } from "./suppression";
import { walkthrough } from "./walkthrough";

const SCHEMES = ["file", "untitled", "vscode-vfs"];

/** The maximum number of consecutive automatic restarts. */
const RESTARTS = 5;

/** The uptime in milliseconds after which an exit is not a crash at start. */
const STEADY = 60_000;

/** The counts of references in a file by state. */
export interface Count {
  uri: string;
  verified: number;
  toLookAt: number;
  unchecked: number;
  /** References of a kind that no source lists. */
  uncovered?: number;
  /** Whether references may be looked up online; `ask` until the author decides. */
  network?: "ask" | "allow" | "deny";
}

export type Health = "starting" | "running" | "stopped" | "missing" | "failed";

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private crashes = 0;
  private startedAt = 0;
  private readonly counts = new Map<string, Count>();
  private offered: string[] = [];
  private readonly changed = new vscode.EventEmitter<void>();
  readonly log = vscode.window.createOutputChannel("referee", { log: true });

  /** The state of the server. */
  health: Health = "stopped";

  /** Fires when the counts or the state change. */
  readonly onChange = this.changed.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly shown: Shown,
  ) {}

  dispose(): void {
    void this.stop();
    this.changed.dispose();
    this.log.dispose();
  }

  /** Returns the counts of a file, if known. */
  count(uri: vscode.Uri): Count | undefined {
    return this.counts.get(uri.toString());
  }

  /** Sends a request; returns `undefined` if the server is not running. */
  async request<T>(method: string, params: unknown): Promise<T | undefined> {
    if (this.client?.state !== State.Running) return undefined;
    return this.client.sendRequest<T>(method, params);
  }

  /** Resolves the edit of a code action for the current text. */
  async resolve(action: vscode.CodeAction): Promise<vscode.CodeAction | undefined> {
    const client = this.client;
    if (client?.state !== State.Running) return undefined;
    const asked = await client.code2ProtocolConverter.asCodeAction(action);
    try {
      const resolved = await client.sendRequest(CodeActionResolveRequest.type, asked);
      return await client.protocol2CodeConverter.asCodeAction(resolved);
    } catch (error) {
      this.log.warn(`an action cannot be worked out: ${error}`);
      return undefined;
    }
  }

  /** Converts a range of the protocol to one of the editor. */
  range(range: { start: Position; end: Position }): vscode.Range {
    return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
  }

  async start(): Promise<void> {
    const setting = vscode.workspace.getConfiguration("referee").get<string>("server.path", "");
    const { program, looked } = find(surroundings(setting, this.context.extensionPath));
    if (program === undefined) {
      this.become("missing");
      void this.sayMissing(looked);
      return;
    }
    this.log.info(`starting ${program} lsp`);
    this.offerInTerminals(path.dirname(program));
    this.become("starting");
    this.startedAt = Date.now();
    const client = new QuietClient(
      "referee",
      "referee",
      { command: program, args: ["lsp"], options: { env: this.environment(path.dirname(program)) } },
      this.options(),
    );
    this.client = client;
    client.registerFeature(new AsksForStatus());
    client.onRequest("window/showMessageRequest", (question: Question) => ask(question));
    client.onNotification("referee/status", (count: Count) => this.take(client, count));
    client.onDidChangeState(({ newState }) => {
      if (this.client !== client) return;
      if (newState === State.Running) this.run(client);
      else this.forget();
    });
    try {
      await client.start();
    } catch (error) {
      this.log.error(String(error));
      // The error handler has restarted it meanwhile, or has reported why not.
    }
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.forget();
    this.become("stopped");
    if (client === undefined) return;
    try {
      await client.dispose(2000);
    } catch (error) {
      this.log.warn(`the server did not stop by itself: ${error}`);
    }
  }

  async restart(): Promise<void> {
    this.crashes = 0;
    await this.stop();
    await this.start();
  }

  /** Makes the program available in the terminals of this window, because messages recommend
   * commands such as `referee egress`. */
  private offerInTerminals(folder: string): void {
    const variables = this.context.environmentVariableCollection;
    variables.clear();
    if (reaching(process.env, folder) === process.env) return;
    variables.description = vscode.l10n.t("the bundled referee");
    variables.append("PATH", path.delimiter + folder);
  }

  /** Denies an untrusted workspace the network and the models, whatever the environment says. */
  private environment(folder: string): NodeJS.ProcessEnv {
    // The server's allocator returns freed memory at once. Without the variable the server starts itself again to set it.
    const own = { MIMALLOC_PURGE_DELAY: "0", ...reaching(process.env, folder) };
    if (vscode.workspace.isTrusted) return own;
    return { ...own, REFEREE_NETWORK: "deny", REFEREE_LLM__MODEL: "", REFEREE_EMBEDDINGS__BACKEND: "lexical" };
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme }))),
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      markdown: { isTrusted: false, supportHtml: false },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => this.closed(),
      },
      initializationFailedHandler: () => false,
      middleware: {
        workspace: {
          configuration: (params) =>
            params.items.map((item) => {
              const scope = item.scopeUri === undefined ? undefined : vscode.Uri.parse(item.scopeUri);
              return item.section === "referee" ? explicit(this.context.extension, scope) : null;
            }),
          // The server requests its settings; sending them along would include every default.
          didChangeConfiguration: async () => {
            await this.client?.sendNotification("workspace/didChangeConfiguration", { settings: null });
          },
        },
        // The editor has an outline for Markdown; a second one would list every heading twice.
        provideDocumentSymbols: (document, token, next) =>
          document.languageId === "markdown" && hasOwnOutline() ? [] : next(document, token),
        provideCodeActions: async (document, range, context, token, next) => {
          const actions = await next(document, range, context, token);
          return actions && askForReasons(actions);
        },
        executeCommand: async (command, given, next) => {
          if (command === "referee.allowNetwork" && !vscode.workspace.isTrusted) return askForTrust();
          const own = given.length > 0 ? given : await argument(command);
          if (own === undefined) return undefined;
          if (command === INSERT_CITATION) walkthrough.markDone("cite");
          if (command === "referee.allowNetwork") walkthrough.markDone("network");
          const again = (more: More | HypothesesChoice) => vscode.commands.executeCommand(command, { ...(own[0] as object), ...more });
          const order = own[0] as Order;
          if (command === INSERT_CITATION && order.id === undefined) {
            return cite(order, async (wanted) => (await answering(() => Promise.resolve(next(command, [wanted])))) as unknown, again, this.shown.documents);
          }
          // A server without support for a choice inserts its result, as before.
          const chooses = command === HYPOTHESIZE && order.chains === undefined && order.choose === undefined;
          const orders = chooses ? [{ ...order, choose: true }] : own;
          const said = (await answering(() => Promise.resolve(next(command, orders)))) as unknown;
          if (command === HYPOTHESIZE && isOffer(said)) return chooseHypotheses(said, order.uri ?? "", again);
          if (isMissing(said)) {
            sayWhyNot(said, order.uri ?? "", again);
            return said;
          }
          return answer(said, again, this.shown);
        },
      },
    };
  }

  /** Handles an unexpected exit. */
  private async closed(): Promise<{ action: CloseAction; handled?: boolean }> {
    if (Date.now() - this.startedAt > STEADY) this.crashes = 0;
    this.crashes += 1;
    if (this.crashes > RESTARTS) {
      this.become("failed");
      void this.sayFailed();
      return { action: CloseAction.DoNotRestart, handled: true };
    }
    this.become("starting");
    const pause = Math.min(250 * 2 ** (this.crashes - 1), 8000);
    this.log.warn(`the server ended unasked and is started again in ${pause} ms`);
    await new Promise((done) => setTimeout(done, pause));
    this.startedAt = Date.now();
    return { action: CloseAction.Restart, handled: true };
  }

  private run(client: LanguageClient): void {
    this.become("running");
    walkthrough.markDone("install");
    const result = client.initializeResult;
    const experimental = result?.capabilities.experimental as { refereeReferences?: boolean } | undefined;
    if (experimental?.refereeReferences !== true) {
      const version = result?.serverInfo?.version ?? "unknown";
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          "referee {0} is too old for this extension: the list of references and the status bar stay empty.",
          version,
        ),
      );
    }
    this.offer(result?.capabilities.executeCommandProvider?.commands ?? []);
  }

  /** Enables only the commands in menus and the palette that the server offers. */
  private offer(commands: string[]): void {
    for (const command of this.offered) void setContext(command, false);
    this.offered = commands;
    for (const command of commands) void setContext(command, true);
    void vscode.commands.executeCommand("setContext", "referee.running", this.health === "running");
  }

  private take(client: LanguageClient, count: Count): void {
    const uri = client.protocol2CodeConverter.asUri(count.uri);
    const before = this.counts.get(uri.toString());
    this.counts.set(uri.toString(), count);
    if (before !== undefined && count.toLookAt < before.toLookAt) {
      walkthrough.markDone("fix");
    }
    if (count.network !== undefined && count.network !== "ask") {
      walkthrough.markDone("network");
    }
    this.changed.fire();
  }

  private forget(): void {
    this.counts.clear();
    this.offer([]);
    this.changed.fire();
  }

  private become(health: Health): void {
    this.health = health;
    void vscode.commands.executeCommand("setContext", "referee.health", health);
    this.changed.fire();
  }

  private async sayMissing(looked: Place[]): Promise<void> {
    const places = looked.map((place) => `${place.path} (${place.why})`).join(", ");
    this.log.error(`the program was not found; looked for ${places}`);
    const [setting, install] = [vscode.l10n.t("Open Setting"), vscode.l10n.t("How to Install")];
    const chosen = await vscode.window.showErrorMessage(
      vscode.l10n.t("referee is not installed: it was not found at {0}.", places),
      setting,
      install,
    );
    if (chosen === setting) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "referee.server.path");
    } else if (chosen === install) {
      await vscode.commands.executeCommand(
        "workbench.action.openWalkthrough",
        `${this.context.extension.id}#start`,
        false,
      );
    }
  }

  private async sayFailed(): Promise<void> {
    const [log, restart] = [vscode.l10n.t("Show Log"), vscode.l10n.t("Restart")];
    const chosen = await vscode.window.showErrorMessage(
      vscode.l10n.t("referee: the server stopped {0} times in a row and will not restart.", this.crashes),
      log,
      restart,
    );
    if (chosen === log) this.log.show();
    else if (chosen === restart) await this.restart();
  }
}

/** In an untrusted folder, explains why the network is disabled instead of asking for it. */
async function askForTrust(): Promise<void> {
  const manage = vscode.l10n.t("Manage Workspace Trust");
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t("referee: this folder is not trusted, so nothing is looked up online."),
    manage,
  );
  if (chosen === manage) await vscode.commands.executeCommand("workbench.trust.manage");
}

/** Whether the built-in Markdown extension is installed and enabled. */
function hasOwnOutline(): boolean {
  return vscode.extensions.getExtension("vscode.markdown-language-features") !== undefined;
}

interface Position {
  line: number;
  character: number;
}

function setContext(command: string, value: boolean): Thenable<unknown> {
  return vscode.commands.executeCommand("setContext", `referee.can.${command.replace(/^referee\./, "")}`, value);
}

/** Writes connection errors to the log only; `Server` reports what the author needs to know, once.
 */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** Returns the titles of the commands in the palette, which messages of the server use. */
function titles(): Record<string, string> {
  const manifest = vscode.extensions.getExtension("referee-lsp.referee")?.packageJSON as Manifest | undefined;
  const commands = manifest?.contributes?.commands ?? [];
  return Object.fromEntries(commands.map(({ command, category, title }) => [command, `“${category}: ${title}”`]));
}

interface Manifest {
  contributes?: { commands?: { command: string; category: string; title: string }[] };
}

/** Informs the server that the client shows counts, and how it calls the commands. */
class AsksForStatus implements StaticFeature {
  fillClientCapabilities(capabilities: { experimental?: object }): void {
    capabilities.experimental = { ...capabilities.experimental, refereeStatus: true, refereeCommands: titles() };
  }
  initialize(): void {}
  getState(): { kind: "static" } {
    return { kind: "static" };
  }
  clear(): void {}
}
