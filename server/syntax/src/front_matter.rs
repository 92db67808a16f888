//! Parses the YAML at the start of a draft.
//!
//! Each top-level entry is parsed separately, so that a quote which is just being typed breaks only
//! its entry and not the bibliography below it.

use crate::lines::Lines;
use crate::{DraftKind, NamedSpan};
use referee_text::Span;
use saphyr_parser::{Event, Parser, ScalarStyle};

/// The metadata at the start of a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrontMatter {
    /// The title.
    pub title: Option<NamedSpan>,
    /// The bibliographies, with spans without quotes.
    pub bibliographies: Vec<NamedSpan>,
    /// The citation style.
    pub csl: Option<NamedSpan>,
    /// The language of the text: `en-GB`.
    pub lang: Option<NamedSpan>,
    /// The kind that the draft declares.
    pub kind: Option<DraftKind>,
    /// The kind of note or paper that the draft declares, `referee: {profile: soap}`.
    pub profile: Option<NamedSpan>,
    /// The sources of the note: `referee: {sources: [visit.txt]}`.
    pub sources: Vec<NamedSpan>,
    /// The entry `references:` with its list: a bibliography in CSL's YAML.
    pub inline_references: Option<Span>,
    /// The keys that `references:` defines.
    pub inline_keys: Vec<NamedSpan>,
    /// Kinds of cross-references that the draft adds to Quarto's: `algo` makes `@algo-sort` one.
    pub crossref_kinds: Vec<String>,
    /// The entries whose text may cite: title, abstract, `nocite`; `true` for those whose citations
    /// are not shown.
    pub citing: Vec<(Span, bool)>,
}

/// Entries whose value is text that may cite.
const CITING_ENTRIES: &[&str] = &[
    "title",
    "subtitle",
    "abstract",
    "description",
    "summary",
    "thanks",
    "acknowledgements",
    "acknowledgments",
    "funding",
    "significance",
    "keypoints",
    "key-points",
    "nocite",
];

/// The maximum nesting depth of values.
const MAX_VALUE_DEPTH: usize = 32;

impl FrontMatter {
    /// Parses the YAML in `text`; spans are shifted by `base`.
    #[must_use]
    pub fn read(text: &str, base: usize) -> FrontMatter {
        let mut out = FrontMatter::default();
        for entry in entries(text) {
            let Some(source) = text.get(entry.range()) else { continue };
            out.entry(source, base + entry.start as usize);
        }
        out
    }

    /// Fills in missing values from `other`, and appends its lists.
    pub fn extend(&mut self, other: FrontMatter) {
        self.title = self.title.take().or(other.title);
        self.csl = self.csl.take().or(other.csl);
        self.lang = self.lang.take().or(other.lang);
        self.kind = self.kind.or(other.kind);
        self.profile = self.profile.take().or(other.profile);
        self.inline_references = self.inline_references.or(other.inline_references);
        self.bibliographies.extend(other.bibliographies);
        self.sources.extend(other.sources);
        self.inline_keys.extend(other.inline_keys);
        self.crossref_kinds.extend(other.crossref_kinds);
        self.citing.extend(other.citing);
    }

    /// Returns the front matter with all spans shifted by `by`.
    #[must_use]
    pub fn shift(&self, by: usize) -> FrontMatter {
        let named = |name: &NamedSpan| NamedSpan { name: name.name.clone(), span: name.span.shift(by) };
        FrontMatter {
            title: self.title.as_ref().map(named),
            bibliographies: self.bibliographies.iter().map(named).collect(),
            csl: self.csl.as_ref().map(named),
            lang: self.lang.as_ref().map(named),
            kind: self.kind,
            profile: self.profile.as_ref().map(named),
            sources: self.sources.iter().map(named).collect(),
            inline_references: self.inline_references.map(|span| span.shift(by)),
            inline_keys: self.inline_keys.iter().map(named).collect(),
            crossref_kinds: self.crossref_kinds.clone(),
            citing: self.citing.iter().map(|(span, hidden)| (span.shift(by), *hidden)).collect(),
        }
    }

