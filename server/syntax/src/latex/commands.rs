//! Classifies LaTeX commands: which of them cite, and how.

use crate::Mode;

/// How the arguments of a command that cites are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `\cite[…][…]{keys}`: the first argument in braces holds the keys.
    Keys,
    /// `\cites(…)(…)[…]{a}[…]{b}`: every argument in braces holds keys.
    Multi,
    /// `\volcite[…]{volume}[…]{key}`: the second argument in braces holds the key.
    Volume,
    /// `\volcites`: every second argument holds a key.
    MultiVolume,
    /// An unknown command with `cite` in its name: its arguments count if they look like keys.
    Guess,
    /// The same, with a name that leaves little doubt: `\mycite`, `\xcitep`.
    LikelyKeys,
}

/// A command that cites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cite {
    pub(super) shape: Shape,
    pub(super) mode: Mode,
}

/// Commands with `cite` in their name that do not cite.
const NOT_CITING: &[&str] = &[
    "AtEveryCite",
    "AtEveryCitekey",
    "AtEveryMultiCite",
    "AtNextCite",
    "AtNextCitekey",
    "AtNextMultiCite",
    "DeclareAutoCiteCommand",
    "DeclareCiteCommand",
    "DeclareMultiCiteCommand",
    "bibcite",
    "bibcitenumfmt",
    "citebibstyle",
    "citecolor",
    "citecommand",
    "citedash",
    "citefnmark",
    "citeform",
    "citeleft",
    "citelistdelim",
    "citemid",
    "citename",
    "citenamefont",
    "citenumfont",
    "citeprenote",
    "citepostnote",
    "citepunct",
    "citerangesep",
    "citereset",
    "citeright",
    "citesetup",
    "citesep",
    "citestyle",
    "citetext",
    "citeswitch",
    "citetitlefont",
    "citetracker",
    "citeurlstyle",
    "clearcite",
    "compcitedelim",
    "excite",
    "incite",
    "multicitedelim",
    "multicitesubentrydelim",
    "newcite",
    "newcites",
    "precitecommand",
    "recite",
    "setcitestyle",
    "supercitedelim",
    "superciterangedelim",
    "textcitedelim",
];

/// Substrings that exclude a command from citing.
const NOT_CITING_PARTS: &[&str] = &[
    "delim", "font", "format", "index", "punct", "setup", "style", "tracker", "true", "false", "hook",
    "width",
];

/// The endings of known commands after the last `cite`.
const KNOWN_ENDINGS: &[&str] = &[
    "",
    "A",
    "ANP",
    "AP",
    "N",
    "NP",
    "a",
    "affixed",
    "aliasp",
    "aliast",
    "all",
    "aln",
    "alp",
    "als",
    "alt",
    "apos",
    "asnoun",
    "author",
    "authorpar",
    "date",
    "fullauthor",
    "n",
    "num",
    "online",
    "p",
    "palias",
    "par",
    "pos",
    "s",
    "subjecttitle",
    "t",
    "talias",
    "text",
    "title",
    "url",
    "year",
    "yearpar",
];

/// Returns whether and how the command `name`, without backslash and star, cites. `own` are the
/// commands of the author's settings.
pub(super) fn cite(name: &str, star: bool, own: &[String]) -> Option<Cite> {
    if own.iter().any(|command| command.trim_start_matches('\\').trim_end_matches('*') == name) {
        return Some(Cite { shape: Shape::Keys, mode: mode(name, star) });
    }
    match name {
        "bibentry" | "defcitealias" | "nocite" => {
            let mode = if name == "bibentry" { Mode::Parenthetical } else { Mode::Hidden };
            return Some(Cite { shape: Shape::Keys, mode });
        }
        "apud" | "apudonline" => return Some(Cite { shape: Shape::Multi, mode: Mode::Parenthetical }),
        "citefield" | "citelist" | "notecite" | "Notecite" | "pnotecite" | "Pnotecite" | "fnotecite" => {
            return Some(Cite { shape: Shape::Keys, mode: Mode::Parenthetical });
        }
        _ => {}
    }
    // The shortest such name is `cite` itself; one with `@` is internal to a package.
    let at = name.rfind("cite").or_else(|| name.rfind("Cite"))?;
    if name.contains('@') || NOT_CITING.contains(&name) || name.starts_with("if") || name.starts_with("new") {
        return None;
    }
    let mode = mode(name, star);
    let (before, ending) = (&name[..at], &name[at + 4..]);
    let shape = if matches!(ending, "s" | "texts") && is_known_beginning(before)
        || matches!(name, "citeauthors" | "citetitles" | "footcitetexts")
    {
        if before.ends_with("vol") { Shape::MultiVolume } else { Shape::Multi }
    } else if before.ends_with("vol") || before == "Vol" {
        Shape::Volume
    } else if is_known_beginning(before) && KNOWN_ENDINGS.contains(&ending) {
        Shape::Keys
    } else if NOT_CITING_PARTS.iter().any(|part| name.to_ascii_lowercase().contains(part)) {
        return None;
    } else if KNOWN_ENDINGS.contains(&ending) {
        Shape::LikelyKeys
    } else {
        Shape::Guess
    };
    Some(Cite { shape, mode })
}

