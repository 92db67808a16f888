//! The arguments of the commands that search, write and compare: `cite`, `support`, `hypothesize`,
//! `report`, `evidence`.

use super::check::RequestedKind;
use super::lookup::LookupOptions;
use super::paper_options::PaperOptions;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use std::path::PathBuf;

/// The arguments of `referee cite`.
#[derive(Debug, Args)]
#[command(after_help = "Exit status:\n  \
    0  candidates were found\n  \
    1  nothing is about the sentence, or only weak matches do; no source has the identifier\n  \
    2  the command could not do its work\n\n\
    Examples:\n  \
    referee cite \"Metformin activates AMPK in hepatocytes.\"\n  \
    referee cite 10.1056/NEJMoa2034577\n  \
    referee cite --format json -n 5 statins and mortality")]
pub(crate) struct Cite {
    /// The sentence that needs a work, or the work itself: a title, a DOI, a PMID, an arXiv id, an
    /// address.
    #[arg(required = true)]
    pub(crate) sentence: Vec<String>,
    /// The maximum number of works.
    #[arg(short = 'n', long, default_value_t = 10)]
    pub(crate) limit: usize,
    /// The format of the answer.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: AnswerFormat,
    /// Where to search for the sentence.
    #[command(flatten)]
    pub(crate) search: SearchOptions,
}

/// The arguments of `referee support`.
#[derive(Debug, Args)]
#[command(after_help = "Exit status:\n  \
    0  nothing contradicts any sentence\n  \
    1  something contradicts a sentence\n  \
    2  the command could not do its work, or the language model gave no verdict on any sentence\n\n\
    With a language model in your own settings (llm.model, llm.fast_model) it reads the abstracts too; the sentence\n\
    that a verdict rests on is looked up in them, and what is not found there is no verdict. With --offline a model on\n\
    this machine is asked all the same.\n\n\
    Examples:\n  \
    referee support paper.md\n  \
    referee support paper.md --show-payload\n  \
    referee support thesis/ --format json\n  \
    referee support paper.md --format html > support.html")]
pub(crate) struct Support {
    /// Drafts or folders. Folders are walked; files ignored by .gitignore are omitted.
    #[arg(required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// The format of the answer.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: SupportFormat,
    /// The sources for judging references: the library, and online sources if allowed.
    #[command(flatten)]
    pub(crate) lookup: LookupOptions,
    /// Whether the papers that the author has are read.
    #[command(flatten)]
    pub(crate) papers: PaperOptions,
    /// Whether the drafts are papers or clinical notes.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) kind: RequestedKind,
    /// Also list numbers without a reference, references that no sentence needs, and claims that the
    /// cited work repeats from another.
    #[arg(long)]
    pub(crate) hints: bool,
    /// Do not use a language model.
    #[arg(long, conflicts_with_all = ["send_to_model", "show_payload"])]
    pub(crate) no_model: bool,
    /// Agree that a language model on another machine receives the sentences and the abstracts that
    /// they cite.
    #[arg(long, conflicts_with = "offline")]
    pub(crate) send_to_model: bool,
    /// Print the first request to the language model, exactly as it would be sent, without sending
    /// anything.
    #[arg(long)]
    pub(crate) show_payload: bool,
}

/// The arguments of `referee review-note`.
#[derive(Debug, Args)]
#[command(after_help = "Exit status:\n  \
    0  the language model has read the notes, whatever it said\n  \
    2  the command could not do its work, or the language model gave no answer\n\n\
    What it says are hints of a language model, not findings of a rule: each names two places of the note, and both\n\
    stand there letter for letter. A model on another machine is shown the note without what could tell who it is about,\n\
    and only with --send-to-model.\n\n\
    Examples:\n  \
    referee review-note note.md --show-payload\n  \
    referee review-note note.md --send-to-model\n  \
    referee review-note notes/ --send-to-model --format json")]
pub(crate) struct ReviewNote {
    /// Clinical notes or folders. Folders are walked; files ignored by .gitignore are omitted.
    #[arg(required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// The format of the answer.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: AnswerFormat,
    /// Whether the drafts are papers or clinical notes.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) kind: RequestedKind,
    /// Agree that the language model reads the notes; one on another machine receives them without
    /// identifying details.
    #[arg(long)]
    pub(crate) send_to_model: bool,
    /// Print the request about the first note, exactly as it would be sent to the language model,
    /// without sending anything.
    #[arg(long)]
    pub(crate) show_payload: bool,
}

/// The end of the help of the research commands; the examples of each command come last.
macro_rules! research_help {
    ($examples:literal) => {
        concat!(
            "Exit status:\n  \
            0  done\n  \
            1  no evidence was found\n  \
            2  the command could not do its work\n\n\
            What is found is kept for this folder in the state folder of your user (referee evidence path), and grows when\n\
            the question is asked again; that of a clinical note is not kept.\n\n\
            With a language model in your own settings (llm.model) it proposes the hypotheses, judges the evidence and\n\
            writes the report; every quotation and sentence of it is checked against the evidence.\n\n\
            Examples:\n  ",
            $examples
        )
    };
}

