//! Statements about a patient that exclude each other: habits, allergies, life and death, sex and organs.

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::analysis::terms::Term;
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use regex::Regex;
use std::sync::{Arc, LazyLock};

/// What a note says of the patient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    NeverSmoked,
    Smokes,
    NoDrugAllergy,
    Died,
    ComesBack,
    Man,
    Woman,
    /// An organ, an operation or a state that only women have, as a rule.
    OfWomen,
    /// The same of men.
    OfMen,
    He,
    She,
    /// The patient is transgender: sex and organs are no contradiction.
    Transgender,
}

/// How many places of one claim are kept.
const MAX_PLACES: usize = 2;

/// The claims of a block or a draft, in the order of the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims(Vec<(Claim, Span)>);

impl Claims {
    fn add(&mut self, claim: Claim, span: Span) {
        // The first and the last place are enough to say what stands before what.
        let mut known = self.0.iter().enumerate().filter(|(_, (known, _))| *known == claim);
        let last = known.by_ref().nth(MAX_PLACES - 1).map(|(index, _)| index);
        if let Some(last) = last {
            self.0.remove(last);
        }
        self.0.push((claim, span));
    }

    fn first(&self, wanted: Claim) -> Option<Span> {
        self.0.iter().find(|(claim, _)| *claim == wanted).map(|(_, span)| *span)
    }

    fn last(&self, wanted: Claim) -> Option<Span> {
        self.0.iter().rev().find(|(claim, _)| *claim == wanted).map(|(_, span)| *span)
    }

    fn has(&self, wanted: Claim) -> bool {
        self.first(wanted).is_some()
    }
}

/// Gathers the claims of a draft.
struct ClaimScan;

impl Scan for ClaimScan {
    type State = ();
    type Summary = Claims;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Claims, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Claims> = block.fact(claims_in);
            for (claim, span) in &here.0 {
                summary.add(*claim, span.shift(block.start));
            }
        }
    }
}

fn pattern(text: &str) -> Option<Regex> {
    Regex::new(text).ok()
}