/// Returns whether a known package has commands with this text before `cite`.
fn is_known_beginning(before: &str) -> bool {
    matches!(
        before.to_ascii_lowercase().as_str(),
        "" | "auto"
            | "avol"
            | "block"
            | "foot"
            | "footfull"
            | "ft"
            | "ftvol"
            | "full"
            | "fvol"
            | "hybrid"
            | "mask"
            | "online"
            | "paren"
            | "possessive"
            | "pvol"
            | "short"
            | "smart"
            | "super"
            | "svol"
            | "text"
            | "tvol"
            | "vol"
            | "masknocite"
    )
}

fn mode(name: &str, star: bool) -> Mode {
    let lower = name.to_ascii_lowercase();
    if lower.contains("nocite") {
        Mode::Hidden
    } else if lower.contains("citeyear") || lower.contains("citedate") {
        Mode::YearOnly
    } else if star && matches!(lower.as_str(), "parencite" | "autocite") {
        // biblatex omits the author in the starred forms.
        Mode::YearOnly
    } else if lower.contains("textcite")
        || lower.contains("citeauthor")
        || lower.contains("citefullauthor")
        || lower.contains("citetitle")
        || lower.contains("citeasnoun")
        || lower.contains("possessivecite")
        || lower.contains("citeonline")
        || lower.ends_with("citetalias")
        || lower.ends_with("citet")
        || lower.ends_with("citealt")
        || lower.ends_with("citets")
        || name.ends_with("citeA")
        || name.ends_with("citeNP")
        || name.ends_with("citeN")
    {
        Mode::Textual
    } else {
        Mode::Parenthetical
    }
}

/// Returns whether TeX reads the environment verbatim.
pub(super) fn is_verbatim(environment: &str) -> bool {
    matches!(
        environment.strip_suffix('*').unwrap_or(environment),
        "verbatim"
            | "Verbatim"
            | "BVerbatim"
            | "LVerbatim"
            | "SaveVerbatim"
            | "VerbatimOut"
            | "VerbatimEnvironment"
            | "Highlighting"
            | "lstlisting"
            | "minted"
            | "comment"
            | "filecontents"
            | "alltt"
            | "listing"
            | "spverbatim"
            | "verbatimtab"
            | "verbatimwrite"
            | "boxedverbatim"
            | "tcblisting"
            | "dispExample"
            | "dispListing"
            | "CCSXML"
            | "luacode"
            | "pycode"
            | "pyverbatim"
            | "sageblock"
            | "sageverbatim"
            | "asy"
            | "Sinput"
            | "Soutput"
            | "Scode"
            | "LTXexample"
            | "PSTexample"
    )
}

/// Returns whether the environment is a formula.
pub(super) fn is_math(environment: &str) -> bool {
    matches!(
        environment.strip_suffix('*').unwrap_or(environment),
        "equation"
            | "align"
            | "alignat"
            | "flalign"
            | "gather"
            | "multline"
            | "eqnarray"
            | "displaymath"
            | "math"
            | "dmath"
            | "IEEEeqnarray"
            | "subequations"
            | "xalignat"
            | "tikzpicture"
            | "chemscheme"
    )
}

/// Returns whether the first argument in braces is an address, in which `%` and `#` are plain
/// characters.
pub(super) fn takes_address(command: &str) -> bool {
    matches!(command, "url" | "href" | "path" | "nolinkurl" | "burl" | "doi" | "urlstyle" | "hrefurl")
}

