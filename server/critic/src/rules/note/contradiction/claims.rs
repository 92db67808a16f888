//! Contradictory statements about a patient: habits, allergies, life and death, sex and organs.

mod claim;
mod claim_list;
mod habits;
mod other_people;
mod patterns;
mod pronoun;
mod remark;
mod sex;
mod wording;

use super::kinds;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::analysis::terms::Term;
use crate::pattern::word_list;
use crate::rules::medication::is_of_mum;
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
pub(super) use claim::Claim;
use claim_list::ClaimList;
pub(super) use other_people::speaks_of_relatives as names_relatives;
use other_people::{speaks_of_others, speaks_of_relatives, tells_of_birth};
use patterns::PATTERNS;
pub(super) use pronoun::is_signature;
pub(super) use pronoun::names_relative_of;
use pronoun::pronoun;
use referee_findings::{Remark, Severity};
use referee_text::Span;
use remark::remark;
use sex::sex;
use std::sync::Arc;
pub(super) use wording::without_household;
use wording::{
    is_behind_a_death, is_gauge, speaks_of_no_drug_or_excepts, tells_when, up_to_clause_end,
    without_bystanders, words_of,
};

/// Collects the claims of a draft.
struct ClaimScan;

impl Scan for ClaimScan {
    type State = ();
    type Summary = ClaimList;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut ClaimList, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<ClaimList> = block.fact(claims_in);
            for (claim, span) in &here.0 {
                summary.add(*claim, span.shift(block.start));
            }
        }
    }
}

fn claims_in(block: &BlockContext<'_>) -> ClaimList {
    let mut out = ClaimList::default();
    for sentence in block.sentences() {
        let lower = block.slice(sentence.span).to_lowercase();
        // Offsets are valid only if lower case has the same length.
        if lower.len() != block.slice(sentence.span).len() {
            continue;
        }
        let folded = fold(&lower);
        let section = block.section_at(sentence.span.start as usize);
        let of_others = section == Section::FamilyHistory || speaks_of_others(&without_household(&folded));
        // "Pronounced 22:41, family present": bystanders did not die.
        let death_of_others = of_others && speaks_of_relatives(&without_bystanders(&folded));
        for (claim, pattern) in PATTERNS.matching(&lower) {
            let Some(found) = pattern.find_iter(&lower).find(|found| {
                let at = sentence.span.start as usize;
                let span = Span::new(at + found.start(), at + found.end());
                let of_others = match claim {
                    // "The patient died at the family's request": only a person mentioned before the verb may have
                    // died.
                    Claim::Died => {
                        death_of_others
                            && speaks_of_relatives(&fold(lower.get(..found.end()).unwrap_or_default()))
                    }
                    // "Su primer hijo nació en 2021": the person born then is her child.
                    Claim::WasPregnant if section != Section::FamilyHistory => {
                        speaks_of_relatives(&fold(lower.get(..found.start()).unwrap_or_default()))
                    }
                    // "Discharged home with his wife": the wife is not readmitted.
                    Claim::ComesBack if section != Section::FamilyHistory => {
                        speaks_of_relatives(&fold(lower.get(..found.end()).unwrap_or_default()))
                    }
                    // A person mentioned after the habit, in another clause, does not have it.
                    Claim::Smokes
                    | Claim::SmokesNow
                    | Claim::StoppedSmoking
                    | Claim::DoesNotSmoke
                    | Claim::NeverSmoked
                        if section != Section::FamilyHistory =>
                    {
                        let clause = up_to_clause_end(&folded, &lower, found.end());
                        let clause = &*without_household(clause);
                        speaks_of_relatives(clause)
                            || ["af:", "af de", "fh:", "fhx"].iter().any(|name| clause.contains(name))
                    }
                    _ => of_others,
                };
                counts(block, *sentence, *claim, span, &folded, of_others)
            }) else {
                continue;
            };
            let at = sentence.span.start as usize;
            // "Mujer de 30 años. Varón de 30 años (su pareja)": an accompanying person.
            let other = match claim {
                Claim::Man => Claim::Woman,
                Claim::Woman => Claim::Man,
                _ => Claim::Transgender,
            };
            if of_others && matches!(claim, Claim::Man | Claim::Woman) && out.has(other) {
                continue;
            }
            out.add(*claim, Span::new(at + found.start(), at + found.end()));
        }
        if let Some(never) = answers_never_to_smoking(block, *sentence) {
            out.add(Claim::NeverSmoked, never);
        }
        if let Some(none) = block.terms_in(sentence.span, |term| term == Term::NoAllergy).next()
            && !of_others
            && !speaks_of_no_drug_or_excepts(&fold(field_around(block.slice(sentence.span), none.span, sentence.span)))
            // "Mum: no known drug allergies" in her baby's note.
            && assertion::within(block, *sentence, none.span).experiencer == Experiencer::Patient
            && !is_of_mum(block, none.span)
            // "Confirmed by the daughter, who herself is NKDA".
            && !["who herself", "who himself", "she herself", "he himself", "ella misma", "el mismo"]
                .iter()
                .any(|words| folded.contains(words))
        {
            out.add(Claim::NoDrugAllergy, none.span);
        }
        pronoun(block, *sentence, &mut out);
    }
    out
}