/// Patterns over the text in lower case; accents stay.
static PATTERNS: LazyLock<Vec<(Claim, Regex)>> = LazyLock::new(|| {
    let all = [
        (
            Claim::NeverSmoked,
            r"\bnever[- ]smoke[rd]?\b|\blife(?:long|time) non[- ]?smoker\b|\bnon[- ]?smoker\b|\bhas never smoked\b|\bnever used tobacco\b|\bno fumador[a]?\b|\bnunca (?:ha )?fum(?:ado|ó|ador|adora)\b|\bsin hábito tabáquico\b|\bno hábitos tóxicos\b|\bsin hábitos tóxicos\b",
        ),
        (
            Claim::Smokes,
            r"\b(?:[1-9][0-9]*(?:\.[0-9]+)?)[- ]?pack[- ]?(?:year|yr)s?\b|\b(?:[1-9][0-9]*) ?(?:paquetes?|paq)[-/ ]?(?:año|a)s?\b|\bíndice (?:paquetes?[-/]año|tabáquico) (?:de )?[1-9]|\bcurrent(?:ly)? smok(?:er|es)\b|\b(?:he|she|patient) smokes\b|\bsmokes [0-9a-z]+ (?:cigarettes|packs?)\b|\bactive smoker\b|\bheavy smoker\b|\bformer smoker\b|\bex-smoker\b|\b[1-9][0-9]* cigarettes (?:per|a) day\b|\bfumador[a]? (?:de|activ[oa]|habitual|actual|important|sever)|\bex ?-?fumador[a]?\b|\bfuma [0-9]|\b[1-9][0-9]* cig(?:arrillos|arros)?[ /](?:al )?día\b|\bfumador[a]?,? [1-9]",
        ),
        (
            Claim::Died,
            r"\b(?:patient|he|she) (?:died|expired|passed away|was pronounced dead|was declared dead)\b|\bpronounced dead\b|\btime of death\b|\bdate of death\b|\bel paciente falleci[oó]\b|\bla paciente falleci[oó]\b|\bfallec(?:e|ió|iendo) (?:el|la) paciente\b|\bse certifica (?:el )?(?:exitus|éxitus|fallecimiento)\b|\b(?:exitus|éxitus) letalis\b|\bes exitus\b|\bes éxitus\b|\bhora del fallecimiento\b|\bpatient is deceased\b",
        ),
        (
            Claim::ComesBack,
            r"\bfollow[- ]?up (?:in|with|at|on|visit in|appointment)\b|\breturn (?:to clinic )?in [0-9a-z]+ (?:day|week|month)|\bdischarged? (?:to )?home\b|\bsee (?:him|her|the patient) (?:back )?in\b|\bcontrol en [0-9a-z]+ (?:día|semana|mes)|\brevisión en (?:consultas?|[0-9a-z]+ (?:día|semana|mes))|\balta a(?:l)? domicilio\b|\bacudirá a (?:consultas?|revisión|control)\b|\bcita en [0-9a-z]+ (?:día|semana|mes)|\bseguimiento en consultas\b",
        ),
        (
            Claim::Man,
            r"\b[0-9]{1,3}[- ]?(?:year|yr|y)s?[-/. ]?(?:old|o)?\.?[- ](?:[a-z-]+ ){0,3}(?:man|male|gentleman|boy)\b|\b[0-9]{1,3} ?yom\b|\b[0-9]{2}m (?:with|who|presents)|\b(?:sex|gender): ?(?:male|m)\b|\bsexo: ?(?:hombre|var[oó]n|masculino|masc|h)\b|\bvar[oó]n de [0-9]+|\bhombre de [0-9]+|\bniño de [0-9]+|\bpaciente var[oó]n\b|\bpaciente de sexo masculino\b|\b(?:a|elderly|male) (?:man|gentleman) (?:with|who)\b|\bmale patient\b",
        ),
        (
            Claim::Woman,
            r"\b[0-9]{1,3}[- ]?(?:year|yr|y)s?[-/. ]?(?:old|o)?\.?[- ](?:[a-z-]+ ){0,3}(?:woman|female|lady|girl)\b|\b[0-9]{1,3} ?yof\b|\b[0-9]{2}f (?:with|who|presents)|\b(?:sex|gender): ?(?:female|f)\b|\bsexo: ?(?:mujer|hembra|femenino|fem)\b|\bmujer de [0-9]+|\bniña de [0-9]+|\bpaciente mujer\b|\bpaciente de sexo femenino\b|\b(?:a|elderly) (?:woman|lady) (?:with|who)\b|\bfemale patient\b",
        ),
        (
            Claim::OfWomen,
            r"\bhysterectom(?:y|ized)\b|\bhisterectom(?:ía|ia|izada)\b|\boophorectomy\b|\booforectom[ií]a\b|\bsalpingo-?oophorectomy\b|\banexectom[ií]a\b|\b(?:cervical|pap) smear\b|\bcitolog[ií]a cervical\b|\bpregnan(?:t|cy)\b|\bembarazad[ao]\b|\bembarazo\b|\bgestante\b|\bgravida\b|\bg[0-9]{1,2} ?p[0-9]{1,2}(?: ?a[0-9])?\b|\bmenopaus(?:e|al|ia|ica)\b|\bpostmenopausal\b|\bmenarche\b|\bmenarquia\b|\but(?:erus|erine fibroids?)\b|\b[uú]tero\b|\bovarian (?:cyst|mass|torsion|cancer)\b|\bquiste (?:de )?ov[aá]ric?o\b|\bquiste ovárico\b|\bvaginal (?:delivery|bleeding|discharge|exam)\b|\bsangrado vaginal\b|\bmetrorragia\b|\bces[aá]rea\b|\bc(?:a)?esarean\b|\bc-section\b|\blmp\b|\bfur:|\bfecha de [uú]ltima regla\b|\bendometri(?:osis|al)\b|\bamenorr(?:h)?ea\b|\bmioma(?:s)? uterinos?\b|\bcervix\b|\bcérvix uterino\b|\bpreeclampsia\b|\beclampsia\b|\bpolycystic ovar|\bovario poliquístico\b",
        ),
        (
            Claim::OfMen,
            r"\bprostatectom(?:y|ía|ia)\b|\bprostate\b|\bpr[oó]stata\b|\bprostatic\b|\bprostatitis\b|\bhiperplasia benigna de pr[oó]stata\b|\bhbp\b|\bbph\b|\bvasectom(?:y|ía|ia)\b|\btestic(?:le|les|ular)\b|\btest[ií]culos?\b|\bpsa\b|\borchiectomy\b|\borquiectom[ií]a\b|\borquidectom[ií]a\b|\bscrot(?:um|al)\b|\bescroto\b|\berectile dysfunction\b|\bdisfunción eréctil\b|\bpen(?:is|ile)\b|\bpene\b|\bturp\b|\brtu de próstata\b|\bepididymitis\b|\bepididimitis\b|\bvaricoc[eo]le\b",
        ),
        (
            Claim::Transgender,
            r"\btrans(?:gender|sexual|género|genero)\b|\btrans (?:man|woman|male|female|hombre|mujer)\b|\b(?:mtf|ftm)\b|\bassigned (?:male|female) at birth\b|\bintersex\b|\bgender[- ](?:affirming|identity|dysphoria)\b|\bdisforia de género\b|\bmujer trans\b|\bhombre trans\b|\bnon-?binary\b",
        ),
    ];
    all.into_iter().filter_map(|(claim, text)| Some((claim, pattern(text)?))).collect()
});

