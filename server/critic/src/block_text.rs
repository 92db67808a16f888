//! The text of one block: its units, sentences, words and quantities.
//!
//! Expensive results are computed on first use and kept. Assertion, medication and statistics are read by
//! [`crate::analysis`] and kept by [`crate::BlockAnalysis`].

use crate::analysis::meaning::Meaning;
use crate::analysis::sentences::{self, Sentence, Unit, UnitSource};
use crate::analysis::terms::Term;
use crate::analysis::topics::{self, Topics};
use crate::analysis::words::{PhraseMatch, Word};
use crate::analysis::{language, quantities, words};
use referee_syntax::{Block, Citation, DraftKind, Format, Heading};
use referee_text::Span;
use std::sync::OnceLock;

/// The text of one block and its structure. Spans are offsets in the block.
#[derive(Debug)]
pub struct BlockText {
    text: Box<str>,
    format: Format,
    kind: DraftKind,
    headings: Vec<Heading>,
    citations: Vec<Citation>,
    opaque: Vec<Opaque>,
    is_prose: bool,
    units: Vec<Unit>,
    masked: OnceLock<Box<str>>,
    sentences: OnceLock<Vec<Sentence>>,
    topics: OnceLock<Topics>,
    words: OnceLock<Vec<Word>>,
    phrases: OnceLock<Vec<PhraseMatch>>,
    quantities: OnceLock<Vec<quantities::Quantity>>,
    language_balance: OnceLock<i32>,
}

/// A range that is not prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// Its location.
    pub span: Span,
    /// Its kind.
    pub kind: OpaqueKind,
}

/// The kind of a range that is not prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpaqueKind {
    /// Mathematics: `$…$`, `\(…\)`, an equation. Often contains statistics.
    Math,
    /// Code and verbatim text.
    Code,
    /// A comment.
    Comment,
    /// Front matter.
    FrontMatter,
    /// Commands, addresses, attributes, tags.
    Markup,
}

impl BlockText {
    /// Reads a block whose text is `text`.
    #[must_use]
    pub(crate) fn read(text: &str, block: &Block, format: Format, kind: DraftKind) -> Self {
        let opaque: Vec<Opaque> = block
            .opaque
            .iter()
            .map(|span| {
                let kind = if block.front_matter.is_some() {
                    OpaqueKind::FrontMatter
                } else {
                    opaque_kind(text.get(span.range()).unwrap_or_default(), format)
                };
                Opaque { span: *span, kind }
            })
            .collect();
        let is_prose = !opaque.first().is_some_and(|opaque| opaque.span.range() == (0..text.len()))
            && !text.trim().is_empty();
        let mut block = BlockText {
            text: text.into(),
            format,
            kind,
            headings: block.headings.clone(),
            citations: block.citations.clone(),
            opaque,
            is_prose,
            units: Vec::new(),
            masked: OnceLock::new(),
            sentences: OnceLock::new(),
            topics: OnceLock::new(),
            words: OnceLock::new(),
            phrases: OnceLock::new(),
            quantities: OnceLock::new(),
            language_balance: OnceLock::new(),
        };
        if is_prose {
            let headings = &block.headings;
            block.units = sentences::units(UnitSource { prose: block.prose(), headings, format, kind });
        }
        block
    }

    /// The text as it is in the file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text with spaces in place of everything but prose, at the same offsets.
    #[must_use]
    pub fn prose(&self) -> &str {
        if self.opaque.is_empty() {
            return &self.text;
        }
        self.masked.get_or_init(|| mask(&self.text, self.opaque.iter().map(|opaque| opaque.span)))
    }

    /// The whole block.
    #[must_use]
    pub fn whole(&self) -> Span {
        Span::new(0, self.text.len())
    }

    /// The text in a range; empty if the range is invalid.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The format of the draft.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The kind of draft.
    #[must_use]
    pub fn kind(&self) -> DraftKind {
        self.kind
    }

    /// Whether it contains any text that is not opaque.
    #[must_use]
    pub fn is_prose(&self) -> bool {
        self.is_prose
    }

