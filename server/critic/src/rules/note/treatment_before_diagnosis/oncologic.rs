//! Whether a note that recommends a treatment is about a tumour.

use super::advised_treatments::AdvisedTreatmentScan;
use super::evidence::Diagnosis;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::sections::Section;
use crate::analysis::terms::{Term, Treatment};
use crate::pattern::words;
use crate::{BlockContext, BlockFlags, Draft, Profile, Scan};
use std::sync::LazyLock;

/// Non-malignant diseases that are treated with cytotoxics, antibodies, hormones or radiation, folded.
static NONCANCER_INDICATIONS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("treatment-before-diagnosis/oncologic/noncancer-indications"));

/// Lesions that are operated on as benign, folded.
static BENIGN_LESIONS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("treatment-before-diagnosis/oncologic/benign-lesions"));

/// Tumours that are operated on by appearance alone, folded.
static BENIGN_TUMOURS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("treatment-before-diagnosis/oncologic/benign-tumours"));

/// Stems of operations that are done for cancer while the tissue is pending, folded.
static RADICAL_OPERATIONS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("treatment-before-diagnosis/oncologic/radical-operations"));

/// Whether the note contains any of these folded words, about any person.
fn names_any(draft: &Draft<'_>, words: &[&str]) -> bool {
    draft.blocks().filter(|block| !block.in_references).any(|block| {
        let folded = fold(block.prose());
        words.iter().any(|word| folded.contains(word))
    })
}

/// Whether a note is about a tumour; an operation alone does not suffice.
pub(super) fn is_oncologic(draft: &Draft<'_>, advised: &AdvisedTreatmentScan, diagnosis: &Diagnosis) -> bool {
    if draft.setting.profile == Some(Profile::TumourBoard) {
        return true;
    }
    let (mut tumour, mut mass) = (false, false);
    for group in draft.scan::<Tumours>(()) {
        tumour |= group.summary.tumour;
        mass |= group.summary.mass;
    }
    if !tumour && !mass && names_any(draft, &NONCANCER_INDICATIONS) {
        return false;
    }
    let is_open = matches!(diagnosis, Diagnosis::Open(_, State::Pending | State::Negated));
    let only_surgery = !advised.has_other_than_surgery && advised.under_way.is_empty();
    if only_surgery && (names_any(draft, &BENIGN_TUMOURS) || !is_open && names_any(draft, &BENIGN_LESIONS)) {
        return false;
    }
    // Renal masses are operated on by imaging.
    let is_of_kidney =
        advised.names.iter().all(|(name, _)| name.contains("nephrectom") || name.contains("nefrectom"));
    if only_surgery && is_of_kidney && !matches!(diagnosis, Diagnosis::Open(_, State::Pending)) {
        return false;
    }
    // Orchiectomy provides the histology; transscrotal biopsy is not done.
    let is_of_testis = advised.names.iter().all(|(name, _)| name.contains("orchi") || name.contains("orqui"));
    if only_surgery && is_of_testis {
        return false;
    }
    let is_radical = is_open
        && advised.names.iter().any(|(name, _)| RADICAL_OPERATIONS.iter().any(|stem| name.contains(stem)));
    let is_irradiated = advised.under_way.iter().any(|one| one.treatment == Treatment::Radiotherapy);
    // Chemotherapy and radiotherapy for a mass imply a malignant one; an operation on a mass does so only if its tissue
    // is pending.
    is_radical
        || is_open && (advised.has_only_for_cancer || is_irradiated || !advised.under_way.is_empty() && mass)
        || tumour
        || mass && (advised.has_only_for_cancer || is_open)
        || advised.has_chemotherapy_or_radiotherapy
}

/// The tumours that a draft attributes to the patient.
#[derive(Clone, Copy, Default)]
struct Tumours {
    /// Cancer, or a malignant histology.
    tumour: bool,
    /// A mass.
    mass: bool,
}

impl Scan for Tumours {
    type State = ();
    type Summary = Tumours;
    const NEEDS: BlockFlags = BlockFlags::TUMOUR.and(BlockFlags::STAGE);

    fn visit((): &mut (), summary: &mut Tumours, block: &BlockContext<'_>) {
        let here = block.fact(tumours_in);
        summary.tumour |= here.tumour;
        summary.mass |= here.mass;
    }
}

fn tumours_in(block: &BlockContext<'_>) -> Tumours {
    let mut out = Tumours::default();
    for sentence in block.sentences() {
        if block.section_at(sentence.span.start as usize) == Section::FamilyHistory {
            continue;
        }
        let is_tumour = |term| matches!(term, Term::Cancer | Term::Histology | Term::Mass);
        for found in block.terms_in(sentence.span, is_tumour) {
            let said = assertion::within(block, *sentence, found.span);
            if said.experiencer == Experiencer::Relative
                || matches!(said.state, State::Historical | State::Negated)
            {
                continue;
            }
            match found.meaning {
                Meaning::Term(Term::Mass) => out.mass = true,
                _ => out.tumour = true,
            }
        }
    }
    out
}