/// Words of a sentence that speak of other people.
const OTHERS: &[&str] = &[
    "wife",
    "husband",
    "partner",
    "spouse",
    "girlfriend",
    "boyfriend",
    "mother",
    "father",
    "sister",
    "brother",
    "daughter",
    "son",
    "aunt",
    "uncle",
    "grandmother",
    "grandfather",
    "friend",
    "neighbor",
    "neighbour",
    "baby",
    "newborn",
    "infant",
    "donor",
    "caregiver",
    "nurse",
    "dr",
    "doctor",
    "physician",
    "surgeon",
    "cousin",
    "niece",
    "nephew",
    "mom",
    "dad",
    "parents",
    "family",
    "fetus",
    "foetus",
    "esposa",
    "esposo",
    "marido",
    "mujer e",
    "pareja",
    "novia",
    "novio",
    "madre",
    "padre",
    "hermana",
    "hermano",
    "hija",
    "hijo",
    "tia",
    "tio",
    "abuela",
    "abuelo",
    "amiga",
    "amigo",
    "recien",
    "neonato",
    "feto",
    "cuidadora",
    "cuidador",
    "donante",
    "familia",
    "familiar",
    "familiares",
    "conyuge",
    "suegra",
    "prima",
    "primo",
    "sobrina",
    "nieta",
    "nieto",
];

fn speaks_of_others(folded: &str) -> bool {
    folded.split(|c: char| !c.is_alphanumeric()).any(|word| OTHERS.contains(&word))
}

/// Words of a sentence that tell how the patient was born.
fn tells_of_birth(folded: &str) -> bool {
    [
        "born ",
        "birth",
        "delivered by",
        "delivered via",
        "nacid",
        "nacio",
        "nacimiento",
        "parto eutocico",
        "gestacion de",
        "semanas de gestacion",
        "weeks gestation",
        "weeks' gestation",
        "gestational age",
        "edad gestacional",
        "perinatal",
        "producto de",
        "tras embarazo",
        "embarazo controlado",
        "pregnancy was",
        "uncomplicated pregnancy",
        "full term",
        "preterm",
        "apgar",
        "birthweight",
        "a termino",
        "embarazo normal",
        "uneventful pregnancy",
        "embarazo y parto",
        "parto ",
    ]
    .iter()
    .any(|word| folded.contains(word))
}