/// Returns whether a command that begins with `if` opens no conditional, so that no `\fi` belongs
/// to it.
pub(super) fn is_no_conditional(name: &str) -> bool {
    matches!(name, "iff" | "ifthenelse" | "iftoggle" | "ifblank" | "ifdef")
        || name.starts_with("ifcite")
        || name.starts_with("iffield")
        || name.starts_with("ifname")
        || name.starts_with("ifstr")
        || name.starts_with("ifbool")
        || name.starts_with("ifdef") && name != "ifdefined"
}

/// Returns whether a command defines others; the contents of its arguments are not yet text.
pub(super) fn defines(name: &str) -> bool {
    matches!(
        name,
        "newcommand"
            | "renewcommand"
            | "providecommand"
            | "DeclareRobustCommand"
            | "newrobustcmd"
            | "renewrobustcmd"
            | "providerobustcmd"
            | "newenvironment"
            | "renewenvironment"
            | "NewDocumentCommand"
            | "RenewDocumentCommand"
            | "ProvideDocumentCommand"
            | "DeclareDocumentCommand"
            | "NewDocumentEnvironment"
            | "RenewDocumentEnvironment"
            | "NewExpandableDocumentCommand"
            | "DeclareCiteCommand"
            | "DeclareMultiCiteCommand"
            | "DeclareMathOperator"
            | "DeclareFieldFormat"
            | "DeclareNameFormat"
            | "newbibmacro"
            | "renewbibmacro"
            | "providebibmacro"
            | "newtheorem"
            | "def"
            | "gdef"
            | "edef"
            | "xdef"
            | "long"
            | "csdef"
            | "csgdef"
            | "let"
    )
}

/// Returns the level of a heading, 1 for the highest.
pub(super) fn heading_level(name: &str) -> Option<u8> {
    Some(match name {
        "part" => 1,
        "chapter" | "addchap" => 2,
        "section" | "addsec" => 3,
        "subsection" => 4,
        "subsubsection" => 5,
        "paragraph" => 6,
        "subparagraph" => 7,
        _ => return None,
    })
}

/// Returns how many arguments in braces of a command are not prose; `None` if its arguments are
/// prose.
pub(super) fn opaque_arguments(name: &str) -> Option<usize> {
    Some(match name {
        "label"
        | "ref"
        | "eqref"
        | "pageref"
        | "cref"
        | "Cref"
        | "autoref"
        | "nameref"
        | "vref"
        | "subref"
        | "includegraphics"
        | "usepackage"
        | "RequirePackage"
        | "documentclass"
        | "bibliographystyle"
        | "bibliography"
        | "nobibliography"
        | "addbibresource"
        | "addglobalbib"
        | "addsectionbib"
        | "input"
        | "include"
        | "includeonly"
        | "subfile"
        | "subfileinclude"
        | "url"
        | "path"
        | "nolinkurl"
        | "href"
        | "vspace"
        | "hspace"
        | "color"
        | "graphicspath"
        | "pagestyle"
        | "thispagestyle"
        | "hypersetup"
        | "geometry"
        | "setcitestyle"
        | "citestyle"
        | "ExecuteBibliographyOptions"
        | "printbibliography"
        | "end"
        | "usetikzlibrary"
        | "tikzset"
        | "pgfplotsset"
        | "lstset"
        | "sisetup"
        | "captionsetup"
        | "textcolor"
        | "hyperref"
        | "gls"
        | "Gls"
        | "glspl"
        | "ac"
        | "acs"
        | "acl"
        | "crefrange"
        | "bibitem"
        | "begin"
        | "doi"
        | "index"
        | "pacs"
        | "orcid"
        | "email"
        | "bstctlcite"
        | "theoremstyle"
        | "newcounter"
        | "stepcounter"
        | "refstepcounter"
        | "makeatletter"
        | "makeatother" => 1,
        "import"
        | "subimport"
        | "includefrom"
        | "inputfrom"
        | "setlength"
        | "addtolength"
        | "setcounter"
        | "addtocounter"
        | "hyphenation"
        | "PassOptionsToPackage"
        | "PassOptionsToClass"
        | "SetKwInOut" => 2,
        "definecolor" | "DeclareMathOperator" => 3,
        _ => return None,
    })
}
