//! The arguments of `library`.

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use referee_postgres::DEFAULT_SHARD_SIZE;
use std::path::PathBuf;

/// The commands of `referee library`.
#[derive(Debug, Subcommand)]
pub(crate) enum Library {
    /// Import records into the library: PubMed XML (also .gz), NBIB, RIS, BibTeX, CSL-JSON, the
    /// dblp dump, Retraction Watch CSV; or a guideline, which is cited by page and section:
    /// Markdown, text, HTML, PDF.
    Import {
        /// The exports and guidelines to import.
        #[arg(required = true, value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        /// Import files again that were already imported.
        #[arg(long)]
        force: bool,
        /// The title of the guideline, if the file does not contain it; only for a single file.
        #[arg(long)]
        title: Option<String>,
        /// The location of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Print the records with an identifier: a DOI, PMID:123, PMC123, arXiv:2103.15348, NCT01234567.
    Get {
        /// The identifier to look up.
        id: String,
        /// Print CSL-JSON.
        #[arg(long)]
        json: bool,
        /// The location of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Search titles, authors, journals and years.
    Search {
        /// The words to search for.
        #[arg(required = true)]
        query: Vec<String>,
        /// The maximum number of records.
        #[arg(short = 'n', long, default_value_t = 10)]
        limit: usize,
        /// Print CSL-JSON.
        #[arg(long)]
        json: bool,
        /// The location of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Show statistics of the library.
    Stats {
        /// The location of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Compute vectors, with which the library is searched by the meaning of a sentence in addition
    /// to its words: for every record without one, with the embedding model of this machine. The
    /// command may be interrupted, and continues where it stopped.
    #[command(
        after_help = "It takes `referee model install minilm` and, in your own config.toml,\n\n  [embeddings]\n  backend = \"local\""
    )]
    Vectors {
        /// The location of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Read the whole library and report any damage.
    #[command(
        after_help = "Exit status:\n  0  everything can be read\n  1  something is damaged\n  2  there is no library, or it cannot be read"
    )]
    Check {
        /// The location of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Rebuild the index of the library from its readable records, and list the files to import
    /// again for the missing ones. A library of an older referee also needs this.
    #[command(
        after_help = "Exit status:\n  0  nothing is lost\n  1  some files have to be imported again; they are named\n  2  the library could not be repaired"
    )]
    Repair {
        /// The location of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Fetch data that changes daily from the network. The command reports what it fetches from
    /// where, and sends none of your data.
    #[command(subcommand)]
    Update(Update),
    /// Export all records.
    Export {
        /// The format of the export.
        #[arg(long, value_enum, default_value_t)]
        format: ExportFormat,
        /// The output file; standard output by default.
        #[arg(short, long, value_hint = ValueHint::FilePath)]
        out: Option<PathBuf>,
        /// The location of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Write read-only shards of the shared library into a folder: full-text indexes that workers
    /// query instead of the database. Existing shards are kept until a tenth of their records has
    /// been replaced or removed.
    Shard {
        /// The folder. Workers select it with --library, or with the setting library.path.
        #[arg(value_hint = ValueHint::DirPath)]
        folder: PathBuf,
        /// The number of records per shard.
        #[arg(long, default_value_t = DEFAULT_SHARD_SIZE, value_name = "RECORDS", value_parser = clap::value_parser!(u64).range(1..))]
        size: u64,
        /// Rebuild all shards.
        #[arg(long)]
        anew: bool,
    },
    /// Remove records.
    Remove {
        /// The records to remove: an identifier, the name of an imported file, or a source such as
        /// `bibtex`.
        #[arg(required_unless_present = "all")]
        what: Vec<String>,
        /// Remove all records.
        #[arg(long)]
        all: bool,
        /// The location of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
}

/// The commands of `referee library update`.
#[derive(Debug, Subcommand)]
pub(crate) enum Update {
    /// The table of Retraction Watch: retractions, corrections and expressions of concern, which is
    /// then used offline.
    Retractions {
        /// The location of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
}

/// The export formats of a library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Records as JSON, one per line, with notices and sources; another library can import it
    /// without loss.
    #[default]
    Json,
    /// CSL-JSON: descriptions only.
    CslJson,
    /// RIS: descriptions only.
    Ris,
    /// BibTeX: descriptions only.
    Bibtex,
}

/// The location of the library.
#[derive(Debug, Args)]
pub(crate) struct LibraryFolder {
    /// The folder of the library. The default is the library of the settings.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) library: Option<PathBuf>,
}
