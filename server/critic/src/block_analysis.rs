//! What is read from one block of a draft, once, and kept until the block changes.
//!
//! A part knows its own text and nothing around it. What costs something to find out (sentences, quantities, …)
//! is found out when a rule first asks, and kept.

use crate::analysis::sections::{self, Label, Place};
use crate::analysis::terms::Term;
use crate::analysis::topics::{self, Topics};
use crate::analysis::words::{Found, Meaning, Word};
use crate::analysis::{drugs, medication, quantities, sentences, staging, statistics, words};
use referee_syntax::{Block, Citation, Format, Heading, Kind};
use referee_text::Span;
use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// What is read from one block. Places are offsets in the block.
#[derive(Debug)]
pub struct BlockAnalysis {
    text: Box<str>,
    format: Format,
    kind: Kind,
    headings: Vec<Heading>,
    citations: Vec<Citation>,
    opaque: Vec<Opaque>,
    is_prose: bool,
    marks: BlockFlags,
    units: Vec<Unit>,
    masked: OnceLock<Box<str>>,
    sentences: OnceLock<Vec<Sentence>>,
    statistics: OnceLock<statistics::Statistics>,
    topics: OnceLock<Topics>,
    words: OnceLock<Vec<Word>>,
    phrases: OnceLock<Vec<Found>>,
    quantities: OnceLock<Vec<quantities::Quantity>>,
    slots: OnceLock<Vec<medication::Slot>>,
    stages: OnceLock<Vec<staging::Stage>>,
    is_spanish: OnceLock<bool>,
    facts: Facts,
}

/// What rules about the whole draft found out about a part, by type, for the place that it was found for.
#[derive(Default)]
struct Facts(Mutex<Vec<Fact>>);

struct Fact {
    place: Place,
    in_references: bool,
    found: Arc<dyn Any + Send + Sync>,
}

impl Facts {
    fn lock(&self) -> MutexGuard<'_, Vec<Fact>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Facts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Facts").finish_non_exhaustive()
    }
}

/// What a part has, in a few bits: rules pass over parts that cannot concern them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockFlags(u32);

impl BlockFlags {
    /// Nothing: as a need, everything.
    pub const NONE: BlockFlags = BlockFlags(0);
    /// A digit.
    pub const DIGIT: BlockFlags = BlockFlags(1);
    /// A percent sign.
    pub const PERCENT: BlockFlags = BlockFlags(1 << 1);
    /// `=`, `<`, `>`, `≤`, `≥` or one of their LaTeX names.
    pub const RELATION: BlockFlags = BlockFlags(1 << 2);
    /// A heading, or a line that begins with the name of a section.
    pub const SECTION: BlockFlags = BlockFlags(1 << 3);

    /// A drug. This and the following are known of clinical notes only.
    pub const DRUG: BlockFlags = BlockFlags(1 << 4);
    /// Methotrexate.
    pub const METHOTREXATE: BlockFlags = BlockFlags(1 << 5);
    /// A word that says that something is about cancer.
    pub const ONCOLOGY: BlockFlags = BlockFlags(1 << 6);
    /// An allergy.
    pub const ALLERGY: BlockFlags = BlockFlags(1 << 7);
    /// An examination of tissue, a malignant histology, cancer, a mass.
    pub const TUMOUR: BlockFlags = BlockFlags(1 << 8);
    /// A treatment that may be one of cancer.
    pub const TREATMENT: BlockFlags = BlockFlags(1 << 9);
    /// A stage.
    pub const STAGE: BlockFlags = BlockFlags(1 << 10);

    /// Both.
    #[must_use]
    pub const fn and(self, other: BlockFlags) -> BlockFlags {
        BlockFlags(self.0 | other.0)
    }

    /// Whether there is any of `needed` here; always, where nothing is needed.
    #[must_use]
    pub const fn any(self, needed: BlockFlags) -> bool {
        needed.0 == 0 || self.0 & needed.0 != 0
    }

    /// Whether all of `needed` is here.
    #[must_use]
    pub const fn all(self, needed: BlockFlags) -> bool {
        self.0 & needed.0 == needed.0
    }
}

/// A stretch that is no prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: OpaqueKind,
}

/// What a stretch that is no prose is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpaqueKind {
    /// Mathematics: `$…$`, `\(…\)`, an equation. Statistics are often inside.
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

/// A piece of a block that stands for itself: facts in one are no context for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Where.
    pub span: Span,
    /// What it is.
    pub kind: UnitKind,
    /// The name of a section with which it begins: `PLAN:`. Only in clinical notes.
    pub label: Option<Label>,
}

/// What a [`Unit`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// A paragraph, or a line that was meant to stand alone.
    Paragraph,
    /// A heading.
    Heading,
    /// An item of a list.
    ListItem,
    /// A row of a table.
    TableRow,
}

