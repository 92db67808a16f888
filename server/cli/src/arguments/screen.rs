//! The arguments of `screen` and `alerts`.

use super::lookup::LookupOptions;
use clap::{ArgGroup, Args, ValueEnum, ValueHint};
use std::path::PathBuf;

/// The arguments of `referee screen`.
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
    /// Folders or files to submit. Each file and each folder in a folder is one submission.
    #[arg(value_name = "FOLDER", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Keep watching the folders, and submit files that are added later, until interrupted.
    #[arg(long, requires = "paths")]
    pub(crate) watch: bool,
    /// Work: judge the submissions that wait in the queue, until interrupted.
    #[arg(long)]
    pub(crate) work: bool,
    /// List the submissions; those that need a person come first.
    #[arg(long)]
    pub(crate) list: bool,
    /// Sign a submission off after a person has reviewed it. Needs --by.
    #[arg(long, value_name = "ID", requires = "by")]
    pub(crate) sign: Option<i64>,
    /// Print the result of a submission: JSON, or with --format html the report as a page.
    #[arg(long, value_name = "ID")]
    pub(crate) show: Option<i64>,
    /// Judge a submission again. Its signature becomes void.
    #[arg(long, value_name = "ID")]
    pub(crate) again: Option<i64>,
    /// Delete a submission with its files and results.
    #[arg(long, value_name = "ID")]
    pub(crate) forget: Option<i64>,
    /// The name of the person who signs the submission off.
    #[arg(long, value_name = "NAME", requires = "sign")]
    pub(crate) by: Option<String>,
    /// A note to store with the signature.
    #[arg(long, value_name = "TEXT", requires = "sign")]
    pub(crate) note: Option<String>,
    /// The format of the list or of the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ScreenFormat,
    /// The database with the queue, postgres://user@host/name. The default is that of the setting
    /// `library.url`.
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// The sources for judging references: the library, and online sources if allowed.
    #[command(flatten)]
    pub(crate) lookup: LookupOptions,
    /// How many submissions this worker judges at the same time [default: the number of
    /// processors].
    #[arg(long, value_name = "N", requires = "work")]
    pub(crate) slots: Option<usize>,
    /// How long the submissions of a killed worker stay reserved, in seconds; a running worker
    /// renews it.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "work", value_parser = clap::value_parser!(u64).range(1..=3_600))]
    pub(crate) lease: u64,
    /// Exit when no submission is waiting or being judged, instead of waiting for more.
    #[arg(long, requires = "work")]
    pub(crate) until_empty: bool,
}

/// The formats of `screen` and `alerts`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScreenFormat {
    /// A line of text for each submission or alert.
    #[default]
    Human,
    /// A table of submissions for a spreadsheet.
    Csv,
    /// JSON for programs: `referee.screen/1`, `referee.alerts/1`.
    Json,
    /// One page for a browser, which can be printed and mailed.
    Html,
}

/// The arguments of `referee alerts`.
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
    /// First look for new notices in the library. Workers do that at their start and a few times a
    /// day.
    #[arg(long)]
    pub(crate) look: bool,
    /// The format of the list.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ScreenFormat,
    /// The database with the queue, postgres://user@host/name. The default is that of the setting
    /// `library.url`.
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// The folder of the library on this machine, for --look. The default is that of the settings.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) library: Option<PathBuf>,
}