    fn entry(&mut self, source: &str, base: usize) {
        let key = source.split(':').next().unwrap_or_default();
        let value_start = (key.len() + 1).min(source.len());
        let key = key.trim().trim_matches(['"', '\'']).to_ascii_lowercase();
        let value = Span::new(base + value_start, base + source.trim_end().len().max(value_start));
        if CITING_ENTRIES.contains(&key.as_str()) {
            self.citing.push((value, key == "nocite"));
        }
        if key == "references" {
            self.inline_references = Some(Span::new(base, base + source.trim_end().len()));
        }
        if !matches!(
            key.as_str(),
            "title"
                | "bibliography"
                | "bibtex_bibfiles"
                | "csl"
                | "lang"
                | "referee"
                | "references"
                | "crossref"
                | "project"
                | "sphinx"
        ) {
            return;
        }
        let Some(Value::Map(pairs)) = Value::read(source, base) else { return };
        let Some((_, value)) = pairs.into_iter().next() else { return };
        match key.as_str() {
            "title" => self.title = value.scalar(),
            "csl" => self.csl = value.scalar(),
            "lang" => self.lang = value.scalar(),
            "bibliography" | "bibtex_bibfiles" => self.bibliographies.extend(value.scalars()),
            // Book configurations: `myst.yml`, and `_config.yml` of Jupyter Book.
            "project" => {
                self.bibliographies.extend(value.get("bibliography").map(Value::scalars).unwrap_or_default())
            }
            "sphinx" => {
                let files = value.get("config").and_then(|config| config.get("bibtex_bibfiles"));
                self.bibliographies.extend(files.map(Value::scalars).unwrap_or_default());
            }
            "references" => {
                let Value::List(items) = value else { return };
                self.inline_keys.extend(items.iter().filter_map(|item| item.get("id")?.scalar()));
            }
            "referee" => {
                self.kind =
                    value.get("kind").and_then(Value::scalar).and_then(|kind| match kind.name.as_str() {
                        "clinical-note" => Some(DraftKind::ClinicalNote),
                        "manuscript" => Some(DraftKind::Manuscript),
                        _ => None,
                    });
                self.profile = value.get("profile").and_then(Value::scalar);
                self.sources.extend(value.get("sources").map(Value::scalars).unwrap_or_default());
            }
            "crossref" => {
                let Some(Value::List(customs)) = value.get("custom") else { return };
                let keys = customs.iter().filter_map(|custom| custom.get("key")?.scalar());
                self.crossref_kinds.extend(keys.map(|key| key.name));
            }
            _ => {}
        }
    }
}

/// Returns the spans of the top-level entries.
fn entries(text: &str) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    for line in Lines::of_text(text) {
        let body = line.trimmed();
        let begins = body.contains(':') && !body.starts_with([' ', '\t', '#', '-', '[', '{', '}', ']']);
        let end = u32::try_from(line.end()).unwrap_or(u32::MAX);
        if begins {
            out.push(Span::new(line.start, line.end()));
        } else if let Some(last) = out.last_mut() {
            last.end = end;
        }
    }
    out
}

/// A value with its span.
#[derive(Clone, Debug)]
enum Value {
    Scalar(NamedSpan),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

impl Value {
    /// Parses as much of `source` as possible.
    fn read(source: &str, base: usize) -> Option<Value> {
        let places = Places::of(source);
        let mut parser = Parser::new_from_str(source);
        loop {
            match parser.next_event()?.ok()? {
                (Event::StreamStart | Event::DocumentStart(_), _) => {}
                event => return Value::build(event, &mut parser, &places, base, 0),
            }
        }
    }