/// A sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Where, without white space at its ends.
    pub span: Span,
    /// The index of the unit that it lies in.
    pub unit: usize,
}

impl BlockAnalysis {
    /// Reads a block whose text is `text`.
    #[must_use]
    pub fn read(text: &str, block: &Block, format: Format, kind: Kind) -> Self {
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
        let is_prose = !opaque.first().is_some_and(|part| part.span.range() == (0..text.len()))
            && !text.trim().is_empty();
        let mut part = BlockAnalysis {
            text: text.into(),
            format,
            kind,
            headings: block.headings.clone(),
            citations: block.citations.clone(),
            opaque,
            is_prose,
            marks: BlockFlags::NONE,
            units: Vec::new(),
            masked: OnceLock::new(),
            sentences: OnceLock::new(),
            statistics: OnceLock::new(),
            topics: OnceLock::new(),
            words: OnceLock::new(),
            phrases: OnceLock::new(),
            quantities: OnceLock::new(),
            slots: OnceLock::new(),
            stages: OnceLock::new(),
            is_spanish: OnceLock::new(),
            facts: Facts::default(),
        };
        if is_prose {
            part.units = sentences::units(&part);
        }
        part.marks = part.find_marks();
        part
    }

    /// What `find` finds in the part at this place, found out once; see [`BlockContext::fact`](crate::Passage::fact).
    pub(crate) fn fact<T: Any + Send + Sync>(
        &self,
        place: Place,
        in_references: bool,
        find: impl FnOnce() -> T,
    ) -> Arc<T> {
        let here = |fact: &&Fact| {
            fact.place == place && fact.in_references == in_references && (*fact.found).is::<T>()
        };
        let known = self.facts.lock().iter().find(here).map(|fact| Arc::clone(&fact.found));
        if let Some(known) = known.and_then(|found| found.downcast::<T>().ok()) {
            return known;
        }
        let found = Arc::new(find());
        let mut facts = self.facts.lock();
        // What was found for another place is of no use any more: the part stands here now.
        facts.retain(|fact| fact.place == place && fact.in_references == in_references);
        facts.push(Fact { place, in_references, found: Arc::clone(&found) as Arc<dyn Any + Send + Sync> });
        found
    }

    /// The text as it stands in the file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text with spaces in place of everything that is no prose. Offsets are the same.
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

    /// The text at a place; empty where it is none.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The format of the draft.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// What the draft is for.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether there is any text in it that is not opaque from end to end.
    #[must_use]
    pub fn is_prose(&self) -> bool {
        self.is_prose
    }

    /// The headings that the format marks, or that look like one in plain text.
    #[must_use]
    pub fn headings(&self) -> &[Heading] {
        &self.headings
    }

    /// Whether the block is a heading and nothing else.
    #[must_use]
    pub fn is_heading(&self) -> bool {
        self.headings.first().is_some_and(|heading| {
            let range = heading.span.range();
            let outside = |part: Option<&str>| part.unwrap_or_default().trim().is_empty();
            outside(self.text.get(..range.start)) && outside(self.text.get(range.end..))
        })
    }

    /// What looks like a citation: keys, numbers in brackets, identifiers.
    #[must_use]
    pub fn citations(&self) -> &[Citation] {
        &self.citations
    }

    /// What is no prose, in order and apart.
    #[must_use]
    pub fn opaque(&self) -> &[Opaque] {
        &self.opaque
    }

    /// What the part has, in a few bits.
    #[must_use]
    pub fn marks(&self) -> BlockFlags {
        self.marks
    }

    /// The pieces that stand for themselves, in order.
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

    /// The sentences, in order; none crosses a unit.
    #[must_use]
    pub fn sentences(&self) -> &[Sentence] {
        self.sentences.get_or_init(|| sentences::sentences(self))
    }

    /// The sentence at an offset.
    #[must_use]
    pub fn sentence_at(&self, offset: usize) -> Option<Sentence> {
        let all = self.sentences();
        let behind = all.partition_point(|sentence| sentence.span.start as usize <= offset);
        all.get(behind.checked_sub(1)?).copied()
    }