/// The field of a form around a place of a sentence: "ALLERGY: NKDA     ASA 2     Fasted: food 22:00" has three.
fn field_around(text: &str, place: Span, sentence: Span) -> &str {
    const WIDE: &str = "   ";
    let at = (place.start - sentence.start) as usize;
    let start = text.get(..at).and_then(|ahead| ahead.rfind(WIDE)).map_or(0, |at| at + WIDE.len());
    let end = text.get(at..).and_then(|rest| rest.find(WIDE)).map_or(text.len(), |end| at + end);
    text.get(start..end).unwrap_or(text)
}

/// "Do you smoke? Never in my life.": a questionnaire answer.
fn answers_never_to_smoking(block: &BlockContext<'_>, sentence: Sentence) -> Option<Span> {
    let answer = fold(block.slice(sentence.span));
    let word = ["never", "nunca", "jamas"].into_iter().find(|word| answer.starts_with(word))?;
    let before = fold(block.slice(Span { start: 0, end: sentence.span.start }));
    let question = before.trim_end().strip_suffix('?')?;
    let is_asked =
        ["smoke", "smoked", "tobacco", "smoker", "fuma", "fumado", "fumador", "fumadora", "tabaco"]
            .iter()
            .any(|end| question.ends_with(end));
    let start = sentence.span.start as usize;
    is_asked.then(|| Span::new(start, start + word.len()))
}

