//! Detects a class of drugs that the patient does not take according to the note, and a drug of it
//! among the patient's medicines.

use super::regimen::{Regimen, Stage, Taken};
use super::relations;
use crate::analysis::assertion::{self, Experiencer};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, any_case, context};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// The rows of `relations/denied_classes.tsv`: their classes, and the pattern that denies them.
static DENIALS: LazyLock<Vec<(Vec<&'static str>, Pattern)>> = LazyLock::new(|| {
    let rows = relations::denied_classes().map(|(classes, drugs, states)| {
        let english = format!(
            r"(?:takes|is taking|is on|was on|taking|uses|on) no (?:oral |regular |other |current )?(?:{drugs})|(?:not|never) (?:currently |presently |been )?(?:on|taking|using|receiving|prescribed)(?: any| an?)? (?:oral |regular )?(?:{drugs})|denies (?:taking |using |use of |being on )?(?:any )?(?:oral )?(?:{drugs})(?: use)?|(?:has|have|had) (?:not|never) (?:ever |recently |previously )?(?:taken|used|received|needed|been given|been on)(?: any)? (?:oral |regular )?(?:{drugs})|(?:hasn[’']t|haven[’']t) (?:taken|used|had|been on)(?: any)? (?:oral )?(?:{drugs})|no (?:oral |regular |current |use of |exposure to )+(?:{drugs})(?: use)?|no (?:{drugs}) use|(?:{drugs})(?: use| therapy| treatment)? ?(?:\.{{3,}}|[:|=–-]) ?(?:(?:she |he |patient )?(?:takes|taking|is on|on|uses) )?(?:none|no|nil|never|denies|denied|not (?:taken|taking|used))"
        );
        let spanish = format!(
            r"no (?:toma|tomaba|usa|utiliza|lleva|recibe|consume)(?: ning[uú]n[a]?)? (?:{drugs})|no est[aá] (?:en tratamiento con|con|tomando) (?:{drugs})|niega (?:la )?(?:toma|uso|consumo) de (?:{drugs})|sin tratamiento con (?:{drugs})|(?:no|nunca) ha (?:tomado|usado|recibido|utilizado|necesitado|consumido)(?: nunca)? (?:{drugs})|nunca (?:tom[oó]|us[oó]|recibi[oó]) (?:{drugs})|(?:sin|no) (?:uso|toma|consumo) (?:previ[oa] |habitual )?de (?:{drugs})|(?:{drugs}) ?(?:\.{{3,}}|[:|=]) ?(?:no|ningun[oa]s?|niega|nada)"
        );
        let states = if states.is_empty() {
            String::new()
        } else {
            format!(r"|(?:not|never) (?:currently |been )?(?:{states})|no (?:est[aá] )?(?:{states})|sin tratamiento (?:{states})")
        };
        (classes, any_case(&format!(r"\b(?:{english}|{spanish}{states})\b")))
    });
    rows.collect()
});

/// The names of all classes, so that most sentences are skipped quickly.
static ANY_CLASS: LazyLock<Pattern> = LazyLock::new(|| {
    let names: Vec<String> = relations::denied_classes()
        .flat_map(|(_, drugs, states)| [drugs, states])
        .filter(|names| !names.is_empty())
        .map(str::to_owned)
        .collect();
    any_case(&format!(r"\b(?:{})\b", names.join("|")))
});

/// The rows that a block or a draft denies, by their index in [`DENIALS`].
#[derive(Default)]
struct Denied(Vec<(usize, Span)>);

impl Scan for Denied {
    type State = ();
    type Summary = Denied;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Denied, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Denied> = block.fact_of_sentences(denied_in);
            summary.0.extend(here.0.iter().map(|(row, span)| (*row, span.shift(block.start))));
        }
    }
}

fn denied_in(block: &BlockContext<'_>, sentence: Sentence, out: &mut Denied) {
    static OTHER_TIME: LazyLock<Pattern> = LazyLock::new(|| context("denied-class/other-time"));
    let text = block.slice(sentence.span);
    let lower = text.to_lowercase();
    if !["no", "never", "denies", "niega", "sin"].iter().any(|word| lower.contains(word))
        || block.section_at(sentence.span.start as usize) == Section::FamilyHistory
        || !ANY_CLASS.is_match(text)
    {
        return;
    }
    for (row, (_, pattern)) in DENIALS.iter().enumerate() {
        let Some(found) = pattern.find(text) else { continue };
        let start = sentence.span.start as usize;
        let span = Span::new(start + found.start(), start + found.end());
        let is_own = assertion::within(block, sentence, span).experiencer == Experiencer::Patient;
        if is_own && !OTHER_TIME.is_match(text) {
            out.0.push((row, span));
        }
    }
}

/// Whether the patient takes a medicine already: it is neither an order of this note nor of the
/// stay.
fn is_taken_already(draft: &Draft<'_>, taken: &Taken) -> bool {
    static ORDER: LazyLock<Pattern> = LazyLock::new(|| context("denied-class/order"));
    let section = draft.at(taken.place.start as usize).map(|block| {
        let inside = (taken.place.start as usize).saturating_sub(block.start);
        block.section_at(inside)
    });
    let is_plan = matches!(section, Some(Section::Plan | Section::Assessment));
    let sentence = fold(draft.text(taken.sentence).unwrap_or_default());
    let is_of_time = match taken.stage {
        Stage::Home => true,
        Stage::Now => !is_plan && !taken.is_injected && (taken.times.is_some() || taken.dose.is_some()),
        Stage::Hospital | Stage::Discharge => false,
    };
    is_of_time && !taken.is_start && !taken.is_once && !taken.is_topical && !ORDER.is_match(&sentence)
}

/// Returns remarks on denied classes if the patient takes a drug of one.
pub(crate) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut denied: Vec<(usize, Span)> = Vec::new();
    for group in draft.scan::<Denied>(()) {
        denied.extend(group.summary.0.iter().map(|(row, span)| (*row, span.shift(group.start))));
    }
    if denied.is_empty() {
        return Vec::new();
    }
    let regimen = Regimen::of(draft);
    let pair = denied.iter().find_map(|(row, at)| {
        let (classes, _) = DENIALS.get(*row)?;
        let taken = regimen.all.iter().find(|taken| {
            let is_of_class = classes
                .iter()
                .filter_map(|class| relations::class(class))
                .any(|class| taken.ingredients().iter().any(|drug| class.holds(*drug)));
            is_of_class && !taken.sentence.contains(*at) && is_taken_already(draft, taken)
        })?;
        Some((*at, taken.place))
    });
    let Some((denied, taken)) = pair else { return Vec::new() };
    let (words, drug) = (draft.text(denied).unwrap_or_default(), draft.text(taken).unwrap_or_default());
    let (message, other) = if draft.is_spanish() {
        (
            format!(
                "La nota dice «{words}» y entre los medicamentos consta «{drug}». Compruebe los dos lugares."
            ),
            "lo que se niega",
        )
    } else {
        (
            format!("The note says “{words}”, and “{drug}” is among the medicines. Check both places."),
            "what is denied",
        )
    };
    vec![Remark::new(taken, message).with_severity(Severity::Warning).with_related(denied, other)]
}
