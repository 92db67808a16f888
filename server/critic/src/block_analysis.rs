//! The analyses of one block, each computed once and kept until the block changes.
//!
//! A block knows its text and nothing around it. Expensive analyses run when a rule first needs them.

use crate::analysis::cues::Effect;
use crate::analysis::meaning::Meaning;
use crate::analysis::sections::{self, Section, SectionInForce};
use crate::analysis::terms::Term;
use crate::analysis::{drugs, medication, staging, statistics};
use crate::block_text::BlockText;
use referee_syntax::{Block, DraftKind, Format};
use referee_text::Span;
use std::any::{Any, TypeId};
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The analyses of one block. It dereferences to [`BlockText`]; spans are offsets in the block.
#[derive(Debug)]
pub struct BlockAnalysis {
    block: BlockText,
    flags: BlockFlags,
    statistics: OnceLock<statistics::Statistics>,
    medications: OnceLock<Vec<medication::MedicationStatement>>,
    stages: OnceLock<Vec<staging::Stage>>,
    facts: BlockFacts,
}

impl Deref for BlockAnalysis {
    type Target = BlockText;

    fn deref(&self) -> &BlockText {
        &self.block
    }
}

/// Facts that whole-draft rules derived from a block, by type, valid for one position.
#[derive(Default)]
struct BlockFacts(Mutex<Vec<Fact>>);

struct Fact {
    kind: TypeId,
    place: SectionInForce,
    in_references: bool,
    found: Arc<dyn Any + Send + Sync>,
}

impl BlockFacts {
    fn lock(&self) -> MutexGuard<'_, Vec<Fact>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for BlockFacts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BlockFacts").finish_non_exhaustive()
    }
}

/// What a block contains, as bits; rules skip blocks that cannot concern them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockFlags(u32);

impl BlockFlags {
    /// No flag; as a requirement, it matches every block.
    pub const NONE: BlockFlags = BlockFlags(0);
    /// A digit.
    pub const DIGIT: BlockFlags = BlockFlags(1);
    /// A percent sign.
    pub const PERCENT: BlockFlags = BlockFlags(1 << 1);
    /// `=`, `<`, `>`, `≤`, `≥` or one of their LaTeX names.
    pub const RELATION: BlockFlags = BlockFlags(1 << 2);
    /// A heading, or a line that begins with a section name.
    pub const SECTION: BlockFlags = BlockFlags(1 << 3);

    /// A drug. This and the following flags are only set in clinical notes.
    pub const DRUG: BlockFlags = BlockFlags(1 << 4);
    /// Methotrexate.
    pub const METHOTREXATE: BlockFlags = BlockFlags(1 << 5);
    /// An oncology term.
    pub const ONCOLOGY: BlockFlags = BlockFlags(1 << 6);
    /// An allergy.
    pub const ALLERGY: BlockFlags = BlockFlags(1 << 7);
    /// A tissue examination, a malignant histology, cancer or a mass.
    pub const TUMOUR: BlockFlags = BlockFlags(1 << 8);
    /// A treatment that may be for cancer.
    pub const TREATMENT: BlockFlags = BlockFlags(1 << 9);
    /// A stage.
    pub const STAGE: BlockFlags = BlockFlags(1 << 10);

    /// The union of both.
    #[must_use]
    pub const fn and(self, other: BlockFlags) -> BlockFlags {
        BlockFlags(self.0 | other.0)
    }

    /// Whether it has any of `needed`; always true if `needed` is empty.
    #[must_use]
    pub const fn any(self, needed: BlockFlags) -> bool {
        needed.0 == 0 || self.0 & needed.0 != 0
    }

    /// Whether it has all of `needed`.
    #[must_use]
    pub const fn all(self, needed: BlockFlags) -> bool {
        self.0 & needed.0 == needed.0
    }
}

impl BlockAnalysis {
    /// Reads a block whose text is `text`.
    #[must_use]
    pub fn read(text: &str, block: &Block, format: Format, kind: DraftKind) -> Self {
        let mut analysis = BlockAnalysis {
            block: BlockText::read(text, block, format, kind),
            flags: BlockFlags::NONE,
            statistics: OnceLock::new(),
            medications: OnceLock::new(),
            stages: OnceLock::new(),
            facts: BlockFacts::default(),
        };
        analysis.flags = analysis.find_flags();
        analysis
    }

    /// The fact that `find` derives from the block at this position, computed once; see `BlockContext::fact`.
    pub(crate) fn fact<T: Any + Send + Sync>(
        &self,
        place: SectionInForce,
        in_references: bool,
        find: impl FnOnce() -> T,
    ) -> Arc<T> {
        let kind = TypeId::of::<T>();
        let here =
            |fact: &&Fact| fact.kind == kind && fact.place == place && fact.in_references == in_references;
        let known = self.facts.lock().iter().find(here).map(|fact| Arc::clone(&fact.found));
        if let Some(known) = known.and_then(|found| found.downcast::<T>().ok()) {
            return known;
        }
        let found = Arc::new(find());
        let mut facts = self.facts.lock();
        // Facts for another position are obsolete: the block has moved.
        facts.retain(|fact| fact.place == place && fact.in_references == in_references);
        let stored = Arc::clone(&found) as Arc<dyn Any + Send + Sync>;
        facts.push(Fact { kind, place, in_references, found: stored });
        found
    }

