//! Reactions that patients and clinicians describe in their own words ("my face blew up", "se me
//! cerró la garganta"), and the words that link them to the drug.
//!
//! The patterns combine the part that changes (face, throat, skin) with how it changes, so that no
//! list of whole sentences is needed.

use super::mentions::Mention;
use crate::analysis::assertion::{self, Experiencer};
use crate::analysis::folding::joined;
use crate::pattern::{Pattern, any_case, any_of, context, forms};
use crate::{BlockContext, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// A reaction that a sentence describes.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReportedReaction {
    /// The place, relative to the block.
    pub(super) span: Span,
    pub(super) is_severe: bool,
}

/// The parts that swell, close or peel in a severe reaction.
static SEVERE_REACTION: LazyLock<Pattern> = LazyLock::new(|| {
    let airway = r"(?:throat|tongue|airway|larynx|vocal cords)";
    let swells =
        r"(?:swell\w*|swollen|swole|clos\w+|tight\w*|puff\w*|block\w*|constrict\w*|blew up|balloon\w*)";
    let skin = r"(?:skin|mouth|lips|eyes)";
    let peels = r"(?:peel\w*|slough\w*|blister\w*|came off|fell off|coming off|raw)";
    let faints = forms("allergy-conflict/reported-reaction/peels-faints");
    let breath = forms("allergy-conflict/reported-reaction/faints-breath");
    let pressure = forms("allergy-conflict/reported-reaction/breath-pressure");
    let named = forms("allergy-conflict/reported-reaction/pressure-named");
    let spanish_airway = r"(?:se (?:me |le )?|(?:le|me) )(?:cerr|hinch|inflam|cierr|infla)\w* (?:\w+ ){0,5}(?:garganta|lengua|glotis)|(?:hinchaz[oó]n|edema|inflamaci[oó]n|cierre) (?:\w+ ){0,3}(?:garganta|lengua|glotis|lar[ií]ng\w+)";
    let spanish_breath = forms("allergy-conflict/reported-reaction/spanish-airway-spanish-breath");
    let spanish_faint = r"se desmay\w+|perdi[oó] (?:el |la )?(?:conocimiento|consciencia|conciencia)|se desplom\w+|(?:bajada|ca[ií]da) de (?:la )?tensi[oó]n|casi (?:se )?muere";
    let spanish_shock = r"(?:antecedentes? de|tuvo|hizo|present[oó]|sufri[oó]) (?:un )?(?:shock|choque)";
    let spanish_skin = r"(?:pel|despeg|ca|levant|despellej)\w* (?:la )?piel|piel (?:\w+ ){0,2}(?:ampollas|pelad\w+|desprend\w+|en carne viva)|ampollas en (?:la )?(?:boca|piel|mucosa\w*)";
    any_case(&format!(
        r"\b(?:{airway}\b[^.;]{{0,20}}?\b{swells}|{swells} (?:up )?(?:of |in )?(?:the |her |his |my |their )?{airway}|{skin}\b[^.;,]{{0,15}}?\b{peels}|{peels}(?: off)?(?: of| in)? (?:my |her |his |the )?{skin}|{faints}|{breath}|{pressure}|{named}|{spanish_airway}|{spanish_breath}|{spanish_faint}|{spanish_shock}|{spanish_skin})\b"
    ))
});