/// Whether words that match a claim really make it.
fn counts(
    block: &BlockContext<'_>,
    sentence: Sentence,
    claim: Claim,
    span: Span,
    folded: &str,
    of_others: bool,
) -> bool {
    match claim {
        Claim::Transgender => return true,
        // "Ages of the patient" may share a sentence with an accompanying person. "14F catheter": a gauge.
        Claim::Man | Claim::Woman if is_gauge(block, span) => return false,
        Claim::Man | Claim::Woman => {
            let leads = span.start - sentence.span.start <= 40;
            // A person mentioned before it may be meant; in "mujer, casada, dos hijos" they are mentioned after it.
            let before = fold(block.slice(Span { start: sentence.span.start, end: span.start }));
            let clause = before.rsplit([';', '.']).next().unwrap_or_default();
            let behind: String = fold(block.slice(Span { start: span.end, end: sentence.span.end }))
                .chars()
                .take(20)
                .collect();
            let is_companion = behind.trim_start().starts_with('(') && speaks_of_others(&behind);
            return !speaks_of_others(clause) && !is_companion && (!of_others || leads);
        }
        _ if of_others => return false,
        _ => {}
    }
    let said = assertion::within(block, sentence, span);
    // The clause has already decided whose habit it is.
    let is_habit = matches!(
        claim,
        Claim::Smokes | Claim::SmokesNow | Claim::StoppedSmoking | Claim::DoesNotSmoke | Claim::NeverSmoked
    );
    // Persons mentioned after a death are bystanders, and after a discharge they accompany the patient: "expired at
    // 21:45 with her daughter at bedside".
    let is_bystander = matches!(claim, Claim::Died | Claim::ComesBack)
        && block.section_at(span.start as usize) != Section::FamilyHistory
        && !speaks_of_relatives(&fold(block.slice(Span { end: span.end, ..sentence.span })));
    let is_own_child = claim == Claim::WasPregnant
        && !speaks_of_relatives(&fold(block.slice(Span { end: span.start, ..sentence.span })));
    if said.experiencer == Experiencer::Relative && !is_habit && !is_bystander && !is_own_child {
        return false;
    }
    match claim {
        Claim::OfWomen | Claim::OfMen => {
            // "Benign hyperplasia" still proves a prostate, and so do "PSA pending" and a postponed examination.
            let is_benign = said.cue.is_some_and(|cue| {
                let cue = fold(block.slice(cue));
                ["negativ", "benign", "deferred", "declined", "refused", "diferid"]
                    .iter()
                    .any(|word| cue.starts_with(word))
            });
            let shown = fold(block.slice(span));
            let is_formula = shown.starts_with('g') && shown.contains(|c: char| c.is_ascii_digit());
            let is_born = tells_of_birth(folded)
                && (!is_formula
                    || ["born", "nacid", "nacio", "weeks", "semanas"]
                        .iter()
                        .any(|word| folded.contains(word)));
            let is_like =
                block.prose().get(span.end as usize..).is_some_and(|rest| rest.starts_with("-like"));
            let is_no_answer =
                ["not applicable", "n/a", "no procede"].iter().any(|words| folded.contains(words));
            !is_born
                && !is_like
                && !is_no_answer
                && (is_benign || !matches!(said.state, State::Negated | State::Uncertain))
        }
        Claim::Smokes | Claim::SmokesNow => {
            let is_of_others_smoke =
                word_list!("contradiction/claims/counts-2").iter().any(|word| folded.contains(word));
            // "She has never smoked; he smoked 30 pack-years."
            let is_of_two = folded.contains("she ") && words_of(folded).any(|word| word == "he");
            let is_said = said.state != State::Negated || folded.contains("never");
            is_said && !is_of_others_smoke && !is_of_two
        }
        // "Never smoker" contains its own negation. What was stopped may be alcohol; reporting nothing is then the safe
        // side.
        Claim::StoppedSmoking => true,
        Claim::NeverSmoked | Claim::DoesNotSmoke => {
            // "Non-smoker since 2010", "currently a non-smoker": a former smoker.
            let stopped = [
                "now", "current", "quit", "since", "stopped", "former", "actual", "desde", "dejo", "ex-fum",
                "exfum", "x years", "ahora",
            ];
            // "Never smoked cannabis".
            let behind = fold(block.slice(Span { start: span.end, end: sentence.span.end }));
            let is_of_other =
                ["cannabis", "marijuana", "marihuana", "weed", "hashish", "hachis", "crack", "opium"]
                    .iter()
                    .any(|what| behind.trim_start().starts_with(what));
            !is_of_other && !words_of(folded).any(|word| stopped.iter().any(|stop| word.starts_with(stop)))
        }
        Claim::Drinks
            if habits::is_advised(&fold(
                block.slice(Span { start: sentence.span.start, end: span.start }),
            )) =>
        {
            false
        }
        Claim::NoAlcohol | Claim::Drinks | Claim::NoSurgery | Claim::Operated => {
            habits::is_said(claim, &said, folded) && !block.section_at(span.start as usize).is_plan()
        }
        // "No tiene cesárea previa", "VBAC not discussed in a first pregnancy".
        Claim::WasPregnant => said.state == State::Confirmed || said.state == State::Historical,
        Claim::NoDrugAllergy => !speaks_of_no_drug_or_excepts(folded),
        // "No ROSC, death verified 14:20": the negation ends at the comma.
        Claim::Died => {
            let is_apart = said.cue.is_some_and(|cue| {
                cue.end <= span.start
                    && block.slice(Span { start: cue.end, end: span.start }).contains([',', '.', ';'])
            });
            is_apart || !matches!(said.state, State::Negated | State::Uncertain)
        }
        // A planned, advised or declined operation has not happened; earlier bleeding or births do not contradict it.
        Claim::UterusRemoved => {
            let is_done = matches!(block.section_at(span.start as usize), Section::PastHistory)
                || tells_when(folded)
                || said.state == State::Historical;
            let is_of_another_time =
                word_list!("contradiction/claims/counts").iter().any(|word| folded.contains(word));
            // "Hysterectomy 2019 (benign)" was still a hysterectomy.
            let is_benign = said.cue.is_some_and(|cue| fold(block.slice(cue)).starts_with("benign"));
            is_done
                && !is_of_another_time
                && (is_benign || matches!(said.state, State::Confirmed | State::Historical))
        }
        Claim::MenstruatesOrPregnant => {
            said.state != State::Negated
                && !["before", "antes", "until", "hasta", "ectop"].iter().any(|word| folded.contains(word))
        }
        Claim::ComesBack if is_behind_a_death(folded) => false,
        Claim::ComesBack => {
            let section = block.section_at(span.start as usize);
            !matches!(said.state, State::Negated)
                && !matches!(section, Section::PastHistory | Section::SocialHistory | Section::Subjective)
        }
        _ => true,
    }
}

pub(super) fn of(draft: &Draft<'_>) -> ClaimList {
    let mut all = ClaimList::default();
    for group in draft.scan::<ClaimScan>(()) {
        for (claim, span) in &group.summary.0 {
            all.add(*claim, span.shift(group.start));
        }
    }
    all
}

