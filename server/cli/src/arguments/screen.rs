//! What `screen` and `alerts` take.

use super::lookup::LookupOptions;
use clap::{ArgGroup, Args, ValueEnum, ValueHint};
use std::path::PathBuf;

/// `referee screen`
#[derive(Debug, Args)]
#[command(
    group(ArgGroup::new("task").required(true).multiple(false).args(["paths", "work", "list", "sign", "show", "again", "forget"])),
    after_help = "Each file and each folder in FOLDER is one submission: a draft, a zip of a draft with its bibliography, or a \
    folder of them. What reads as a clinical note is not taken. Workers may run on any number of machines; together they keep \
    the pace that each online source asks for.\n\n\
    Examples:\n  \
    referee screen inbox/ --watch --database postgres://journal@db/referee\n  \
    referee screen --work --online --database postgres://journal@db/referee\n  \
    referee screen --list\n  \
    referee screen --list --format html > triage.html\n  \
    referee screen --show 12 --format html > 12.html\n  \
    referee screen --sign 12 --by \"A. Editor\" --note \"asked the authors about reference 7\""
)]
pub(crate) struct Screen {
    /// Folders or files to hand in.
    #[arg(value_name = "FOLDER", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Go on looking for what is put into the folders.
    #[arg(long, requires = "paths")]
    pub(crate) watch: bool,
    /// Judge what waits, until told to end.
    #[arg(long)]
    pub(crate) work: bool,
    /// List the submissions, what needs a person first.
    #[arg(long)]
    pub(crate) list: bool,
    /// Note that a person has looked at a submission.
    #[arg(long, value_name = "ID", requires = "by")]
    pub(crate) sign: Option<i64>,
    /// Print the result of a submission.
    #[arg(long, value_name = "ID")]
    pub(crate) show: Option<i64>,
    /// Have a submission judged once more.
    #[arg(long, value_name = "ID")]
    pub(crate) again: Option<i64>,
    /// Forget a submission with its files and results.
    #[arg(long, value_name = "ID")]
    pub(crate) forget: Option<i64>,
    /// Who signs.
    #[arg(long, value_name = "NAME", requires = "sign")]
    pub(crate) by: Option<String>,
    /// What is noted with the signature.
    #[arg(long, value_name = "TEXT", requires = "sign")]
    pub(crate) note: Option<String>,
    /// How to print.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ScreenFormat,
    /// The database with the queue, postgres://…; without it the one of the setting `library.url`.
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// What judges references: the library, and online sources where that is allowed.
    #[command(flatten)]
    pub(crate) lookup: LookupOptions,
    /// How many submissions this worker judges at the same time; as many as there are processors where it is not said.
    #[arg(long, value_name = "N", requires = "work")]
    pub(crate) slots: Option<usize>,
    /// For how many seconds a submission is taken: a worker that was killed keeps it from others for so long.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "work", value_parser = clap::value_parser!(u64).range(1..=3_600))]
    pub(crate) lease: u64,
    /// End when nothing waits and nothing is under way.
    #[arg(long, requires = "work")]
    pub(crate) until_empty: bool,
}

/// How `screen` and `alerts` print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScreenFormat {
    /// For reading.
    #[default]
    Human,
    /// For a spreadsheet.
    Csv,
    /// For programs.
    Json,
    /// One page.
    Html,
}

/// `referee alerts`
#[derive(Debug, Args)]
#[command(after_help = "Exit status:\n  \
    0  nothing was announced that nobody has signed off since\n  \
    1  something was\n  \
    2  the command could not do its work\n\n\
    Examples:\n  \
    referee alerts\n  \
    referee library update retractions && referee alerts --look\n  \
    referee alerts --format json             for programs")]
pub(crate) struct Alerts {
    /// Look through the library now; workers do it at their start and a few times a day.
    #[arg(long)]
    pub(crate) look: bool,
    /// How to print.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ScreenFormat,
    /// The database with the queue, postgres://…; without it the one of the setting `library.url`.
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// The folder of the library on this machine.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) library: Option<PathBuf>,
}
