//! The arguments of `library`.

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use referee_postgres::DEFAULT_SHARD_SIZE;
use std::path::PathBuf;

/// The commands of `referee library`.
#[derive(Debug, Subcommand)]
pub(crate) enum Library {
    /// Read records into the library: PubMed XML (also .gz), NBIB, RIS, BibTeX, CSL-JSON, dblp's dump, Retraction Watch CSV; or a
    /// guideline, which is cited by page and section: Markdown, text, HTML, PDF.
    Import {
        /// The exports and guidelines to read.
        #[arg(required = true, value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        /// Read files again that were read before.
        #[arg(long)]
        force: bool,
        /// The title of the guideline, where it does not say so itself; for one file.
        #[arg(long)]
        title: Option<String>,
        /// Where the library is.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Print the records with an identifier: a DOI, PMID:123, PMC123, arXiv:2103.15348, NCT01234567.
    Get {
        /// The identifier whose records are printed.
        id: String,
        /// Print CSL-JSON.
        #[arg(long)]
        json: bool,
        /// Where the library is.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Search titles, authors, journals and years.
    Search {
        /// The words to search for.
        #[arg(required = true)]
        query: Vec<String>,
        /// How many records at most.
        #[arg(short = 'n', long, default_value_t = 10)]
        limit: usize,
        /// Print CSL-JSON.
        #[arg(long)]
        json: bool,
        /// Where the library is.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Say what the library holds.
    Stats {
        /// Where the library is.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Make the vectors by which the library is searched for the meaning of a sentence beside its words: of every
    /// record that has none yet, by the embedding model of this machine. It may be stopped, and goes on where it ended.
    #[command(
        after_help = "It takes `referee model install minilm` and, in your own config.toml,\n\n  [embeddings]\n  backend = \"local\""
    )]
    Vectors {
        /// Where the library is.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Read the whole library and say whether anything in it is damaged.
    #[command(
        after_help = "Exit status:\n  0  everything can be read\n  1  something is damaged\n  2  there is no library, or it cannot be read"
    )]
    Check {
        /// Where the library is.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Make the index of the library anew, from what can be read of it; import files again of which records are
    /// missing. It is also what a library of an older referee needs.
    #[command(
        after_help = "Exit status:\n  0  nothing is lost\n  1  some files have to be imported again; they are named\n  2  the library could not be repaired"
    )]
    Repair {
        /// Where the library is.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Fetch what changes by the day from the network. It says what is fetched and from where, and sends nothing of
    /// yours.
    #[command(subcommand)]
    Update(Update),
    /// Write all records.
    Export {
        /// The format to write them in.
        #[arg(long, value_enum, default_value_t)]
        format: ExportFormat,
        /// The file; standard output where none is given.
        #[arg(short, long, value_hint = ValueHint::FilePath)]
        out: Option<PathBuf>,
        /// Where the library is.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Write read-only shards of the shared library into a folder: full-text indexes that workers ask in place of the
    /// database. Those that are there are kept until a tenth of their records was replaced or removed.
    Shard {
        /// The folder. Workers name it with --library, or with the setting library.path.
        #[arg(value_hint = ValueHint::DirPath)]
        folder: PathBuf,
        /// How many records one shard has.
        #[arg(long, default_value_t = DEFAULT_SHARD_SIZE, value_name = "RECORDS", value_parser = clap::value_parser!(u64).range(1..))]
        size: u64,
        /// Make all of them anew.
        #[arg(long)]
        anew: bool,
    },
    /// Take records out.
    Remove {
        /// What to take out: an identifier, the name of an imported file, or a source such as `bibtex`.
        #[arg(required_unless_present = "all")]
        what: Vec<String>,
        /// Take out everything.
        #[arg(long)]
        all: bool,
        /// Where the library is.
        #[command(flatten)]
        place: LibraryFolder,
    },
}

/// The commands of `referee library update`.
#[derive(Debug, Subcommand)]
pub(crate) enum Update {
    /// The table of Retraction Watch: retractions, corrections and expressions of concern, used offline from then on.
    Retractions {
        /// Where the library is.
        #[command(flatten)]
        place: LibraryFolder,
    },
}

/// The formats in which a library is written out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Records as JSON, one on each line, with notices and sources: what another library imports without loss.
    #[default]
    Json,
    /// CSL-JSON: descriptions only.
    CslJson,
    /// RIS: descriptions only.
    Ris,
    /// BibTeX: descriptions only.
    Bibtex,
}

/// Where the library is.
#[derive(Debug, Args)]
pub(crate) struct LibraryFolder {
    /// The folder of the library. Without it the library of the settings.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) library: Option<PathBuf>,
}