/// The arguments of `referee hypothesize`.
#[derive(Debug, Args)]
#[command(after_help = research_help!(
    "referee hypothesize How could metformin slow amyloid?\n  \
    referee hypothesize --format json --rounds 0 metformin and amyloid"
))]
pub(crate) struct Hypothesize {
    /// The question and how it is researched.
    #[command(flatten)]
    pub(crate) question: Question,
}

/// The arguments of `referee report`.
#[derive(Debug, Args)]
#[command(after_help = research_help!(
    "referee report Does metformin slow amyloid? --out report.qmd\n  \
    referee report --rounds 0 metformin and amyloid"
))]
pub(crate) struct Report {
    /// The question and how it is researched.
    #[command(flatten)]
    pub(crate) question: Question,
}

/// The arguments of `referee research`.
#[derive(Debug, Args)]
#[command(after_help = research_help!(
    "referee research How could metformin slow amyloid? --online\n  \
    referee research metformin and amyloid --rounds 5 --out report.md"
))]
pub(crate) struct Research {
    /// The question and how it is researched.
    #[command(flatten)]
    pub(crate) question: Question,
}

/// The arguments of `referee evidence`.
#[derive(Debug, Subcommand)]
pub(crate) enum Evidence {
    /// Import evidence from a file that came with the folder, if you trust its author. The file does
    /// not change.
    Import {
        /// The file; .referee/evidence.sqlite of the folder by default.
        #[arg(value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
        /// The folder or draft that the evidence belongs to.
        #[arg(long, value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
        path: PathBuf,
    },
    /// Export the evidence of a folder to a new file, which can accompany a paper: with the
    /// questions, and the records found for them.
    Export {
        /// The file; .referee/evidence.sqlite of the folder by default.
        #[arg(value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
        /// The folder or draft that the evidence belongs to.
        #[arg(long, value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
        path: PathBuf,
    },
    /// Add the evidence of a folder to a workspace of the shared database, for its members.
    Share {
        /// The name of the workspace. If it does not exist, it is created with you as its owner.
        name: String,
        /// The folder or draft that the evidence belongs to.
        #[arg(long, value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
        path: PathBuf,
        /// The JSON of `referee check --format json`, whose verdicts are also shared. Those of
        /// clinical notes are not.
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        verdicts: Option<PathBuf>,
        /// A database role that becomes a member of the workspace; may be repeated.
        #[arg(long, value_name = "ROLE")]
        with: Vec<String>,
    },
    /// Import the evidence of others from a workspace of the shared database, and list its
    /// verdicts.
    Fetch {
        /// The name of the workspace.
        name: String,
        /// The folder or draft that the evidence belongs to.
        #[arg(long, value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
        path: PathBuf,
    },
    /// Remove the evidence stored for a folder.
    Remove {
        /// The folder or draft that the evidence belongs to.
        #[arg(long, value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
        path: PathBuf,
    },
    /// Print the path of the file with the evidence of a folder.
    Path {
        /// The folder or draft that the evidence belongs to.
        #[arg(long, value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
        path: PathBuf,
    },
}

/// A question and how it is researched.
#[derive(Debug, Args)]
pub(crate) struct Question {
    /// The question, in one or several words.
    #[arg(required = true)]
    pub(crate) question: Vec<String>,
    /// The maximum number of search rounds; with 0 only existing evidence is read.
    #[arg(long)]
    pub(crate) rounds: Option<u32>,
    /// The output file: .md, .qmd, .tex, .typ or .txt; standard output by default.
    #[arg(short, long, value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// The format of the answer.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: AnswerFormat,
    /// Where to search for the question, and the folder that the evidence belongs to.
    #[command(flatten)]
    pub(crate) search: SearchOptions,
    /// Agree that a language model on another machine receives the question and the evidence.
    #[arg(long, conflicts_with = "offline")]
    pub(crate) send_to_model: bool,
    /// Print the first request to the language model, exactly as it would be sent, without sending
    /// anything.
    #[arg(long)]
    pub(crate) show_payload: bool,
}

/// Where to search for a typed question.
#[derive(Debug, Args)]
pub(crate) struct SearchOptions {
    /// The folder of the library on this machine.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) library: Option<PathBuf>,
    /// The folder or draft whose settings apply, and that the evidence belongs to.
    #[arg(long, value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
    pub(crate) path: PathBuf,
    /// Also search PubMed, Europe PMC, OpenAlex, Crossref and ClinicalTrials.gov: the search words
    /// leave this machine. For hypotheses and reports, PubMed IDs and the names of drugs, molecules
    /// and diseases are also sent to PubTator3, and those of drugs to Open Targets.
    #[arg(long, conflicts_with = "offline")]
    pub(crate) online: bool,
    /// Do not search online; a language model on this machine is still used.
    #[arg(long)]
    pub(crate) offline: bool,
}

/// The formats of `referee support`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SupportFormat {
    /// Text for a terminal.
    #[default]
    Human,
    /// JSON for programs.
    Json,
    /// A page for a reviewer, sorted by what needs a human first.
    Html,
}

/// The formats of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnswerFormat {
    /// Text for a terminal.
    #[default]
    Human,
    /// JSON for programs.
    Json,
}
