//! What can be typed on the command line. Help, completions and the man page come from these definitions.

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use std::path::PathBuf;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "referee",
    version,
    about = "Reviews drafts of papers and clinical notes: is every citation real, and is it the work it claims to be?",
    after_help = "Examples:\n  \
        referee check paper.md                  judge every citation of a draft\n  \
        referee check . --format sarif          the same for a folder, for CI\n  \
        referee support paper.md                do the cited works say so?\n  \
        referee mcp                             the same judgement for an agent\n  \
        referee library import pubmed25n0001.xml.gz\n  \
        referee explain citation/misidentified  what a rule flags, and why\n\n\
        Documentation: https://referee-lsp.github.io/referee",
    max_term_width = 100,
    propagate_version = true
)]
pub(crate) struct Arguments {
    /// When to colour the output.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: Color,
    /// The work to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to colour.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Judge every citation in drafts and bibliographies.
    Check(Check),
    /// Run the language server on standard input and output, for editors.
    Lsp(Lsp),
    /// Run a Model Context Protocol server on standard input and output, for agents that ask before they cite.
    Mcp(Mcp),
    /// Look after the library: the records on this machine that references are judged by.
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
    /// Find works that could support a sentence, best first.
    Cite(Cite),
    /// Look up whether the cited works say so: each sentence that cites, compared with their abstracts.
    Support(Support),
    /// Show what a document cites, as it was read: out of a draft, a Word file, a PDF, a list of another program.
    References(References),
    /// Extract hypotheses from the evidence at hand: drug, target, pathway, effect, with what speaks for and against.
    Hypothesize(Hypothesize),
    /// Write a report of the evidence at hand, in which every sentence is counted or quoted.
    Report(Report),
    /// Research a question: search, extract hypotheses, search for what would test them, and report.
    Research(Research),
    /// Look after the evidence that is kept for a folder: take over what came with it, export it, or remove it.
    #[command(subcommand)]
    Evidence(Evidence),
    /// List the rules.
    Rules(Rules),
    /// Explain a rule: what it flags, why, and what to do.
    Explain(Explain),
    /// Show the settings in force, and where each comes from.
    Config(Config),
    /// Show what left this machine: when, where to, what for, how much, and what kind of data.
    Egress(Egress),
    /// Print the completions for a shell.
    #[command(after_help = "Examples:\n  \
        referee completions bash > ~/.local/share/bash-completion/completions/referee\n  \
        referee completions zsh > ~/.zfunc/_referee\n  \
        referee completions fish > ~/.config/fish/completions/referee.fish")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the man page, or write one for every command.
    #[command(hide = true)]
    Man {
        /// A folder: the pages of all commands are written into it, and nothing is printed.
        folder: Option<PathBuf>,
    },
    /// Read a PDF from standard input and write its text to standard output: run by an import, for each PDF.
    #[command(hide = true, name = referee_literature::import::READ_PDF_COMMAND)]
    ReadPdf {
        /// Write the fragments of its pages with their places, and not its sections.
        #[arg(long = referee_literature::import::FRAGMENTS_OPTION)]
        fragments: bool,
    },
}

/// `referee references`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    referee references manuscript.docx                     what the Word file cites\n  \
    referee references paper.pdf --format bibtex > refs.bib\n  \
    referee references export.enw --format csl-json")]
pub(crate) struct References {
    /// Files: drafts, bibliographies, .docx, .odt, .rtf, .pdf, .ris, .nbib, .enw, .bbl, EndNote, JATS or TEI XML.
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    pub(crate) paths: Vec<PathBuf>,
    /// How to print.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReferenceFormat,
}

/// The formats in which references are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReferenceFormat {
    /// A line for each.
    #[default]
    Text,
    /// CSL-JSON, as Zotero and Pandoc read it.
    CslJson,
    /// BibTeX.
    Bibtex,
    /// RIS, as every reference manager reads it.
    Ris,
}

