//! Parses one block of a BibTeX file.

use super::raw::{RawField, Scanned};
use super::scan;
use super::value::{self, Piece};
use referee_text::months::MONTHS;
use referee_text::{Phrase, Span};
use std::hash::{Hash, Hasher};

/// The content of one block of the file.
#[derive(Debug)]
pub(super) enum Block {
    /// White space, text between entries, a comment, a preamble.
    Other {
        /// It has text that is not a comment, which suggests that the file is not BibTeX.
        prose: bool,
    },
    /// An entry with a type and a key.
    Entry(RawEntry),
    /// `@string` definitions.
    Strings(Box<Strings>),
}

/// The definitions of one `@string`.
#[derive(Debug)]
pub(super) struct Strings {
    /// Names in lower case, and the values as written.
    pub definitions: Vec<(Box<str>, Box<str>)>,
    pub damage: Option<(Span, Phrase)>,
}

/// An entry: its key, the spans of its parts and its references to other entries. The text stays in
/// the file.
#[derive(Debug)]
pub(super) struct RawEntry {
    /// The type as written, followed by the key.
    head: Box<str>,
    kind_len: u32,
    /// From its `@` to its closing brace.
    pub span: Span,
    pub key_span: Span,
    pub fields: Box<[RawField]>,
    /// The hash of its text.
    pub hash: u64,
    pub links: Option<Box<Links>>,
    pub damage: Option<Box<(Span, Phrase)>>,
}

/// The references of an entry to other entries and to `@string`s.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// `ids`: the other keys of this entry.
    pub aliases: Vec<Box<str>>,
    /// `xdata`: the keys of the entries whose fields it copies.
    pub xdata: Vec<Box<str>>,
    /// `crossref`: the key of the entry that it inherits from.
    pub crossref: Option<Box<str>>,
    /// The `@string`s in its values, in lower case, without the months.
    pub macros: Vec<Box<str>>,
    /// Whether one of its values is a month.
    pub months: bool,
    /// Whether a field is repeated.
    pub repeats: bool,
}

impl RawEntry {
    /// Returns the type of the entry, as written.
    pub(super) fn kind(&self) -> &str {
        self.head.get(..self.kind_len as usize).unwrap_or_default()
    }

    /// Returns the key of the entry, as written.
    pub(super) fn key(&self) -> &str {
        self.head.get(self.kind_len as usize..).unwrap_or_default()
    }

    /// Returns the other keys of the entry: the value of `ids`.
    pub(super) fn aliases(&self) -> &[Box<str>] {
        self.links.as_ref().map_or(&[], |links| &links.aliases)
    }
}

/// Returns a 64-bit hash that is the same in every run.
pub(crate) fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Whether a macro is one of those that every BibTeX style defines: `jan`, `may`. In lower case.
pub(super) fn is_month(name: &str) -> bool {
    MONTHS.iter().any(|month| month.abbreviation() == name)
}

/// Parses one block: an entry, a `@string` or other text.
pub(super) fn read(text: &str) -> Block {
    let body = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let at = text.len() - body.len();
    let kind = body.strip_prefix('@').map(|rest| {
        let rest = rest.trim_start();
        let end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+')))
            .unwrap_or(rest.len());
        let opened = rest.get(end..).unwrap_or_default().trim_start().starts_with(['{', '(']);
        (rest.get(..end).unwrap_or_default(), opened)
    });
    match kind {
        Some((kind, true))
            if kind.eq_ignore_ascii_case("comment") || kind.eq_ignore_ascii_case("preamble") =>
        {
            Block::Other { prose: false }
        }
        Some((kind, true)) if kind.eq_ignore_ascii_case("string") => read_strings(text, at),
        Some((kind, true)) if kind.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            match scan::scan(text, at) {
                Some(scanned) => Block::Entry(finish(text, scanned)),
                None => Block::Other { prose: false },
            }
        }
        _ => Block::Other {
            prose: body
                .lines()
                .any(|line| !line.trim_start().is_empty() && !line.trim_start().starts_with('%')),
        },
    }
}

fn read_strings(text: &str, at: usize) -> Block {
    let Some(scanned) = scan::scan(text, at) else {
        return Block::Other { prose: false };
    };
    let slice = |span: Span| text.get(span.range()).unwrap_or_default();
    let definitions = scanned
        .fields
        .iter()
        .map(|field| (slice(field.name).to_lowercase().into_boxed_str(), Box::from(slice(field.value))))
        .collect();
    Block::Strings(Box::new(Strings { definitions, damage: scanned.damage }))
}

fn finish(text: &str, scanned: Scanned) -> RawEntry {
    let slice = |span: Span| text.get(span.range()).unwrap_or_default();
    let (kind, key) = (slice(scanned.kind), slice(scanned.key));
    let is_again = |(at, field): (usize, &RawField)| {
        let name = slice(field.name);
        scanned.fields.iter().take(at).any(|first| slice(first.name).eq_ignore_ascii_case(name))
    };
    let mut links = Links { repeats: scanned.fields.iter().enumerate().any(is_again), ..Links::default() };
    for field in &scanned.fields {
        let value = slice(field.value);
        let name = slice(field.name);
        let refers =
            ["ids", "xdata", "crossref"].into_iter().find(|refers| name.eq_ignore_ascii_case(refers));
        if refers.is_none() && is_plain(value) {
            continue;
        }
        let mut joined = String::new();
        for piece in value::pieces(value) {
            match piece {
                Piece::Text(part) => joined.push_str(part),
                Piece::Macro(name) if is_month(&name.to_ascii_lowercase()) => links.months = true,
                Piece::Macro(name) => links.macros.push(name.to_lowercase().into_boxed_str()),
            }
        }
        let keys = joined.split(',').map(str::trim).filter(|key| !key.is_empty()).map(Box::from);
        match refers {
            Some("ids") => links.aliases.extend(keys),
            Some("xdata") => links.xdata.extend(keys),
            Some("crossref") if links.crossref.is_none() && !joined.trim().is_empty() => {
                links.crossref = Some(Box::from(joined.trim()));
            }
            _ => {}
        }
    }
    let some = links.months
        || links.repeats
        || links.crossref.is_some()
        || !(links.aliases.is_empty() && links.xdata.is_empty() && links.macros.is_empty());
    RawEntry {
        head: format!("{kind}{key}").into_boxed_str(),
        kind_len: u32::try_from(kind.len()).unwrap_or(0),
        span: scanned.span,
        key_span: scanned.key,
        hash: hash_of(slice(scanned.span)),
        links: some.then(|| Box::new(links)),
        fields: scanned.fields.into_boxed_slice(),
        damage: scanned.damage.map(Box::new),
    }
}

/// Whether a value is a single piece of text, judged by its delimiters and the absence of `#`.
fn is_plain(value: &str) -> bool {
    let bytes = value.as_bytes();
    match (bytes.first(), bytes.last()) {
        (Some(b'{'), Some(b'}')) | (Some(b'"'), Some(b'"')) => memchr::memchr(b'#', bytes).is_none(),
        (Some(first), _) => first.is_ascii_digit() && memchr::memchr(b'#', bytes).is_none(),
        (None, _) => true,
    }
}