    /// The headings that the format marks, or that look like headings in plain text.
    #[must_use]
    pub fn headings(&self) -> &[Heading] {
        &self.headings
    }

    /// Whether the block consists of a heading only.
    #[must_use]
    pub fn is_heading(&self) -> bool {
        self.headings.first().is_some_and(|heading| {
            let range = heading.span.range();
            let outside = |around: Option<&str>| around.unwrap_or_default().trim().is_empty();
            outside(self.text.get(..range.start)) && outside(self.text.get(range.end..))
        })
    }

    /// Citations by shape: keys, bracketed numbers, identifiers.
    #[must_use]
    pub fn citations(&self) -> &[Citation] {
        &self.citations
    }

    /// The ranges that are not prose, in order and disjoint.
    #[must_use]
    pub fn opaque(&self) -> &[Opaque] {
        &self.opaque
    }

    /// The independent units, in order.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The unit at an offset.
    #[must_use]
    pub fn unit_at(&self, offset: usize) -> Option<&Unit> {
        let behind = self.units.partition_point(|unit| unit.span.start as usize <= offset);
        self.units.get(behind.checked_sub(1)?)
    }

    /// The sentences, in order; each lies within one unit.
    #[must_use]
    pub fn sentences(&self) -> &[Sentence] {
        self.sentences.get_or_init(|| sentences::sentences(self.prose(), &self.units))
    }

    /// The sentence at an offset.
    #[must_use]
    pub fn sentence_at(&self, offset: usize) -> Option<Sentence> {
        let all = self.sentences();
        let behind = all.partition_point(|sentence| sentence.span.start as usize <= offset);
        all.get(behind.checked_sub(1)?).copied()
    }

    /// The words, numbers and marks.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        self.words.get_or_init(|| words::words(self.prose()))
    }

    /// The phrases known to the lexicon: cues, drugs, terms.
    #[must_use]
    pub fn phrases(&self) -> &[PhraseMatch] {
        self.phrases.get_or_init(|| words::phrases(self.prose(), self.words()))
    }

    /// The phrases inside a place.
    pub fn phrases_in(&self, span: Span) -> impl Iterator<Item = &PhraseMatch> {
        let all = self.phrases();
        let first = all.partition_point(|found| found.span.start < span.start);
        all.get(first..)
            .unwrap_or_default()
            .iter()
            .take_while(move |found| found.span.start < span.end)
            .filter(move |found| found.span.end <= span.end)
    }

    /// The terms within a range that satisfy `wanted`.
    pub fn terms_in(&self, span: Span, wanted: impl Fn(Term) -> bool) -> impl Iterator<Item = &PhraseMatch> {
        self.phrases_in(span)
            .filter(move |found| matches!(found.meaning, Meaning::Term(term) if wanted(term)))
    }

    /// Whether a range mentions an examination of tissue or cells.
    #[must_use]
    pub fn has_pathology_term(&self, span: Span) -> bool {
        self.terms_in(span, |term| term == Term::Pathology).next().is_some()
    }

    /// The quantities: numbers with a unit.
    #[must_use]
    pub fn quantities(&self) -> &[quantities::Quantity] {
        self.quantities.get_or_init(|| {
            if self.text.bytes().any(|byte| byte.is_ascii_digit()) {
                quantities::read(self.prose(), self.is_spanish())
            } else {
                Vec::new()
            }
        })
    }

    /// Whether the text is Spanish, by its function words.
    #[must_use]
    pub fn is_spanish(&self) -> bool {
        self.language_balance() > 0
    }

    /// How strongly the block suggests a Spanish (above 0) or English (below 0) draft. A declared language (`lang` in
    /// front matter, babel in LaTeX, `lang` of the text in Typst) outweighs all words.
    pub(crate) fn spanish_balance(&self) -> i32 {
        /// Larger than any word count.
        const DECLARED: i32 = 1 << 20;
        if self.text.contains("babel")
            || self.text.contains("polyglossia")
            || self.text.contains("#set text(")
        {
            return match declared_in_code(&self.text) {
                Some(true) => DECLARED,
                Some(false) => -DECLARED,
                None => 0,
            };
        }
        if self.opaque.iter().any(|opaque| opaque.kind == OpaqueKind::FrontMatter) {
            let declared = self.text.lines().find_map(|line| line.trim().strip_prefix("lang:"));
            return match declared.map(|value| value.trim().trim_matches(['"', '\'']).to_ascii_lowercase()) {
                Some(value) if value.starts_with("es") => DECLARED,
                Some(value) if value.starts_with("en") => -DECLARED,
                _ => 0,
            };
        }
        if self.is_prose { self.language_balance() } else { 0 }
    }

    fn language_balance(&self) -> i32 {
        *self.language_balance.get_or_init(|| language::language_balance(self.prose()))
    }

    /// The topics of the block.
    #[must_use]
    pub fn topics(&self) -> Topics {
        *self.topics.get_or_init(|| {
            // Readers do not see comments, so their topics do not count.
            let mut all = Topics::default();
            let mut at = 0;
            for comment in self.opaque.iter().filter(|opaque| opaque.kind == OpaqueKind::Comment) {
                let range = comment.span.range();
                all = all.and(topics::read(self.text.get(at..range.start).unwrap_or_default()));
                at = range.end;
            }
            all.and(topics::read(self.text.get(at..).unwrap_or_default()))
        })
    }
}