/// `referee mcp`
#[derive(Debug, Args)]
#[command(
    after_help = "The settings of the folder that it is started in count; no other file there is read.\n\n\
    Examples:\n  \
    claude mcp add referee -- referee mcp             Claude Code, by what your settings allow\n  \
    claude mcp add referee -- referee mcp --online    the same, and look up and search online\n  \
    referee mcp --offline --library ~/pubmed          nothing but a library on this machine"
)]
pub(crate) struct Mcp {
    /// Look nothing up online.
    #[arg(long, conflicts_with = "online")]
    pub(crate) offline: bool,
    /// Allow references to be looked up online, and the words of sentences to be searched for.
    #[arg(long)]
    pub(crate) online: bool,
    /// The folder of the library on this machine.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) library: Option<PathBuf>,
}

/// `referee check`
#[derive(Debug, Args)]
#[command(after_help = "Exit status:\n  \
    0  nothing at or above --fail-on\n  \
    1  something at or above --fail-on\n  \
    2  the command could not do its work\n\n\
    Examples:\n  \
    referee check paper.md\n  \
    referee check thesis/ --fail-on warning\n  \
    referee check submission/ --isolated    a stranger's manuscript\n  \
    referee check manuscript.docx           a Word file; also .odt, .rtf, .pdf, .ipynb\n  \
    referee check export.ris                a list of another program; also .nbib, .enw, .bbl, .xml\n  \
    referee check paper.pdf --format html > report.html\n  \
    referee check refs.bib --library ~/pubmed --format json")]
pub(crate) struct Check {
    /// Files or folders. Folders are walked, and what .gitignore names is left out.
    #[arg(required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// How to print.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Look nothing up online.
    #[arg(long, conflicts_with = "online")]
    pub(crate) offline: bool,
    /// Allow references to be looked up online.
    #[arg(long)]
    pub(crate) online: bool,
    /// The folder of the library on this machine.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) library: Option<PathBuf>,
    /// What the drafts are.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) kind: Kind,
    /// Believe nothing that the workspace says for itself: leave out its referee.toml, its baseline, the files that
    /// its .gitignore names, comments that suppress findings, and the libraries and the evidence that it brings.
    #[arg(long, conflicts_with_all = ["write_baseline", "fix"])]
    pub(crate) isolated: bool,
    /// From which severity on the exit status is 1.
    #[arg(long, value_enum, default_value_t, value_name = "SEVERITY")]
    pub(crate) fail_on: FailOn,
    /// Apply the fixes that are mechanical, and report what is left.
    #[arg(long)]
    pub(crate) fix: bool,
    /// Write the findings there are now to referee.baseline.json, and report them no more.
    #[arg(long, conflicts_with = "fix")]
    pub(crate) write_baseline: bool,
    /// Print hints too, and every reference.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// How `check` prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For reading.
    #[default]
    Human,
    /// `referee.check/1`, for programs.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
    /// One page for an editor or a reviewer: each reference with its evidence and a box to sign.
    Html,
}

/// What the drafts are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// As the draft, the editor or the settings say.
    #[default]
    Auto,
    /// Papers.
    Manuscript,
    /// Clinical notes.
    ClinicalNote,
}

/// From which severity on `check` fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Errors.
    #[default]
    Error,
    /// Warnings and errors.
    Warning,
    /// Information and all above.
    Information,
    /// Nothing.
    Never,
}

/// `referee lsp`
#[derive(Debug, Args)]
#[command(
    after_help = "An editor starts it; typed in a terminal it waits for messages. The log goes to standard error.\n\n\
    Examples:\n  \
    REFEREE_LOG=info referee lsp             say more in the log\n  \
    hx --health markdown                     does Helix find it?\n\n\
    Set-up for each editor: https://referee-lsp.github.io/referee"
)]
pub(crate) struct Lsp {
    /// Accepted for clients that always give it: standard input and output are the only way.
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
    /// The process whose end ends the server.
    #[arg(long = "clientProcessId", hide = true, value_name = "PID")]
    pub(crate) client_process_id: Option<u32>,
}