    fn build<'i>(
        (event, span): (Event<'i>, saphyr_parser::Span),
        parser: &mut Parser<'i, saphyr_parser::StrInput<'i>>,
        places: &Places<'_>,
        base: usize,
        depth: usize,
    ) -> Option<Value> {
        if depth > MAX_VALUE_DEPTH {
            return None;
        }
        let next = |parser: &mut Parser<'i, _>| parser.next_event().and_then(Result::ok);
        match event {
            Event::Scalar(text, style, ..) => {
                let span = places.of_scalar(&text, span, style).shift(base);
                Some(Value::Scalar(NamedSpan { name: text.into_owned(), span }))
            }
            Event::SequenceStart(..) => {
                let mut items = Vec::new();
                // An error ends the list; the items before it count.
                while let Some(event) = next(parser) {
                    if matches!(event.0, Event::SequenceEnd) {
                        break;
                    }
                    let Some(item) = Value::build(event, parser, places, base, depth + 1) else { break };
                    items.push(item);
                }
                Some(Value::List(items))
            }
            Event::MappingStart(..) => {
                let mut pairs = Vec::new();
                while let Some(event) = next(parser) {
                    if matches!(event.0, Event::MappingEnd) {
                        break;
                    }
                    let key = Value::build(event, parser, places, base, depth + 1);
                    let value =
                        next(parser).and_then(|event| Value::build(event, parser, places, base, depth + 1));
                    let (Some(key), Some(value)) = (key, value) else { break };
                    if let Value::Scalar(key) = key {
                        pairs.push((key.name, value));
                    }
                }
                Some(Value::Map(pairs))
            }
            Event::Alias(_) => Some(Value::List(Vec::new())),
            _ => None,
        }
    }

    fn get(&self, key: &str) -> Option<&Value> {
        let Value::Map(pairs) = self else { return None };
        pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    fn scalar(&self) -> Option<NamedSpan> {
        let Value::Scalar(scalar) = self else { return None };
        (!scalar.name.is_empty() && scalar.name != "~" && scalar.name != "null").then(|| scalar.clone())
    }

    fn scalars(&self) -> Vec<NamedSpan> {
        match self {
            Value::List(items) => items.iter().filter_map(Value::scalar).collect(),
            other => other.scalar().into_iter().collect(),
        }
    }
}

/// Converts the YAML parser's character offsets to byte offsets.
struct Places<'t> {
    text: &'t str,
    /// The byte offset of each character; empty for ASCII, where both are equal.
    bytes: Vec<usize>,
}

impl<'t> Places<'t> {
    fn of(text: &'t str) -> Self {
        let bytes =
            if text.is_ascii() { Vec::new() } else { text.char_indices().map(|(at, _)| at).collect() };
        Places { text, bytes }
    }

    fn byte(&self, character: usize) -> usize {
        let byte = if self.bytes.is_empty() {
            character
        } else {
            self.bytes.get(character).copied().unwrap_or(self.text.len())
        };
        byte.min(self.text.len())
    }

    /// Returns the span of a scalar without its quotes and without a trailing comment, which the
    /// parser includes.
    fn of_scalar(&self, value: &str, span: saphyr_parser::Span, style: ScalarStyle) -> Span {
        let (start, end) = (self.byte(span.start.index()), self.byte(span.end.index()));
        let source = self.text.get(start..end).unwrap_or_default();
        let start = start + (source.len() - source.trim_start().len());
        let source = source.trim();
        let len = match style {
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
                let quote = if style == ScalarStyle::SingleQuoted { '\'' } else { '"' };
                return Span::new(start + 1, start + closing_quote(source, quote));
            }
            ScalarStyle::Plain if source.starts_with(value) => value.len(),
            _ => source.len(),
        };
        Span::new(start, start + len)
    }
}

/// Returns the offset of the quote that closes the one at the start of `source`.
fn closing_quote(source: &str, quote: char) -> usize {
    let mut characters = source.char_indices().skip(1).peekable();
    while let Some((at, c)) = characters.next() {
        if c == '\\' && quote == '"' {
            characters.next();
        } else if c == quote {
            if quote == '\'' && characters.peek().is_some_and(|(_, next)| *next == quote) {
                characters.next();
                continue;
            }
            return at;
        }
    }
    source.len().max(1)
}