/// The signs on the skin or in the bronchi of an allergic reaction that is not severe.
static ALLERGIC_REACTION: LazyLock<Pattern> = LazyLock::new(|| {
    let part = any_of("allergy-conflict/reported-reaction/allergic-reaction-part");
    let swells = any_of("allergy-conflict/reported-reaction/part-swells");
    let marks = any_of("allergy-conflict/reported-reaction/swells-marks");
    let breaks = format!(
        r"(?:{words}) (?:me |her |him )?(?:out|up)",
        words = forms("allergy-conflict/reported-reaction/marks-breaks")
    );
    let english = format!(
        r"{part}\b[^.;,]{{0,20}}?\b{swells}|{swells} (?:\w+ ){{0,2}}{part}|{breaks}\b[^.;,]{{0,20}}?\b(?:in|with)\b[^.;,]{{0,20}}?\b{marks}|{breaks} all over|covered in (?:\w+ ){{0,2}}{marks}|hives|welts|wheals|weals|nettle rash|urticaria\w*|blotch(?:y|es)|(?:skin |itchy |bad |body |widespread |generali[sz]ed |diffuse |full[- ]body |whole[- ]body )*rash|itch(?:y|ing|ed|es) (?:all over|everywhere|like (?:mad|crazy))|asthma (?:attacks?|flares?)|(?:brings?|brought|triggers?|triggered|provokes?|provoked|sets?|causes?|caused) (?:on |off )?(?:her|his|my|an?|severe) asthma|bronchospasm|exanthem\w*|wheez(?:ing|ed|e|y)"
    );
    let spanish_part = r"(?:cara|labios?|ojos?|p[aá]rpados?|boca|manos?|cuerpo|orejas?)";
    let spanish = format!(
        r"se (?:me |le )?(?:hinch|inflam|infla|pus|pon|llen)\w* (?:\w+ ){{0,4}}(?:{spanish_part}|ronchas|habones|granos|manchas|ampollas)|(?:hinchaz[oó]n|inflamaci[oó]n) (?:\w+ ){{0,3}}{spanish_part}|ronchas|habones|urticaria\w*|exantema\w*|erupci[oó]n|sarpullido|salpullido|(?:picor|picaz[oó]n|comez[oó]n|prurito) (?:generalizad\w+|por todo|intens\w+)|se (?:le |me )?(?:brot|enroj)\w+|crisis (?:de asma|asm[aá]ticas?)|(?:provoc\w+|desencaden\w+|produ[jc]\w+|da|dio) (?:el |su |un )?asma|broncoespasmo"
    );
    any_case(&format!(r"\b(?:{english}|{spanish})\b"))
});

/// Words directly before a reaction in its clause that deny it or make it hypothetical.
static DENIED_OR_POSSIBLE_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
    let denies = any_of("allergy-conflict/reported-reaction/denied-or-possible-before-denies");
    let may_come = any_of("allergy-conflict/reported-reaction/denies-may-come");
    any_case(&format!(r"\b(?:{denies}\b[^,;.:]{{0,35}}|{may_come}\b[^;.:]{{0,60}})$"))
});

/// Words between a drug and a reaction that mean that the drug treated it.
static DRUG_GIVEN_FOR_REACTION: LazyLock<Pattern> =
    LazyLock::new(|| context("allergy-conflict/reported-reaction/drug-given-for-reaction"));

/// Words that mean that a reaction followed, whatever the drug was taken for: "took aspirin for a
/// headache and had".
static REACTION_FOLLOWED: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"\b(?:and|then|y|luego)(?: (?:he|she|then|promptly|immediately|luego|enseguida))? (?:{words})(?: (?:an?|una?|severe|acute|grave))* ?$",
        words = forms("allergy-conflict/reported-reaction/reaction-followed")
    ))
});

/// Words between a drug and a reaction in a separate clause, after the indication of the drug: "co-amoxiclav for
/// sinusitis last spring her (lips swelled)".
static CLAUSE_AFTER_INDICATION: LazyLock<Pattern> = LazyLock::new(|| {
    let indication = any_of("allergy-conflict/reported-reaction/indication");
    let subject = any_of("allergy-conflict/reported-reaction/own-subject");
    any_case(&format!(r"^ {indication}(?: [\p{{L}}\d-]+){{0,4}}?,? {subject}$"))
});

/// Words before a drug that say that it was taken.
static TAKEN_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
    let english = forms("allergy-conflict/reported-reaction/taken-before-english");
    let spanish = forms("allergy-conflict/reported-reaction/english-spanish");
    any_case(&format!(r"\b(?:{english}|{spanish})(?: [\w,'’-]+){{0,5}}? ?[(\x22“«]?$"))
});

/// Words directly before a drug that say that the patient must not have it; they are not a denial
/// but the result of a reaction.
static MUST_NOT_HAVE_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"\b(?:{words}) (?:el |la |los |las |any |more )?$",
        words = forms("allergy-conflict/reported-reaction/must-not-have-before")
    ))
});

/// Whether the words before a drug in a sentence say that the patient must not have it.
pub(super) fn is_barred(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    MUST_NOT_HAVE_BEFORE.is_match(block.slice(Span { end: span.start, ..sentence.span }))
}

