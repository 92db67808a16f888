//! Whether a note speaks of a cancer of its patient, or of another use of high doses of methotrexate.

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::analysis::staging::ClaimedStage;
use crate::analysis::terms::Term;
use crate::pattern::any_case;
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_text::Span;
use regex::Regex;
use std::sync::LazyLock;

/// Whether a note speaks of a cancer of this patient, or of another use of high doses.
pub(super) fn is_named(draft: &Draft<'_>) -> bool {
    draft.scan::<OncologicUse>(()).iter().any(|group| *group.summary)
}

struct OncologicUse;

impl Scan for OncologicUse {
    type State = ();
    type Summary = bool;
    const NEEDS: BlockFlags = BlockFlags::TUMOUR.and(BlockFlags::ONCOLOGY).and(BlockFlags::STAGE);

    fn visit((): &mut (), summary: &mut bool, block: &BlockContext<'_>) {
        if *summary {
            return;
        }
        let mut terms =
            block.terms_in(block.whole(), |term| matches!(term, Term::Histology | Term::Oncology));
        let named = terms.any(|found| {
            let Some(sentence) = block.sentence_at(found.span.start as usize) else { return false };
            let said = assertion::within(block, sentence, found.span);
            said.state != State::Negated
                && said.experiencer == Experiencer::Patient
                && block.section_at(found.span.start as usize) != Section::FamilyHistory
                && !is_only_mentioned(block, sentence, found.span)
        });
        let staged = block.stages().iter().any(|stage| matches!(stage.says, ClaimedStage::Tnm(_)));
        *summary |= named || staged;
    }
}

/// Whether a word of cancer names none that the patient has: screening, a worry, a place of work, a risk, another service.
fn is_only_mentioned(block: &BlockContext<'_>, sentence: Sentence, word: Span) -> bool {
    static FEAR_OR_FAMILY_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
        any_case(
            r"\b(?:worr(?:y|ies|ied)|concern(?:ed|s)?|anxious|anxiety|afraid|scared|fears?|fearful|ask(?:s|ed|ing)?|screen\w*|check(?:ed|s)? for|risks?|prevent\w*|works?|worked|working|job|employed|occupation|profession|retired|volunteers?|studies|studying|research\w*|charity|donat\w*|read(?:s|ing)?|article|leaflet|preocupad[oa]|preocupa(?:ci[oó]n)?|miedo|temor|teme|pregunta|consulta por el|cribado|despistaje|screening|riesgo|prevenci[oó]n|prevenir|trabaj\w+|emplead[oa]|profesi[oó]n|jubilad[oa]|volunt\w+|estudia|investiga\w*|asociaci[oó]n|is an?|es (?:enfermer[oa]|m[eé]dic[oa]|auxiliar|administrativ[oa]))\b[^.;:]{0,40}$",
        )
    });
    static COMPOUND_BEHIND: LazyLock<Regex> = LazyLock::new(|| {
        any_case(
            r"^[- ](?:screen\w*|risks?|checks?|prevention|research\w*|charity|insurance|society|fund\w*|necrosis|antigen|markers?|vaccin\w*|awareness|leaflet|beats?|rhythm|atrial|ventricular|focus|foci|kidney|pancreas|eczema|jubilad[oa]|retirad[oa])\b|^,? (?:by profession|de profesi[oó]n)\b|^ ?[/&] ?\w|^[^.;]{0,25}\bjubilad[oa]\b",
        )
    });
    static OCCUPATION_BEHIND: LazyLock<Regex> = LazyLock::new(|| {
        any_case(
            r"^ (?:nurse|doctor|secretary|receptionist|pharmacist|researcher|radiographer|technician|consultant|registrar|surgeon|physician|healthcare assistant|worker|ward sister|cent(?:re|er)|hospital|clinic|ward|unit|department|institute)\b",
        )
    });
    let ahead = block.slice(Span { start: sentence.span.start, end: word.start });
    let behind = block.slice(Span { start: word.end, end: sentence.span.end });
    // "Is an oncology nurse", and not "is a lymphoma of the stomach".
    let is_carer = OCCUPATION_BEHIND.is_match(behind);
    let before = fold(ahead);
    let is_job = before.trim_end().ends_with(" an") || before.trim_end().ends_with(" a");
    let is_called = |text: &str| text.trim_end().ends_with("is a") || text.trim_end().ends_with("is an");
    if is_called(&before) && !is_carer {
        return COMPOUND_BEHIND.is_match(behind);
    }
    ahead.ends_with(['/', '&'])
        || FEAR_OR_FAMILY_BEFORE.is_match(ahead)
        || COMPOUND_BEHIND.is_match(behind)
        || is_carer && is_job
}