/// `text` with spaces in place of `spans`, with line breaks and length preserved.
fn mask(text: &str, spans: impl Iterator<Item = Span>) -> Box<str> {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans {
        let (start, end) = ((span.start as usize).max(at), (span.end as usize).max(at));
        let (Some(before), Some(inside)) = (text.get(at..start), text.get(start..end)) else { continue };
        out.push_str(before);
        out.extend(inside.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' }));
        at = end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out.into_boxed_str()
}

/// Whether a preamble declares Spanish (`true`) or English (`false`): `\usepackage[spanish]{babel}`, `#set text(lang:
/// "es")`. `None` if it declares neither or both, since their order is not evaluated.
fn declared_in_code(text: &str) -> Option<bool> {
    const LANGUAGE_COMMANDS: [&str; 3] = ["babel", "setdefaultlanguage", "setmainlanguage"];
    let declares = |names: &[&str], code: &str| {
        text.lines().any(|line| {
            let is_command = LANGUAGE_COMMANDS.iter().any(|command| line.contains(command));
            is_command && names.iter().any(|name| line.contains(name)) || line.contains(code)
        })
    };
    let spanish = declares(&["spanish"], "lang: \"es");
    let english = declares(&["english", "british", "american"], "lang: \"en");
    (spanish != english).then_some(spanish)
}

fn opaque_kind(text: &str, format: Format) -> OpaqueKind {
    const MATH_ENVIRONMENTS: &[&str] =
        &["equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "flalign", "alignat"];
    if text.starts_with('$') || text.starts_with("\\(") || text.starts_with("\\[") {
        return OpaqueKind::Math;
    }
    if let Some(name) = text.strip_prefix("\\begin{") {
        let name = name.split(['}', '*']).next().unwrap_or_default();
        let code = ["verbatim", "lstlisting", "minted", "Verbatim", "comment"];
        return if MATH_ENVIRONMENTS.contains(&name) {
            OpaqueKind::Math
        } else if code.contains(&name) {
            OpaqueKind::Code
        } else {
            OpaqueKind::Markup
        };
    }
    let comment = match format {
        Format::Latex => text.starts_with('%'),
        Format::Typst => text.starts_with("//") || text.starts_with("/*"),
        Format::Org => text.starts_with("# "),
        Format::Rst => text.starts_with(".."),
        _ => text.starts_with("<!--"),
    };
    if comment {
        OpaqueKind::Comment
    } else if text.starts_with('`') || text.starts_with("~~~") || text.starts_with("\\verb") {
        OpaqueKind::Code
    } else {
        OpaqueKind::Markup
    }
}
