//! The style in which a file writes its entries, learned from them.

use super::entry::RawEntry;
use super::file::BibtexFile;
use crate::program::RepeatedField;
use referee_text::{Rope, Span};
use std::collections::HashMap;
use std::hash::Hash;

/// The number of entries sampled.
const SAMPLE: usize = 40;
/// The weight of the entry itself, in sampled entries.
const OWN_WEIGHT: usize = 1000;

/// An entry with its text.
pub(super) struct Parts<'a> {
    pub entry: &'a RawEntry,
    /// The text of the block, to which the entry's spans refer.
    pub source: String,
    /// The offset of the block in the file.
    pub start: usize,
    /// Which value counts if a field is repeated.
    repeated: RepeatedField,
}

impl<'a> Parts<'a> {
    pub(super) fn of(file: &'a BibtexFile, text: &Rope, index: usize) -> Option<Self> {
        let (placed, entry) = file.placed(index)?;
        let source = String::from(text.get_byte_slice(placed.span().range())?);
        Some(Parts { entry, source, start: placed.start as usize, repeated: RepeatedField::First })
    }

    /// Sets which value counts if a field is repeated.
    pub(super) fn with_repeated(self, repeated: RepeatedField) -> Self {
        Parts { repeated, ..self }
    }

    pub(super) fn slice(&self, span: Span) -> &str {
        self.source.get(span.range()).unwrap_or_default()
    }

    pub(super) fn between(&self, start: u32, end: u32) -> &str {
        self.source.get(start as usize..end as usize).unwrap_or_default()
    }

    /// Returns the index of the field with one of these names, in order of preference. If the field
    /// is repeated, the one whose value counts.
    pub(super) fn find(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| {
            let fields = self.entry.fields.iter().enumerate();
            let named = fields.filter(|(_, field)| self.slice(field.name).eq_ignore_ascii_case(name));
            self.repeated.of(named).map(|(at, _)| at)
        })
    }

    /// Returns the text between the last field (or the key) and the closing brace.
    fn tail(&self) -> &str {
        let start = self.entry.fields.last().map_or(self.entry.key_span.end, |field| field.value.end);
        self.between(start, self.entry.span.end.saturating_sub(1))
    }
}

/// The capitalisation of field names and entry types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Case {
    Lower,
    Upper,
    Title,
}

impl Case {
    fn of(word: &str) -> Self {
        let letters = || word.chars().filter(|c| c.is_alphabetic());
        if letters().all(char::is_lowercase) {
            Case::Lower
        } else if letters().count() > 1 && letters().all(char::is_uppercase) {
            Case::Upper
        } else {
            Case::Title
        }
    }

    pub(super) fn apply(self, word: &str) -> String {
        match self {
            Case::Lower => word.to_lowercase(),
            Case::Upper => word.to_uppercase(),
            Case::Title => {
                let mut chars = word.chars();
                chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
            }
        }
    }
}

/// The layout of `=`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Equals {
    /// The same blanks before and after it everywhere.
    Fixed(String, String),
    /// It is this many characters after the start of the name, followed by these blanks.
    Column(usize, String),
    /// These blanks precede it, and the value is this many characters after the start of the name.
    ValueColumn(String, usize),
}

/// The style of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Style {
    pub newline: &'static str,
    /// The text before a field; `None` if all fields are on one line.
    indent: Option<String>,
    equals: Equals,
    quoted: bool,
    bare_numbers: bool,
    trailing_comma: bool,
    names: Case,
    kinds: Case,
    /// The text before the closing brace.
    closing: String,
    /// The file uses `journaltitle` and `date`.
    pub biblatex: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            newline: "\n",
            indent: Some("  ".to_owned()),
            equals: Equals::Fixed(" ".to_owned(), " ".to_owned()),
            quoted: false,
            bare_numbers: false,
            trailing_comma: true,
            names: Case::Lower,
            kinds: Case::Lower,
            closing: "\n".to_owned(),
            biblatex: false,
        }
    }
}

/// Counts votes and returns the most frequent value.
struct Votes<T>(HashMap<T, usize>);

impl<T: Hash + Eq + Ord + Clone> Votes<T> {
    fn new() -> Self {
        Votes(HashMap::new())
    }

    fn add(&mut self, seen: T, weight: usize) {
        *self.0.entry(seen).or_default() += weight;
    }

    fn most(self) -> Option<T> {
        self.0.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(&a.0))).map(|(seen, _)| seen)
    }
}