/// Words after a drug that introduce its effect.
static CAUSE_VERB_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    let dose = r"(?: \d[\w./]*(?: ?mg| ?g)?)?";
    let between = format!(
        r"(?:, [^,.;:]{{3,50}},)? ?(?:(?:{words})\b[ ,]*){{0,3}}",
        words = forms("allergy-conflict/reported-reaction/dose-between")
    );
    let verbs = format!(r"(?:{words})\b", words = forms("allergy-conflict/reported-reaction/between-verbs"));
    any_case(&format!(
        r"^[)\x22”»]?{dose}[ ,]*{between}(?:{verbs}|->|-->|→|=>|⇒)|^ ?\((?:label(?:led)?(?: as)?:? ?)?allerg(?:y|ic)\b"
    ))
});

/// Words after several drugs that attribute the following reaction to each of them: "aspirin and
/// naproxen both bring on".
static EACH_CAUSED: LazyLock<Pattern> = LazyLock::new(|| {
    let english = format!(
        r"(?:(?:{words1}) )*(?:{words2})\b",
        words1 = forms("allergy-conflict/reported-reaction/each-caused-english"),
        words2 = forms("allergy-conflict/reported-reaction/each-caused-english-2")
    );
    let spanish = r"(?:(?:ambos|ambas|los dos|las dos|todos|siempre|ya|han|le|me|les) )*(?:(?:caus|provoc|desencaden)(?:an|aron|aban|ado)|produ(?:cen|jeron|c[ií]an|cido)|(?:dan|dieron|daban|dado)|(?:hacen|hicieron))\b";
    any_case(&format!(r"^[)\x22”»]?[ ,]*(?:{english}|{spanish})"))
});

/// Returns the index of the last drug of an enumeration that begins with the drug `nth` and shares
/// one verb of causation; `nth` itself without such a verb.
pub(super) fn end_of_causes(
    block: &BlockContext<'_>,
    sentence: Sentence,
    named: &[Mention],
    nth: usize,
) -> usize {
    static ROW_LINK: LazyLock<Pattern> =
        LazyLock::new(|| any_case(r"^ ?(?:,|/|\+|&)? ?(?:and|or|y|e|o|u)?(?: (?:the|el|la|los|las))? ?$"));
    let gap = |one: &Mention, other: &Mention| {
        block.slice(Span { start: one.span.end.min(other.span.start), end: other.span.start })
    };
    let mut last = nth;
    while let (Some(one), Some(other)) = (named.get(last), named.get(last + 1)) {
        let between = gap(one, other);
        if between.is_empty() || !ROW_LINK.is_match(between) {
            break;
        }
        last += 1;
    }
    let behind = named.get(last).map(|one| block.slice(Span { start: one.span.end, ..sentence.span }));
    if last > nth && behind.is_some_and(|behind| EACH_CAUSED.is_match(behind)) { last } else { nth }
}

/// Words between a drug and a reaction that mean that the drug was stopped because of it:
/// "carbamazepine, stopped for DRESS".
static STOPPED_FOR: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"\b(?:{words1})\b[^.;:]{{0,30}}\b(?:{words2})\b(?: (?:he|she|they|the patient|the child|el paciente|la paciente))?(?: (?:{words3})){{0,3}} ?(?:[\w ]{{0,20}}, ?)?$",
        words1 = forms("allergy-conflict/reported-reaction/stopped-for"),
        words2 = forms("allergy-conflict/reported-reaction/stopped-for-2"),
        words3 = forms("allergy-conflict/reported-reaction/stopped-for-3")
    ))
});

/// Words from a drug to a reaction in brackets or after a dash that mean that the drug was stopped:
/// "carbamazepine discontinued 2016 (SJS)".
static STOPPED_WITH: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"^[ ,(:–—-]*(?:(?:was|had to be|fue|the|course|infusion|treatment|el|tratamiento|ciclo) ){{0,3}}(?:stopped|discontinued|withdrawn|abandoned|aborted|interrupted|suspendid[oa]|retirad[oa]|interrumpid[oa])(?: (?:{words}))*[ ,]*[(:,–—-] ?$",
        words = forms("allergy-conflict/reported-reaction/stopped-with")
    ))
});