    /// What the block contains.
    #[must_use]
    pub fn flags(&self) -> BlockFlags {
        self.flags
    }

    /// The drugs with their doses, routes and frequencies.
    #[must_use]
    pub fn medications(&self) -> &[medication::MedicationStatement] {
        self.medications.get_or_init(|| medication::read(&self.block))
    }

    /// The stages of tumours.
    #[must_use]
    pub fn stages(&self) -> &[staging::Stage] {
        self.stages.get_or_init(|| staging::read(self.prose()))
    }

    /// The results of statistical tests.
    #[must_use]
    pub fn statistics(&self) -> &statistics::Statistics {
        self.statistics.get_or_init(|| {
            if !self.flags.any(BlockFlags::DIGIT) {
                return statistics::Statistics::default();
            }
            let opaque: Vec<Span> = self.opaque().iter().map(|opaque| opaque.span).collect();
            statistics::read(self.text(), self.format(), &opaque)
        })
    }

    /// The section at an offset, if the block begins in `place`.
    #[must_use]
    pub fn place_at(&self, place: SectionInForce, offset: usize) -> SectionInForce {
        let mut place = place;
        let is_note = self.kind() == DraftKind::ClinicalNote;
        for heading in self.headings() {
            if (heading.span.start as usize) <= offset {
                let named = if is_note { sections::of_note(&heading.text) } else { None };
                let section = named.or_else(|| sections::of_heading(&heading.text));
                place = sections::below(place, heading.level, section);
            }
        }
        for (unit, label) in self.units().iter().filter_map(|unit| Some((unit, unit.label.as_ref()?))) {
            if (label.span.start as usize) <= offset {
                let brief = label.has_text && sections::is_brief(label.section);
                // "Complaint: cough.↵Antibiotics started on the ward": the section does not extend to other lines.
                let is_over =
                    brief && (unit.span.end as usize) <= offset && sections::ends_with_line(label.section);
                let section = if is_over { Section::Other } else { label.section };
                place = SectionInForce { section, level: sections::LABEL_LEVEL, brief };
            }
        }
        if is_note && let Some(section) = self.label_within_line(offset) {
            let brief = sections::is_brief(section);
            place = SectionInForce { section, level: sections::LABEL_LEVEL, brief };
        }
        place
    }

    /// The section that a sentence within a line begins before an offset: `PMH: asthma. Plan: salbutamol`.
    fn label_within_line(&self, offset: usize) -> Option<Section> {
        let unit = self.unit_at(offset)?.span;
        if !self.slice(unit).contains(':') {
            return None;
        }
        let sentences = self.sentences();
        let end = sentences.partition_point(|sentence| sentence.span.start as usize <= offset);
        let of_line =
            sentences.get(..end)?.iter().rev().take_while(|sentence| sentence.span.start > unit.start);
        // "FH: father gout. Alcohol: none": a sentence with its own label is not about relatives.
        let own = sentences.get(end.checked_sub(1)?).map(|sentence| self.slice(sentence.span));
        let has_own_label = own.and_then(|text| text.split_once(": ")).is_some_and(|(label, _)| {
            label.chars().all(char::is_alphabetic)
                && !self.phrases().iter().any(|found| {
                    matches!(found.meaning, Meaning::Cue(cue) if cue.effect == Effect::Relative)
                        && self.slice(found.span).eq_ignore_ascii_case(label)
                })
        });
        let found = of_line.into_iter().find_map(|sentence| {
            let text = self.slice(sentence.span);
            let colon = text.find(':').filter(|colon| *colon >= 2)?;
            sections::label(text.get(..=colon)?, 0).map(|label| label.section)
        })?;
        let is_over = found == Section::FamilyHistory
            && has_own_label
            && own.is_some_and(|text| sections::label(text, 0).is_none());
        Some(if is_over { Section::Other } else { found })
    }

    /// The section in which the next block begins.
    #[must_use]
    pub fn place_behind(&self, place: SectionInForce) -> SectionInForce {
        let last =
            if self.flags.any(BlockFlags::SECTION) { self.place_at(place, self.text().len()) } else { place };
        last.behind_block()
    }

    fn find_flags(&self) -> BlockFlags {
        let mut bits = 0;
        let bytes = self.text().as_bytes();
        for byte in bytes {
            bits |= match byte {
                b'0'..=b'9' => BlockFlags::DIGIT.0,
                b'%' => BlockFlags::PERCENT.0,
                b'=' | b'<' | b'>' => BlockFlags::RELATION.0,
                // The first byte of ≤ and ≥ (and of many other characters).
                0xe2 => BlockFlags::RELATION.0,
                b'\\' => BlockFlags::RELATION.0,
                _ => 0,
            };
        }
        if !self.headings().is_empty() || self.units().iter().any(|unit| unit.label.is_some()) {
            bits |= BlockFlags::SECTION.0;
        }
        if self.kind() == DraftKind::ClinicalNote && self.is_prose() {
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
                    Meaning::DrugGroup(_) => BlockFlags::DRUG.0,
                    Meaning::Term(
                        Term::Allergy
                        | Term::NoAllergy
                        | Term::SevereReaction
                        | Term::AllergicReaction
                        | Term::Tolerated,
                    ) => BlockFlags::ALLERGY.0,
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