impl Style {
    /// Learns the style of the file; the style of the entry `own`, if given, takes precedence.
    pub(super) fn learn(file: &BibtexFile, text: &Rope, own: Option<usize>) -> Self {
        let (mut indents, mut equals, mut quotes) = (Votes::new(), Votes::new(), Votes::new());
        let (mut numbers, mut commas, mut names) = (Votes::new(), Votes::new(), Votes::new());
        let (mut kinds, mut closings, mut biblatex) = (Votes::new(), Votes::new(), Votes::new());
        let mut newlines = Votes::new();
        let step = (file.len() / SAMPLE).max(1);
        let sample = (0..file.len()).step_by(step).map(|index| (index, 1));
        for (index, weight) in sample.chain(own.map(|index| (index, OWN_WEIGHT))) {
            let Some(parts) =
                Parts::of(file, text, index).filter(|parts| parts.entry.damage.is_none() || weight > 1)
            else {
                continue;
            };
            if let Some(at) = parts.source.find('\n') {
                newlines.add(parts.source.get(..at).is_some_and(|line| line.ends_with('\r')), weight);
            }
            kinds.add(Case::of(parts.entry.kind()), weight);
            for vote in parts.equals() {
                equals.add(vote, weight);
            }
            let mut before = parts.entry.key_span.end;
            for field in &parts.entry.fields {
                let gap = parts.between(before, field.name.start);
                indents.add(gap.rfind('\n').and_then(|at| gap.get(at + 1..)).map(str::to_owned), weight);
                before = field.value.end;
                let (name, value) = (parts.slice(field.name), parts.slice(field.value));
                names.add(Case::of(name), weight);
                match value.bytes().next() {
                    Some(b'"') => quotes.add(true, weight),
                    Some(b'{') => quotes.add(false, weight),
                    _ => {}
                }
                let digits = value.trim_matches(['{', '}', '"']);
                if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    numbers.add(digits == value, weight);
                }
                if matches!(name.to_ascii_lowercase().as_str(), "journaltitle" | "date" | "journal" | "year")
                {
                    biblatex
                        .add(matches!(name.to_ascii_lowercase().as_str(), "journaltitle" | "date"), weight);
                }
            }
            if !parts.entry.fields.is_empty() && parts.entry.damage.is_none() {
                let tail = parts.tail();
                commas.add(tail.trim_start().starts_with(','), weight);
                let behind = tail.trim_start().trim_start_matches(',');
                if behind.trim().is_empty() {
                    let blank = if behind.is_empty() { tail } else { behind };
                    closings.add(blank.trim_start_matches(',').replace('\r', ""), weight);
                }
            }
        }
        let default = Style::default();
        Style {
            newline: if newlines.most() == Some(true) { "\r\n" } else { "\n" },
            indent: indents.most().unwrap_or(default.indent),
            equals: equals.most().unwrap_or(default.equals),
            quoted: quotes.most().unwrap_or(default.quoted),
            bare_numbers: numbers.most().unwrap_or(default.bare_numbers),
            trailing_comma: commas.most().unwrap_or(default.trailing_comma),
            names: names.most().unwrap_or(default.names),
            kinds: kinds.most().unwrap_or(default.kinds),
            closing: closings.most().unwrap_or(default.closing),
            biblatex: biblatex.most().unwrap_or(default.biblatex),
        }
    }

    /// Formats `name = {value}`; `value` is LaTeX without delimiters.
    pub(super) fn field(&self, name: &str, value: &str) -> String {
        let name = self.names.apply(name);
        let length = name.chars().count();
        let equals = match &self.equals {
            Equals::Fixed(before, after) => format!("{before}={after}"),
            Equals::Column(column, after) => {
                let pad = column.saturating_sub(length).max(usize::from(!after.is_empty()));
                format!("{}={after}", " ".repeat(pad))
            }
            Equals::ValueColumn(before, column) => {
                let used = length + before.chars().count() + 1;
                format!("{before}={}", " ".repeat(column.saturating_sub(used).max(1)))
            }
        };
        format!("{name}{equals}{}", self.value(value))
    }

    /// Formats a value with the delimiters of the file.
    pub(super) fn value(&self, value: &str) -> String {
        if self.bare_numbers && !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
            value.to_owned()
        } else if self.quoted && !value.contains('"') {
            format!("\"{value}\"")
        } else {
            format!("{{{value}}}")
        }
    }

    /// Returns the text before a field that follows another: a line break and an indent, or a
    /// blank.
    pub(super) fn lead(&self) -> String {
        match &self.indent {
            Some(indent) => format!("{}{indent}", self.newline),
            None => " ".to_owned(),
        }
    }

    /// Formats the type of an entry with the capitalisation of the file.
    pub(super) fn kind(&self, kind: &str) -> String {
        self.kinds.apply(kind)
    }

    /// Formats an entry from its `@` to its closing brace.
    pub(super) fn entry(&self, kind: &str, key: &str, fields: &[(&str, String)]) -> String {
        let mut out = format!("@{}{{{key},", self.kinds.apply(kind));
        for (at, (name, value)) in fields.iter().enumerate() {
            out.push_str(&self.lead());
            out.push_str(&self.field(name, value));
            if at + 1 < fields.len() || self.trailing_comma {
                out.push(',');
            }
        }
        let closing = if fields.is_empty() { "\n" } else { self.closing.as_str() };
        out.push_str(&closing.replace('\n', self.newline));
        out.push('}');
        out
    }

    pub(super) fn trailing_comma(&self) -> bool {
        self.trailing_comma
    }
}

impl Parts<'_> {
    /// Returns the layout of `=` in the entry: one vote for a column, otherwise one for each field.
    fn equals(&self) -> Vec<Equals> {
        let mut measured = Vec::new();
        for field in &self.entry.fields {
            let gap = self.between(field.name.end, field.value.start);
            if let Some((before, after)) = gap.split_once('=')
                && before.chars().chain(after.chars()).all(|c| c == ' ' || c == '\t')
            {
                measured.push((self.slice(field.name).chars().count(), before.to_owned(), after.to_owned()));
            }
        }
        let lengths = || measured.iter().map(|(name, _, _)| *name);
        let aligned = measured.len() > 2 && lengths().min() != lengths().max();
        let same = |column: &dyn Fn(&(usize, String, String)) -> usize| {
            let first = measured.first().map(column)?;
            measured.iter().all(|field| column(field) == first).then_some(first)
        };
        if aligned
            && let Some(column) = same(&|(name, before, _)| name + before.chars().count())
            && let Some((_, _, after)) = measured.first()
        {
            return vec![Equals::Column(column, after.clone())];
        }
        if aligned
            && let Some(column) =
                same(&|(name, before, after)| name + before.chars().count() + 1 + after.chars().count())
            && let Some((_, before, _)) = measured.first()
        {
            return vec![Equals::ValueColumn(before.clone(), column)];
        }
        measured.into_iter().map(|(_, before, after)| Equals::Fixed(before, after)).collect()
    }
}