fn claims_in(block: &BlockContext<'_>) -> Claims {
    let mut out = Claims::default();
    for sentence in block.sentences() {
        let lower = block.slice(sentence.span).to_lowercase();
        // Offsets hold only where lower case is as long.
        if lower.len() != block.slice(sentence.span).len() {
            continue;
        }
        let folded = fold(&lower);
        let section = block.section_at(sentence.span.start as usize);
        let of_others = section == Section::FamilyHistory || speaks_of_others(&folded);
        for (claim, pattern) in PATTERNS.iter() {
            let Some(found) = pattern.find_iter(&lower).find(|found| {
                let at = sentence.span.start as usize;
                let span = Span::new(at + found.start(), at + found.end());
                counts(block, *sentence, *claim, span, &folded, of_others)
            }) else {
                continue;
            };
            let at = sentence.span.start as usize;
            out.add(*claim, Span::new(at + found.start(), at + found.end()));
        }
        if let Some(none) = block.terms_in(sentence.span, |term| term == Term::NoAllergy).next() {
            let excepted = ["except", "salvo", "other than", "apart from", "aparte de", "but", "pero"];
            let is_of_food = ["food", "aliment", "seasonal", "environmental", "ambiental"]
                .iter()
                .any(|word| folded.contains(word));
            if !of_others && !is_of_food && !excepted.iter().any(|word| folded.contains(word)) {
                out.add(Claim::NoDrugAllergy, none.span);
            }
        }
        pronoun(block, *sentence, &folded, &mut out);
    }
    out
}

/// Whether words that fit a claim make it.
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
        // "Ages of the patient" stand in the sentence that also names who came along.
        Claim::Man | Claim::Woman => {
            let said = assertion::within(block, sentence, span);
            let leads = span.start - sentence.span.start <= 40;
            return said.experiencer == Experiencer::Patient && (!of_others || leads);
        }
        _ if of_others => return false,
        _ => {}
    }
    let said = assertion::within(block, sentence, span);
    if said.experiencer == Experiencer::Relative {
        return false;
    }
    match claim {
        Claim::OfWomen | Claim::OfMen => {
            // "Benign hyperplasia" is none the less one; "PSA pending" is ordered for this patient all the same.
            let is_benign = said.cue.is_some_and(|cue| fold(block.slice(cue)).starts_with("benign"));
            !tells_of_birth(folded) && (is_benign || !matches!(said.state, State::Negated | State::Uncertain))
        }
        Claim::Smokes => {
            ![
                "passive",
                "secondhand",
                "second-hand",
                "second hand",
                "exposure",
                "pasivo",
                "marijuana",
                "cannabis",
                "vape",
                "marihuana",
            ]
            .iter()
            .any(|word| folded.contains(word))
                && (said.state != State::Negated || folded.contains("never"))
                && !folded.contains("no fumador")
                && !folded.contains("denies")
        }
        // "Never smoker" is negated by its own word.
        Claim::NeverSmoked => {
            !folded.contains("drug") || folded.contains("smok") || folded.contains("tobacco")
        }
        Claim::Died => !matches!(said.state, State::Negated | State::Uncertain),
        Claim::ComesBack => {
            let section = block.section_at(span.start as usize);
            !matches!(said.state, State::Negated)
                && (section.is_plan() || matches!(section, Section::FollowUp | Section::Other))
        }
        _ => true,
    }
}

/// "He", "She", "El paciente", "La paciente" at the beginning of a sentence in a block about nobody else.
fn pronoun(block: &BlockContext<'_>, sentence: Sentence, folded: &str, out: &mut Claims) {
    let claim = if folded.starts_with("he ") {
        Claim::He
    } else if folded.starts_with("she ") {
        Claim::She
    } else {
        return;
    };
    if speaks_of_others(&fold(block.text())) {
        return;
    }
    let len = if claim == Claim::He { 2 } else { 3 };
    out.add(claim, Span::new(sentence.span.start as usize, sentence.span.start as usize + len));
}

/// The claims of a draft.
fn of(draft: &Draft<'_>) -> Claims {
    let mut all = Claims::default();
    for group in draft.scan::<ClaimScan>(()) {
        for (claim, span) in &group.summary.0 {
            all.add(*claim, span.shift(group.start));
        }
    }
    all
}