    /// The statistics, as they are written.
    /// The words, numbers and marks.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        self.words.get_or_init(|| words::words(self.prose()))
    }

    /// The phrases that the lists of the ground know: cues, drugs, terms.
    #[must_use]
    pub fn phrases(&self) -> &[Found] {
        self.phrases.get_or_init(|| words::phrases(self.prose(), self.words()))
    }

    /// The phrases inside a place.
    pub fn phrases_in(&self, span: Span) -> impl Iterator<Item = &Found> {
        let all = self.phrases();
        let first = all.partition_point(|found| found.span.start < span.start);
        all.get(first..)
            .unwrap_or_default()
            .iter()
            .take_while(move |found| found.span.start < span.end)
            .filter(move |found| found.span.end <= span.end)
    }

    /// The places of one sort of terms inside a place.
    pub fn terms_in(&self, span: Span, wanted: impl Fn(Term) -> bool) -> impl Iterator<Item = &Found> {
        self.phrases_in(span)
            .filter(move |found| matches!(found.meaning, Meaning::Term(term) if wanted(term)))
    }

    /// Whether a place speaks of an examination of tissue or cells.
    #[must_use]
    pub fn has_pathology_term(&self, span: Span) -> bool {
        self.terms_in(span, |term| term == Term::Pathology).next().is_some()
    }

    /// The quantities: numbers with a unit.
    #[must_use]
    pub fn quantities(&self) -> &[quantities::Quantity] {
        self.quantities.get_or_init(|| {
            if self.marks.any(BlockFlags::DIGIT) {
                quantities::read(self.prose(), self.is_spanish())
            } else {
                Vec::new()
            }
        })
    }

    /// The drugs with their doses, routes and frequencies.
    #[must_use]
    pub fn slots(&self) -> &[medication::Slot] {
        self.slots.get_or_init(|| medication::read(self))
    }

    /// The stages of tumours.
    #[must_use]
    pub fn stages(&self) -> &[staging::Stage] {
        self.stages.get_or_init(|| staging::read(self))
    }

    /// Whether the text is Spanish, by its small words.
    #[must_use]
    pub fn is_spanish(&self) -> bool {
        *self.is_spanish.get_or_init(|| words::is_spanish(self.prose()))
    }

    /// The results of statistical tests, as they are written.
    #[must_use]
    pub fn statistics(&self) -> &statistics::Statistics {
        self.statistics.get_or_init(|| statistics::read(self))
    }

    /// What the part speaks of.
    #[must_use]
    pub fn topics(&self) -> Topics {
        *self.topics.get_or_init(|| {
            // What a comment speaks of is not said to readers.
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

    /// The section at an offset, where the part begins in `place`.
    #[must_use]
    pub fn place_at(&self, place: Place, offset: usize) -> Place {
        sections::advance(self, place, offset)
    }

    /// The section in which the part behind this one begins.
    #[must_use]
    pub fn place_behind(&self, place: Place) -> Place {
        if self.marks.any(BlockFlags::SECTION) { sections::behind(self, place) } else { place.behind_block() }
    }

    fn find_marks(&self) -> BlockFlags {
        let mut bits = 0;
        let bytes = self.text.as_bytes();
        for byte in bytes {
            bits |= match byte {
                b'0'..=b'9' => BlockFlags::DIGIT.0,
                b'%' => BlockFlags::PERCENT.0,
                b'=' | b'<' | b'>' => BlockFlags::RELATION.0,
                // The first byte of ≤ and ≥ (and of much else).
                0xe2 => BlockFlags::RELATION.0,
                b'\\' => BlockFlags::RELATION.0,
                _ => 0,
            };
        }
        if !self.headings.is_empty() || self.units.iter().any(|unit| unit.label.is_some()) {
            bits |= BlockFlags::SECTION.0;
        }
        if self.kind == Kind::ClinicalNote && self.is_prose {
            for found in self.phrases() {
                bits |= match found.meaning {
                    Meaning::Drug(index) => match drugs::drug(index).map(|drug| drug.class) {
                        Some(drugs::Class::Methotrexate) => BlockFlags::DRUG.0 | BlockFlags::METHOTREXATE.0,
                        Some(class) if class.treatment().is_some() => {
                            BlockFlags::DRUG.0 | BlockFlags::TREATMENT.0
                        }
                        _ => BlockFlags::DRUG.0,
                    },
                    Meaning::Term(Term::Oncology) => BlockFlags::ONCOLOGY.0,
                    Meaning::Term(Term::Allergy | Term::NoAllergy) => BlockFlags::ALLERGY.0,
                    Meaning::Term(Term::Pathology | Term::Histology | Term::Cancer | Term::Mass) => {
                        BlockFlags::TUMOUR.0
                    }
                    Meaning::Term(Term::Treatment(_)) => BlockFlags::TREATMENT.0,
                    Meaning::Term(_) | Meaning::Cue(_) => 0,
                };
            }
            if !self.stages().is_empty() {
                bits |= BlockFlags::STAGE.0;
            }
        }
        BlockFlags(bits)
    }
}

/// `text` with spaces in place of `spans`, line breaks kept; as many bytes as before.
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

fn opaque_kind(text: &str, format: Format) -> OpaqueKind {
    const MATH: &[&str] =
        &["equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "flalign", "alignat"];
    if text.starts_with('$') || text.starts_with("\\(") || text.starts_with("\\[") {
        return OpaqueKind::Math;
    }
    if let Some(name) = text.strip_prefix("\\begin{") {
        let name = name.split(['}', '*']).next().unwrap_or_default();
        let code = ["verbatim", "lstlisting", "minted", "Verbatim", "comment"];
        return if MATH.contains(&name) {
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