/// Words before a drug that mean that it was stopped.
static STOPPED_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"\b(?:{words})(?: (?:the|her|his|el|la|su|all))? $",
        words = forms("allergy-conflict/reported-reaction/stopped-before")
    ))
});

/// Words from a stopped drug to the reaction that was the reason.
static STOP_REASON_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"^[^.;:]{{0,30}}(?:\b(?:{words1})\b(?: (?:{words2})){{0,3}}|[(:–—-]) ?$",
        words1 = forms("allergy-conflict/reported-reaction/stop-reason-behind"),
        words2 = forms("allergy-conflict/reported-reaction/stop-reason-behind-2")
    ))
});

/// Words directly after a drug that give the time of intake, before the reaction: "flucloxacillin
/// as a toddler, lips like sausages".
static TIME_TAKEN_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"^[ ,(]*(?:{words})\)?[ ,:;–—-]",
        words = forms("allergy-conflict/reported-reaction/time-taken-behind")
    ))
});

/// Words directly after a reaction that mean that it existed before the drug, or improved with it.
static EARLIER_OR_BETTER_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"^[^.;,]{{0,25}}\b(?:{words})\b",
        words = forms("allergy-conflict/reported-reaction/earlier-or-better-behind")
    ))
});

/// Words between a reaction and the drug after it that make the drug its cause.
static CAUSED_BY: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&forms("allergy-conflict/reported-reaction/caused-by")));

/// Words that may separate a drug from its reaction in a list: "ceftriaxone, first dose, arrested",
/// "gentamicin IV 2019 – urticaria". They may only describe how and when it was given, the severity
/// of the reaction, and what accompanied it: "codeine: nausea and rash".
static SIDE_BY_SIDE: LazyLock<Pattern> = LazyLock::new(|| {
    let when = forms("allergy-conflict/reported-reaction/side-by-side-when");
    let how = forms("allergy-conflict/reported-reaction/when-how");
    let mild = forms("allergy-conflict/reported-reaction/how-mild");
    let bad = forms("allergy-conflict/reported-reaction/mild-bad");
    any_case(&format!(r"^(?:[\s,:(\[–—=→>/-]|\b(?:{when}|{how}|{bad}|{mild})\b)*$"))
});

/// Beginnings of names of drugs that treat allergic conditions, so that a reaction next to them is
/// an indication: "cetirizine (urticaria)".
static ALLERGY_TREATMENTS: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"^(?:{words})",
        words = forms("allergy-conflict/reported-reaction/allergy-treatments")
    ))
});

/// Returns the reactions that a text describes, with places relative to it.
fn reactions_in(text: &str) -> Vec<(std::ops::Range<usize>, bool)> {
    let mut out: Vec<(std::ops::Range<usize>, bool)> = Vec::new();
    for (found, is_severe) in SEVERE_REACTION
        .find_iter(text)
        .map(|found| (found, true))
        .chain(ALLERGIC_REACTION.find_iter(text).map(|found| (found, false)))
    {
        let before = text.get(..found.start()).unwrap_or_default();
        if !DENIED_OR_POSSIBLE_BEFORE.is_match(before) {
            out.push((found.range(), is_severe));
        }
    }
    out
}

/// Returns the reactions of the patient that a sentence describes.
pub(super) fn reported_reactions_in(block: &BlockContext<'_>, sentence: Sentence) -> Vec<ReportedReaction> {
    let start = sentence.span.start as usize;
    let all = reactions_in(block.slice(sentence.span)).into_iter().map(|(range, is_severe)| {
        ReportedReaction { span: Span::new(start + range.start, start + range.end), is_severe }
    });
    all.filter(|one| assertion::within(block, sentence, one.span).experiencer == Experiencer::Patient)
        .collect()
}

/// Returns the first reaction that a sentence describes as new: it did not exist before, and did
/// not improve with the drug.
pub(super) fn new_in(block: &BlockContext<'_>, sentence: Sentence) -> Option<ReportedReaction> {
    let is_new = |one: &ReportedReaction| {
        !EARLIER_OR_BETTER_BEHIND.is_match(block.slice(Span { start: one.span.end, ..sentence.span }))
    };
    reported_reactions_in(block, sentence).into_iter().find(is_new)
}

