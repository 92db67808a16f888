//! The programs that build bibliographies from .bib files.

/// A program that reads a .bib file and prints the references of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Program {
    /// BibTeX, for LaTeX without biblatex and for biblatex with `backend=bibtex`.
    Bibtex,
    /// Biber, for LaTeX with biblatex.
    Biber,
    /// Pandoc, for Markdown, Quarto and R Markdown.
    Pandoc,
    /// Typst.
    Typst,
}

impl Program {
    /// All programs, in the order of messages.
    pub const ALL: [Program; 4] = [Program::Bibtex, Program::Biber, Program::Pandoc, Program::Typst];

    /// Returns its name with the version whose behaviour is known
    /// (`findings/bibliography-programs.sh` runs it).
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Program::Bibtex => "BibTeX 0.99e",
            Program::Biber => "Biber 2.22",
            Program::Pandoc => "Pandoc 3.9",
            Program::Typst => "Typst 0.15.2",
        }
    }
}

/// Which value counts if an entry repeats a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RepeatedField {
    /// The first, as for BibTeX.
    #[default]
    First,
    /// The last, as for Biber, Pandoc and Typst.
    Last,
}

impl RepeatedField {
    /// Picks the value that counts.
    pub(crate) fn of<T>(self, mut all: impl DoubleEndedIterator<Item = T>) -> Option<T> {
        match self {
            RepeatedField::First => all.next(),
            RepeatedField::Last => all.next_back(),
        }
    }
}

/// A set of programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Programs(u8);

impl Programs {
    /// The set of every known program.
    #[must_use]
    pub fn all() -> Programs {
        Program::ALL.into_iter().collect()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `program` is in the set.
    #[must_use]
    pub fn contains(self, program: Program) -> bool {
        self.0 & (1 << program as u8) != 0
    }

    /// Whether `program` is the only one in the set.
    #[must_use]
    pub fn is_only(self, program: Program) -> bool {
        self.0 == 1 << program as u8
    }

    /// Returns which value of a repeated field these programs print: the last if one of them is not
    /// BibTeX, otherwise the first.
    #[must_use]
    pub fn repeated_field(self) -> RepeatedField {
        let prints_last = |program| program != Program::Bibtex;
        if self.iter().any(prints_last) { RepeatedField::Last } else { RepeatedField::First }
    }

    /// Returns the union of both sets.
    #[must_use]
    pub fn with(self, other: Programs) -> Programs {
        Programs(self.0 | other.0)
    }

    /// Iterates over the programs of the set.
    pub fn iter(self) -> impl Iterator<Item = Program> {
        Program::ALL.into_iter().filter(move |program| self.contains(*program))
    }
}

impl From<Program> for Programs {
    fn from(program: Program) -> Programs {
        Programs(1 << program as u8)
    }
}

impl FromIterator<Program> for Programs {
    fn from_iter<I: IntoIterator<Item = Program>>(programs: I) -> Programs {
        programs.into_iter().fold(Programs::default(), |all, program| all.with(program.into()))
    }
}