/// One remark about two places.
fn remark(
    draft: &Draft<'_>,
    here: Span,
    there: Span,
    english: &str,
    spanish: &str,
    severity: Severity,
) -> Remark {
    let (this, that) = (draft.text(here).unwrap_or_default(), draft.text(there).unwrap_or_default());
    let (message, other) = if draft.is_spanish() {
        (format!("«{this}» y «{that}»: {spanish} Compruebe los dos lugares."), "el otro lugar")
    } else {
        (format!("“{this}” and “{that}”: {english} Check both places."), "the other place")
    };
    Remark::new(here, message).with_severity(severity).with_related(there, other)
}

/// Statements that exclude each other, drug allergies apart.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let claims = of(draft);
    let mut out = Vec::new();
    if let (Some(never), Some(smokes)) = (claims.first(Claim::NeverSmoked), claims.first(Claim::Smokes)) {
        let (first, second) = if never.start < smokes.start { (never, smokes) } else { (smokes, never) };
        out.push(remark(
            draft,
            second,
            first,
            "the patient never smoked in one place and smoked in the other.",
            "en un lugar el paciente nunca ha fumado y en el otro sí.",
            Severity::Warning,
        ));
    }
    if let (Some(died), Some(back)) = (claims.first(Claim::Died), claims.last(Claim::ComesBack))
        && back.start > died.start
    {
        out.push(remark(
            draft,
            back,
            died,
            "the note tells of the patient's death and then plans for the patient.",
            "la nota da al paciente por fallecido y después lo cita o le da el alta.",
            Severity::Warning,
        ));
    }
    out.extend(sex(draft, &claims));
    out
}

/// The sex of the patient against organs, operations and pronouns.
fn sex(draft: &Draft<'_>, claims: &Claims) -> Vec<Remark> {
    // A note about two people, a mother and her child, and one about a transgender patient are passed over.
    let (at, is_man) = match (claims.first(Claim::Man), claims.first(Claim::Woman)) {
        _ if claims.has(Claim::Transgender) => return Vec::new(),
        (Some(at), None) => (at, true),
        (None, Some(at)) => (at, false),
        (Some(man), Some(woman)) => {
            let (first, second) = if man.start < woman.start { (man, woman) } else { (woman, man) };
            // A child beside an adult is another person.
            let is_child = |span: Span| {
                let text = fold(draft.text(span).unwrap_or_default());
                ["boy", "girl", "nino", "nina"].iter().any(|word| text.contains(word))
            };
            if is_child(first) || is_child(second) {
                return Vec::new();
            }
            return vec![remark(
                draft,
                second,
                first,
                "the patient is a man in one place and a woman in the other.",
                "el paciente es varón en un lugar y mujer en el otro.",
                Severity::Information,
            )];
        }
        (None, None) => return Vec::new(),
    };
    let (organ, pronoun) = if is_man { (Claim::OfWomen, Claim::She) } else { (Claim::OfMen, Claim::He) };
    let mut out = Vec::new();
    if let Some(organ) = claims.first(organ) {
        let (english, spanish) = if is_man {
            ("the note calls the patient a man.", "la nota dice que el paciente es varón.")
        } else {
            ("the note calls the patient a woman.", "la nota dice que la paciente es mujer.")
        };
        out.push(remark(draft, organ, at, english, spanish, Severity::Warning));
    }
    // One slip of the tongue in a note that otherwise has the other pronoun, or none.
    if let Some(pronoun) = claims.first(pronoun).filter(|pronoun| pronoun.start > at.start) {
        out.push(remark(
            draft,
            pronoun,
            at,
            "the pronoun does not go with the patient's sex.",
            "el pronombre no concuerda con el sexo del paciente.",
            Severity::Information,
        ));
    }
    out
}

/// Where a note says that there is no drug allergy.
pub(super) fn no_allergy(draft: &Draft<'_>) -> Option<Span> {
    of(draft).first(Claim::NoDrugAllergy)
}