/// Reports contradictory statements other than drug allergies.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let claims = of(draft);
    let mut out = Vec::new();
    if let (Some(never), Some(smokes)) = (claims.first(Claim::NeverSmoked), claims.first(Claim::Smokes)) {
        let (first, second) = if never.start < smokes.start { (never, smokes) } else { (smokes, never) };
        out.push(remark(
            draft,
            kinds::HABIT,
            second,
            first,
            "the patient never smoked in one place and smoked in the other.",
            "en un lugar el paciente nunca ha fumado y en el otro sí.",
            Severity::Warning,
        ));
    }
    // "Non-smoker" with "40 cigarettes a day", or with pack-years unless the note says that the patient stopped.
    if !claims.has(Claim::NeverSmoked)
        && !claims.has(Claim::StoppedSmoking)
        && let (Some(none), Some(smokes)) = (
            claims.first(Claim::DoesNotSmoke),
            claims.first(Claim::SmokesNow).or(claims.first(Claim::Smokes)),
        )
    {
        let (first, second) = if none.start < smokes.start { (none, smokes) } else { (smokes, none) };
        out.push(remark(
            draft,
            kinds::HABIT,
            second,
            first,
            "the patient does not smoke in one place and smokes in the other.",
            "en un lugar el paciente no fuma y en el otro sí.",
            Severity::Warning,
        ));
    }
    if let (Some(never), Some(before)) =
        (claims.first(Claim::NeverPregnant), claims.first(Claim::WasPregnant))
    {
        let (first, second) = if never.start < before.start { (never, before) } else { (before, never) };
        out.push(remark(
            draft,
            kinds::OBSTETRIC,
            second,
            first,
            "the patient was never pregnant before in one place and was in the other.",
            "en un lugar la paciente no tuvo embarazos antes y en el otro sí.",
            Severity::Warning,
        ));
    }
    for (kind, none, some, english, spanish) in [
        (
            kinds::HABIT,
            Claim::NoAlcohol,
            Claim::Drinks,
            "the patient drinks no alcohol in one place and drinks in the other.",
            "en un lugar el paciente no bebe alcohol y en el otro sí.",
        ),
        (
            kinds::SURGERY,
            Claim::NoSurgery,
            Claim::Operated,
            "previous operations are recorded in one place and denied in the other.",
            "en un lugar constan cirugías previas y en otro se niegan.",
        ),
    ] {
        if let (Some(none), Some(some)) = (claims.first(none), claims.first(some)) {
            let (first, second) = if none.start < some.start { (none, some) } else { (some, none) };
            out.push(remark(draft, kind, second, first, english, spanish, Severity::Warning));
        }
    }
    if let (Some(died), Some(back)) = (claims.first(Claim::Died), claims.last(Claim::ComesBack))
        && back.start > died.start
    {
        out.push(remark(
            draft,
            kinds::DEATH,
            back,
            died,
            "the note records the patient's death and then plans for the patient.",
            "la nota da al paciente por fallecido y después lo cita o le da el alta.",
            Severity::Warning,
        ));
    }
    if let (Some(removed), Some(present)) =
        (claims.first(Claim::UterusRemoved), claims.first(Claim::MenstruatesOrPregnant))
        && !claims.has(Claim::Transgender)
    {
        let (first, second) =
            if removed.start < present.start { (removed, present) } else { (present, removed) };
        out.push(remark(
            draft,
            kinds::OBSTETRIC,
            second,
            first,
            "after a hysterectomy neither periods nor a pregnancy are possible.",
            "tras una histerectomía no son posibles la menstruación ni el embarazo.",
            Severity::Warning,
        ));
    }
    if let (Some(never), Some(delivered)) =
        (claims.first(Claim::NeverDelivered), claims.first(Claim::Delivered))
    {
        let (first, second) =
            if never.start < delivered.start { (never, delivered) } else { (delivered, never) };
        out.push(remark(
            draft,
            kinds::OBSTETRIC,
            second,
            first,
            "the patient never gave birth in one place and did in the other.",
            "en un lugar la paciente no ha tenido partos y en el otro sí.",
            Severity::Warning,
        ));
    } else if let Some(formula) = claims.first(Claim::ImpossibleFormula) {
        let shown = draft.text(formula).unwrap_or_default();
        let message = if draft.is_spanish() {
            format!("«{shown}»: hay más partos que embarazos. Compruebe la fórmula obstétrica.")
        } else {
            format!("“{shown}”: there are more births than pregnancies. Check the obstetric formula.")
        };
        out.push(
            Remark::new(formula, message).of_kind(Some(kinds::OBSTETRIC)).with_severity(Severity::Warning),
        );
    }
    out.extend(sex(draft, &claims));
    out
}

/// Returns the place at which a note denies drug allergies.
pub(super) fn no_allergy(draft: &Draft<'_>) -> Option<Span> {
    of(draft).first(Claim::NoDrugAllergy)
}