/// `referee library …`
#[derive(Debug, Subcommand)]
pub(crate) enum Library {
    /// Read records into the library: PubMed XML (also .gz), NBIB, RIS, BibTeX, CSL-JSON, Retraction Watch CSV; or a
    /// guideline, which is cited by page and section: Markdown, text, HTML, PDF.
    Import {
        /// The files.
        #[arg(required = true, value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        /// Read files again that were read before.
        #[arg(long)]
        force: bool,
        /// How the guideline is called, where it does not say so itself; for one file.
        #[arg(long)]
        title: Option<String>,
        /// The place of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Print the records with an identifier: a DOI, PMID:123, PMC123, arXiv:2103.15348, NCT01234567.
    Get {
        /// The identifier.
        id: String,
        /// Print CSL-JSON.
        #[arg(long)]
        json: bool,
        /// The place of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Search titles, authors, journals and years.
    Search {
        /// The words.
        #[arg(required = true)]
        query: Vec<String>,
        /// How many records at most.
        #[arg(short = 'n', long, default_value_t = 10)]
        limit: usize,
        /// Print CSL-JSON.
        #[arg(long)]
        json: bool,
        /// The place of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Say what the library holds.
    Stats {
        /// The place of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Read the whole library and say whether anything in it is damaged.
    #[command(
        after_help = "Exit status:\n  0  everything can be read\n  1  something is damaged\n  2  there is no library, or it cannot be read"
    )]
    Check {
        /// The place of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Make the index of the library anew, from what can be read of it; import files again of which records are
    /// missing. It is also what a library of an older referee needs.
    #[command(
        after_help = "Exit status:\n  0  nothing is lost\n  1  some files have to be imported again; they are named\n  2  the library could not be repaired"
    )]
    Repair {
        /// The place of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Fetch what changes by the day from the network. It says what is fetched and from where, and sends nothing of
    /// yours.
    #[command(subcommand)]
    Update(Update),
    /// Write all records.
    Export {
        /// How to write them.
        #[arg(long, value_enum, default_value_t)]
        format: ExportFormat,
        /// The file; standard output where none is given.
        #[arg(short, long, value_hint = ValueHint::FilePath)]
        out: Option<PathBuf>,
        /// The place of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
    /// Take records out.
    Remove {
        /// What to take out: an identifier, the name of an imported file, or a source such as `bibtex`.
        #[arg(required_unless_present = "all")]
        what: Vec<String>,
        /// Take out everything.
        #[arg(long)]
        all: bool,
        /// The place of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
}

/// `referee library update …`
#[derive(Debug, Subcommand)]
pub(crate) enum Update {
    /// The table of Retraction Watch: retractions, corrections and expressions of concern, used offline from then on.
    Retractions {
        /// The place of the library.
        #[command(flatten)]
        place: LibraryFolder,
    },
}

/// How a library is written out.
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
    /// The folder of the library; the one of the settings where none is given.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) library: Option<PathBuf>,
}

/// `referee cite`
#[derive(Debug, Args)]
#[command(after_help = "Exit status:\n  \
    0  candidates were found\n  \
    1  nothing speaks of the sentence, or only weak matches do\n  \
    2  the command could not do its work\n\n\
    Examples:\n  \
    referee cite \"Metformin activates AMPK in hepatocytes.\"\n  \
    referee cite --format json -n 5 statins and mortality")]
pub(crate) struct Cite {
    /// The sentence.
    #[arg(required = true)]
    pub(crate) sentence: Vec<String>,
    /// How many works at most.
    #[arg(short = 'n', long, default_value_t = 10)]
    pub(crate) limit: usize,
    /// How to print.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: AnswerFormat,
    /// The folder of the library on this machine.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) library: Option<PathBuf>,
    /// The folder or draft whose settings count.
    #[arg(long, value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
    pub(crate) path: PathBuf,
    /// Search PubMed, Europe PMC, OpenAlex, Crossref and ClinicalTrials.gov too: the words of the sentence leave this
    /// machine.
    #[arg(long, conflicts_with = "offline")]
    pub(crate) online: bool,
    /// Ask nobody online.
    #[arg(long)]
    pub(crate) offline: bool,
}

/// `referee support`
#[derive(Debug, Args)]
#[command(after_help = "Exit status:\n  \
    0  nothing speaks against any sentence\n  \
    1  something speaks against a sentence\n  \
    2  the command could not do its work, or the language model gave no verdict on any sentence\n\n\
    With a language model in your own settings (llm.model, llm.fast_model) it reads the abstracts too; the sentence\n\
    that a verdict rests on is looked up in them, and what is not found there is no verdict.\n\n\
    Examples:\n  \
    referee support paper.md\n  \
    referee support paper.md --show-payload\n  \
    referee support thesis/ --format json")]
pub(crate) struct Support {
    /// Drafts or folders. Folders are walked, and what .gitignore names is left out.
    #[arg(required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// How to print.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: AnswerFormat,
    /// Look nothing up online; a language model on this machine is asked all the same.
    #[arg(long, conflicts_with = "online")]
    pub(crate) offline: bool,
    /// Allow references to be looked up online.
    #[arg(long)]
    pub(crate) online: bool,
    /// The folder of the library on this machine.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) library: Option<PathBuf>,
    /// What the drafts are.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) kind: Kind,
    /// Ask no language model.
    #[arg(long, conflicts_with_all = ["send_to_model", "show_payload"])]
    pub(crate) no_model: bool,
    /// Agree that a language model on another machine is sent the sentences and the abstracts that they cite.
    #[arg(long, conflicts_with = "offline")]
    pub(crate) send_to_model: bool,
    /// Print what the language model would be asked first, as it would be sent, and ask it nothing.
    #[arg(long)]
    pub(crate) show_payload: bool,
}

/// `referee hypothesize`
#[derive(Debug, Args)]
#[command(after_help = "Exit status:\n  \
    0  done\n  \
    1  no evidence was found\n  \
    2  the command could not do its work\n\n\
    What is found is kept for this folder in the state folder of your user (referee evidence path), and asked of again\n\
    it grows; that of a clinical note is not kept.\n\n\
    With a language model in your own settings (llm.model) it proposes the hypotheses, judges the evidence and writes\n\
    the report; every quotation and sentence of it is checked against the evidence.\n\n\
    Examples:\n  \
    referee hypothesize How could metformin slow amyloid?\n  \
    referee hypothesize --format json --rounds 0 metformin and amyloid")]
pub(crate) struct Hypothesize {
    /// The question and how it is researched.
    #[command(flatten)]
    pub(crate) question: Question,
}

/// `referee report`
#[derive(Debug, Args)]
#[command(after_help = "Exit status:\n  \
    0  done\n  \
    1  no evidence was found\n  \
    2  the command could not do its work\n\n\
    What is found is kept for this folder in the state folder of your user (referee evidence path), and asked of again\n\
    it grows; that of a clinical note is not kept.\n\n\
    With a language model in your own settings (llm.model) it proposes the hypotheses, judges the evidence and writes\n\
    the report; every quotation and sentence of it is checked against the evidence.\n\n\
    Examples:\n  \
    referee report Does metformin slow amyloid? --out report.qmd\n  \
    referee report --rounds 0 metformin and amyloid")]
pub(crate) struct Report {
    /// The question and how it is researched.
    #[command(flatten)]
    pub(crate) question: Question,
}

/// `referee research`
#[derive(Debug, Args)]
#[command(after_help = "Exit status:\n  \
    0  done\n  \
    1  no evidence was found\n  \
    2  the command could not do its work\n\n\
    What is found is kept for this folder in the state folder of your user (referee evidence path), and asked of again\n\
    it grows; that of a clinical note is not kept.\n\n\
    With a language model in your own settings (llm.model) it proposes the hypotheses, judges the evidence and writes\n\
    the report; every quotation and sentence of it is checked against the evidence.\n\n\
    Examples:\n  \
    referee research How could metformin slow amyloid? --online\n  \
    referee research metformin and amyloid --rounds 5 --out report.md")]
pub(crate) struct Research {
    /// The question and how it is researched.
    #[command(flatten)]
    pub(crate) question: Question,
}

/// `referee evidence`
#[derive(Debug, Subcommand)]
pub(crate) enum Evidence {
    /// Take over evidence from a file that came with the folder, if you trust whoever wrote it. The file does not
    /// change.
    Import {
        /// The file; .referee/evidence.sqlite of the folder where none is given.
        #[arg(value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
        /// The folder or draft that the evidence is kept for.
        #[arg(long, value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
        path: PathBuf,
    },
    /// Write the evidence of a folder into a new file, which can go with a paper: with the questions, and the records
    /// that were found for them.
    Export {
        /// The file; .referee/evidence.sqlite of the folder where none is given.
        #[arg(value_hint = ValueHint::FilePath)]
        file: Option<PathBuf>,
        /// The folder or draft that the evidence is kept for.
        #[arg(long, value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
        path: PathBuf,
    },
    /// Remove the evidence that is kept for a folder.
    Remove {
        /// The folder or draft that the evidence is kept for.
        #[arg(long, value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
        path: PathBuf,
    },
    /// Print the file in which the evidence of a folder is kept.
    Path {
        /// The folder or draft that the evidence is kept for.
        #[arg(long, value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
        path: PathBuf,
    },
}

/// A question and how it is researched.
#[derive(Debug, Args)]
pub(crate) struct Question {
    /// What to look for, in one or several words.
    #[arg(required = true)]
    pub(crate) question: Vec<String>,
    /// How many rounds of searches at most; 0 reads only what was found before.
    #[arg(long)]
    pub(crate) rounds: Option<u32>,
    /// The file to write: .md, .qmd, .tex, .typ or .txt; standard output where none is given.
    #[arg(short, long, value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// How to print.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: AnswerFormat,
    /// The folder of the library on this machine.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) library: Option<PathBuf>,
    /// The folder or draft whose settings count, and in whose folder the evidence is kept.
    #[arg(long, value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
    pub(crate) path: PathBuf,
    /// Search PubMed, Europe PMC, OpenAlex, Crossref and ClinicalTrials.gov too: the words of the question leave this
    /// machine.
    #[arg(long, conflicts_with = "offline")]
    pub(crate) online: bool,
    /// Ask nobody online; a language model on this machine is asked all the same.
    #[arg(long)]
    pub(crate) offline: bool,
    /// Agree that a language model on another machine is sent the question and the evidence.
    #[arg(long, conflicts_with = "offline")]
    pub(crate) send_to_model: bool,
    /// Print what the language model would be asked first, as it would be sent, and ask it nothing.
    #[arg(long)]
    pub(crate) show_payload: bool,
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnswerFormat {
    /// For reading.
    #[default]
    Human,
    /// For programs.
    Json,
}

/// `referee rules`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    referee rules                            every rule with what it flags\n  \
    referee rules --format json              the same for programs")]
pub(crate) struct Rules {
    /// How to print.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: RulesFormat,
    /// Write a page for each rule below this folder, as docs/rules has them.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, hide = true)]
    pub(crate) out: Option<PathBuf>,
}

/// How `rules` prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RulesFormat {
    /// For reading.
    #[default]
    Human,
    /// For programs.
    Json,
    /// For documentation.
    Markdown,
}

/// `referee explain`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    referee explain citation/misidentified\n  \
    referee explain note/contradiction")]
pub(crate) struct Explain {
    /// The id, such as `citation/retracted`.
    pub(crate) rule: String,
}

/// `referee egress`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    referee egress                           everything, oldest first\n  \
    referee egress -n 20                     the last twenty requests\n  \
    referee egress --format json             for programs")]
pub(crate) struct Egress {
    /// How to print.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: EgressFormat,
    /// Only the last so many requests.
    #[arg(short = 'n', long, value_name = "N")]
    pub(crate) last: Option<usize>,
}

/// How `egress` prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EgressFormat {
    /// For reading.
    #[default]
    Human,
    /// For programs.
    Json,
}

/// `referee config`
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