/// The maximum distance from a drug to the reaction after it, in bytes.
const MAX_GAP_BYTES: u32 = 90;

/// Returns the reaction that the drug at `span` caused according to the sentence; `next` is the
/// place of the next drug.
pub(super) fn caused(
    block: &BlockContext<'_>,
    sentence: Sentence,
    span: Span,
    next: Option<u32>,
) -> Option<ReportedReaction> {
    let told = reported_reactions_in(block, sentence);
    let before = block.slice(Span { end: span.start, ..sentence.span });
    let behind = block.slice(Span { start: span.end, ..sentence.span });
    let is_taken = TAKEN_BEFORE.is_match(before);
    let leads = CAUSE_VERB_BEHIND.is_match(behind)
        || EACH_CAUSED.is_match(behind)
        || TIME_TAKEN_BEHIND.is_match(behind);
    let is_stopped = STOPPED_BEFORE.is_match(before);
    told.into_iter().find(|one| {
        let rest = block.slice(Span { start: one.span.end, ..sentence.span });
        if EARLIER_OR_BETTER_BEHIND.is_match(rest) {
            return false;
        }
        if one.span.start >= span.end {
            let gap = block.slice(Span { start: span.end, end: one.span.start });
            let is_side_by_side = gap.contains([',', ':', '(', '[', '–', '—', '=', '→', '>', '-'])
                && SIDE_BY_SIDE.is_match(gap)
                && !ALLERGY_TREATMENTS.is_match(block.slice(span));
            one.span.start - span.end <= MAX_GAP_BYTES
                && next.is_none_or(|next| next >= one.span.start)
                && !gap.contains(';')
                && (STOPPED_FOR.is_match(gap)
                    || STOPPED_WITH.is_match(gap) && !ALLERGY_TREATMENTS.is_match(block.slice(span))
                    || is_stopped && STOP_REASON_BEHIND.is_match(gap)
                    || is_side_by_side
                    || (!DRUG_GIVEN_FOR_REACTION.is_match(gap)
                        || REACTION_FOLLOWED.is_match(gap)
                        || CLAUSE_AFTER_INDICATION.is_match(&joined(gap)) && !gap.contains("because"))
                        && (leads || is_taken))
        } else if one.span.end <= span.start {
            CAUSED_BY.is_match(block.slice(Span { start: one.span.end, end: span.start }))
        } else {
            false
        }
    })
}

/// Whether a sentence says that the drug at `span`, the last in it, was taken at another time, so
/// that a reaction in the next sentence refers to it: "Took clindamycin once. Ended up covered in
/// welts."
pub(super) fn tells_of_taking(block: &BlockContext<'_>, sentence: Sentence, span: Span) -> bool {
    static TOOK_DRUG: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"\b(?:{words})\b[^.;]{{0,40}}$",
            words = forms("allergy-conflict/reported-reaction/took-drug")
        ))
    });
    let before = block.slice(Span { end: span.start, ..sentence.span });
    let behind = block.slice(Span { start: span.end, ..sentence.span });
    TOOK_DRUG.is_match(before) && !DRUG_GIVEN_FOR_REACTION.is_match(behind) && !behind.contains(';')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reactions_are_read_in_whatever_words() {
        for (text, severe) in [
            ("her face went puffy", false),
            ("his lips ballooned", false),
            ("I came up in bumps all over my arms", false),
            ("covered in red welts", false),
            ("se le pusieron los ojos hinchados y ronchas", false),
            ("her tongue swelled", true),
            ("my throat was closing", true),
            ("he could hardly breathe and passed out", true),
            ("the skin of his hands peeled", true),
            ("se le cerró la garganta", true),
            ("no podía ni respirar", true),
        ] {
            let found = reactions_in(text);
            assert!(!found.is_empty(), "{text}");
            assert_eq!(found.iter().any(|(_, is_severe)| *is_severe), severe, "{text}");
        }
        for text in [
            "no rash and no swelling of the face",
            "watch for hives",
            "she denies any rash",
            "return if your face swells",
            "sin urticaria",
            "knee swollen",
            "puede aparecer urticaria",
        ] {
            assert!(reactions_in(text).is_empty(), "{text}");
        }
    }
}
