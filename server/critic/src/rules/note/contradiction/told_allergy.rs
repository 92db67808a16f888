//! An anaphylaxis to a drug that is documented outside the allergy list.

use super::claims::names_relatives;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, any_case};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// The first anaphylaxis to a drug in a block or a draft.
#[derive(Clone, Copy, Debug, Default)]
struct ToldReaction(Option<Span>);

impl Scan for ToldReaction {
    type State = ();
    type Summary = ToldReaction;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut ToldReaction, block: &BlockContext<'_>) {
        if summary.0.is_none() && block.is_prose() && !block.in_references {
            let here: Arc<ToldReaction> = block.fact(read);
            summary.0 = here.0.map(|span| span.shift(block.start));
        }
    }
}

/// An anaphylaxis with its cause.
static ANAPHYLAXIS_TO: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:anaphylaxis|anaphylactic (?:shock|reaction)|anaphylactoid reaction|anafilaxia|(?:shock|choque) anafil[aá]ctico|reacci[oó]n anafil[aá]ctica)(?: grave)? (?:to|with|after|from|following|a|por|con|tras|al) (?:the |iv |la |el )?(?P<drug>[\p{L}-]{5,})",
    )
});

/// Words for administered substances outside the drug list, folded.
const GIVEN_BESIDE_DRUGS: &[&str] = &["contrast", "contraste", "dextran", "dextrano", "gelatin", "gelatina"];

/// Words of a sentence in which a reaction was feared but did not happen, folded.
const FEARED: &[&str] = &[
    "risk", "riesgo", "consent", "if ", "in case", "en caso", "watch", "vigil", "protocol", "kit", "observ",
];

fn read(block: &BlockContext<'_>) -> ToldReaction {
    let text = block.prose();
    let found = ANAPHYLAXIS_TO.captures_iter(text).find_map(|found| {
        let (whole, drug) = (found.get(0)?, found.name("drug")?);
        let span = Span::new(drug.start(), drug.end());
        let folded = fold(drug.as_str());
        let is_listed = block
            .phrases()
            .iter()
            .any(|known| matches!(known.meaning, Meaning::Drug(_)) && known.span.overlaps(span));
        if !is_listed && !GIVEN_BESIDE_DRUGS.contains(&folded.as_str()) {
            return None;
        }
        let sentence = block.sentence_at(whole.start())?;
        let around = fold(block.slice(sentence.span));
        // "Anaphylaxis to suxamethonium (rocuronium tested negative)": what a bracket says is of something else.
        let rest = block.slice(Span::new(whole.end(), sentence.span.end as usize));
        let clause_end = whole.end() + rest.find(['(', ';']).unwrap_or(rest.len());
        let clause = Sentence { span: Span::new(sentence.span.start as usize, clause_end), ..sentence };
        let said = assertion::within(block, clause, Span::new(whole.start(), whole.end()));
        let is_of_patient = said.experiencer == Experiencer::Patient
            && matches!(said.state, State::Confirmed | State::Historical)
            && !names_relatives(&around)
            && block.section_at(whole.start()) != Section::FamilyHistory;
        // "By protocol because of his documented anaphylaxis to cefazolin" documents a real reaction.
        let is_documented = ["documented", "known", "previous", "documentad", "conocid", "previ"]
            .iter()
            .any(|word| around.contains(word));
        let is_feared = !is_documented && FEARED.iter().any(|word| around.contains(word));
        (is_of_patient && !is_feared).then_some(span)
    });
    ToldReaction(found)
}

/// The first mention of an anaphylaxis to a drug in a note.
pub(super) fn first(draft: &Draft<'_>) -> Option<Span> {
    draft.scan::<ToldReaction>(()).iter().find_map(|group| Some(group.summary.0?.shift(group.start)))
}
