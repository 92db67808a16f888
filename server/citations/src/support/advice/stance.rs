//! Reads whether a note recommends a treatment, and whether a source is for or against it.

use super::names::{Treatment, keys, with_whole_vitamins};
use referee_text::sentences::sentences;
use std::collections::BTreeSet;

/// The stance of a source on a recommended treatment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AdviceStance {
    For,
    Against,
}

/// An action that a sentence of a note recommends.
#[derive(Clone, Debug)]
pub(super) struct Advice {
    pub(super) treatment: Treatment,
    /// The clause that contains the advice.
    pub(super) clause: String,
}

const ADVICE_VERBS: &str = "give|start|commence|offer|add|prescribe|continue|begin|initiate|use|administer|consider|recommend|advise|suggest|prefer|refer(?:red)? (?:him |her |them |the patient )?for|resuscitate with|treat with|treat|request|order|load with|cover with|maintain on";

// Forms that introduce the recommended treatment.
pattern!(
    ADVISED_BEHIND,
    format!(
        r"(?i)(?:^|[.:;,]\s+|[-*•]\s+|\b(?:plan|then|and)\s+|\b(?:we|i)\s+(?:would\s+|will\s+|therefore\s+)?|\bto\s+(?:start|give|add|offer|continue)\s+)(?:{ADVICE_VERBS})\s+|\b(?:should|must|can|will|to)\s+(?:now\s+)?(?:{ADVICE_VERBS}|receive|have|be (?:offered|given|prescribed|started on|switched to|commenced on))\s+|\b(?:switch|change|convert)\w*\s[^.;,]*?\bto\s+|\bse (?:recomienda|indica|aconseja|prefiere|pauta|inicia|administra|añade|mantiene|propone|sugiere|prescribe)n?\s+(?:(?:iniciar|añadir|administrar|pautar|el uso de|tratar con|tratamiento con|dar|continuar con)\s+)?|(?:^|[.:;,]\s+)(?:pauto|inicio|recomiendo|indico|prescribo|añado|pautar|iniciar|administrar|dar|indicar|añadir|continuar(?: con)?|mantener|recomendamos|ofrecer|prescribir|solicitar|iniciamos|pautamos)\s+"
    )
);

// Forms that follow the recommended treatment ("X is recommended").
pattern!(
    ADVISED_BEFORE,
    r"(?i)\b(?:is|are)\s+(?:the\s+)?(?:strongly\s+|generally\s+)?(?:recommended|advised|advisable|indicated|preferred|first[- ]line|appropriate|safe|the (?:first|preferred|treatment))\b|\b(?:should|must|can|to)\s+(?:now\s+)?be\s+(?:added|used|given|started|continued|prescribed|administered|measured|initiated|considered|commenced|repeated|checked|stopped after)\b|\b(?:est[áa]n? (?:indicad|recomendad)\w+|es de elección|son de elección|debe(?:n)? (?:administrarse|usarse|iniciarse|añadirse|mantenerse|pautarse))"
);

// A drug with its amount at the start of a clause is an order.
pattern!(
    ORDERED,
    r"(?i)(?:^|[.:;]\s+|[-*•]\s+|\bplan:?\s+)((?:[\p{L}][\p{L}-]{2,}\s+){1,3}?(?:\p{Lu}\d{0,2}\s+)?)(?:\(?\d+(?:[.,]\d+)?\s*(?:mg|g|mcg|µg|μg|ug|units?|U|IU|UI|mL)\b)"
);

// Words that revoke advice, or contrast it with its source.
pattern!(
    DENYING,
    r"(?i)\b(?:no|not|never|avoid\w*|stop\w*|withh\w+|against|without|contraindicat\w*|nor|neither|cannot|declin\w*|refus\w*|unless|instead of|rather than|discontinu\w*|hold|held|omit\w*|despite|although|even though|off[- ]label|contrary|sin|nunca|evit\w*|suspend\w*|suspender|retir\w*|contraindicad\w*|ni|pese a|a pesar|aunque|en lugar de|en vez de|fuera de ficha|rechaza\w*)\b|n['’]t\b"
);

// Words and punctuation that end the phrase for a recommended treatment.
pattern!(
    END_OF_OBJECT,
    r"(?i)[,;:.()]|\b(?:for|to|in|as|because|since|until|every|at|over|which|that|who|when|if|unless|with|by|on|per|from|during|after|before|than|is|are|was|were|should|must|para|por|porque|ya que|cada|durante|hasta|en|que|si|tras|al|a|superior|como)\b|\s\d"
);

/// Returns the advice in the clauses of a sentence; empty if it gives no advice, or revokes it.
#[must_use]
pub(super) fn advised(sentence: &str) -> Vec<Advice> {
    let mut out = Vec::new();
    for clause in note_clauses(sentence) {
        if DENYING.is_match(clause) {
            continue;
        }
        let mut objects: Vec<&str> = Vec::new();
        for found in ADVISED_BEHIND.find_iter(clause) {
            let behind = clause.get(found.end()..).unwrap_or_default();
            objects.push(until_end(behind));
        }
        for found in ADVISED_BEFORE.find_iter(clause) {
            let before = clause.get(..found.start()).unwrap_or_default();
            objects.push(until_end(without_opening(before)));
        }
        objects.extend(ORDERED.captures_iter(clause).filter_map(|found| Some(found.get(1)?.as_str())));
        for object in objects {
            let treatment = Treatment::read(object);
            if !treatment.is_empty() {
                out.push(Advice { treatment, clause: clause.to_owned() });
            }
        }
    }
    out
}

/// Returns whether a sentence of a note says what should or should not be done.
#[must_use]
pub(crate) fn is_advice(sentence: &str) -> bool {
    ADVISED_BEHIND.is_match(sentence) || ADVISED_BEFORE.is_match(sentence) || ORDERED.is_match(sentence)
}

fn note_clauses(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split([';', '\n']).flat_map(|part| part.split(", but ")).flat_map(|part| part.split(" but "))
}

/// Returns the text up to the end of the phrase for a treatment.
fn until_end(text: &str) -> &str {
    END_OF_OBJECT
        .find_iter(text)
        .find(|found| found.start() > 0)
        .map_or(text, |found| text.get(..found.start()).unwrap_or(text))
}

pattern!(
    OPENING,
    r"(?i)^\s*(?:[-*•]\s*)?(?:in|for|among|with|if|when|although|while|as compared with|compared with|en|para|si|on the basis of|overall|by contrast)\b[^,]*,\s*"
);

/// Returns a clause without its opening: `In adults with asthma, …`.
fn without_opening(text: &str) -> &str {
    let end = OPENING.find(text).map_or(0, |found| found.end());
    let rest = text.get(end..).unwrap_or(text);
    // `Type 2 diabetes: fenofibrate should be added`.
    rest.rsplit([':', ';']).next().unwrap_or(rest)
}

const USE_STEMS: &str =
    "offer|giv|us|prescrib|start|initiat|recommend|administer|consider|continu|add|treat|perform";

// Forms by which a source advises against the treatment that follows.
pattern!(
    AGAINST_BEHIND,
    format!(
        r"(?i)\b(?:do not|don['’]t|must not|never)\s+(?:\w+ly\s+)?(?:{USE_STEMS})\w*\s+|\b(?:recommend|advis|caution)\w*\s+against\s+(?:the\s+)?(?:\w+ly\s+)?(?:routine\s+)?(?:use of\s+)?|(?:^|[.:;,]\s+)avoid\s+|\bevidence against (?:the )?(?:use of )?|\b(?:not|n['’]t) (?:lend )?support (?:to )?(?:the )?(?:routine )?(?:use of )?|\bno (?:\w+ )?(?:beneficial effect|benefit|advantage|role) (?:of|from|for|with)\s+|\bexceed\w* (?:the )?benefits? (?:from|of|with) (?:the )?(?:use of )?|\bno (?:se (?:recomienda|aconseja)n?|ofrecer|usar|administrar|utilizar)\s+|(?:^|[.:;,]\s+)(?:se debe )?evitar\s+"
    )
);

// Forms by which a source advises against the treatment that precedes, or reports no benefit or
// harm.
pattern!(
    AGAINST_BEFORE,
    format!(
        r"(?i)\b(?:is|are|was|were)\s+not\s+(?:\w+ly\s+)?(?:recommended|advised|indicated|appropriate|treated|given|used|offered|required|needed|warranted|justified|effective|beneficial)\b|\b(?:should|must)\s+(?:not|never)\s+(?:\w+ly\s+)?be\s+(?:\w+ly\s+)?(?:{USE_STEMS})\w*|\b(?:is|are)\s+(?:\w+ly\s+)?contraindicated\b|\b(?:should|must)\s+(?:\w+\s+)?be avoided\b|\b(?:no (?:est[áa]n? (?:indicad|recomendad)\w+|debe\w*|se (?:recomienda|aconseja)n?)|est[áa]n? contraindicad\w+|debe\w* evitarse|no (?:redujo|redujeron|mejor[óo]|mejoraron|previno|fue eficaz))"
    )
);

const NO_EFFECT_FOUND: &str = r"\b(?:did|does|do|could|was|were|had|has|is|are)\s+(?:not|no)\s+(?:\w+ly\s+)?(?:(?:be\s+)?(?:associated with|found to|shown to|result in|lead to|provide|confer|have)\s+)?(?:an?\s+|any\s+)?(?:\w+\s+){0,2}?(?:reduc|improv|prevent|lower|prolong|decreas|shorten|reliev|advantage|benefit|effective|superior|better|effect on|more effective)\w*|\b(?:was|were|is|are) (?:no better|ineffective|no more effective|inferior)\b";
const HARM_PHRASES: &str = r"\b(?:increased|increases|(?:had|was associated with|were associated with|led to|resulted in|carries|caused|causes)\s+(?:an?\s+)?(?:\w+\s+)?(?:increase[ds]?|higher|excess|greater|more|elevated))\s+(?:[\w-]+\s+){0,4}?(?:deaths?|mortality|risks?|bleeding|adverse|complications?|harms?|toxicity|events|failure|dysfunction|disability|infections?|fractures?|stroke|relapses?)\b";

pattern!(HARM_FOUND, format!("(?i){HARM_PHRASES}"));
pattern!(NO_EFFECT_BEFORE, format!(r"(?i){NO_EFFECT_FOUND}|{HARM_PHRASES}"));

// Words near a treatment that indicate another subject than giving it: resistance to it, its level,
// withholding it.
pattern!(
    NOT_GIVING,
    r"(?i)\b(?:(?:\w+-)?resist\w*|deficien\w*|insufficien\w*|low|levels?|endogenous|concentrations?|over-?us\w*|misuse\w*|abuse\w*|overdos\w*|without|withdraw\w*|discontinu\w*|cessation|stopping|interrupt\w*|lack|absence|fail\w*|delay\w*|sensitivity|intoleran\w*|non-?adheren\w*|pumps?|na[iï]ve|refractory|inadequa\w*|exposure|sin|falta|resisten\w*|d[eé]ficit|niveles?|retirada|suspensi[oó]n)\b"
);
// A harm after a treatment is not always caused by it: `kidney injury after cardiac surgery`.
pattern!(AT_ITS_TIME, r"(?i)\b(?:after|following|tras)\b");
pattern!(IN_ITS_COURSE, r"(?i)\b(?:during|durante)\b");

// A harm that precedes the group that had it.
pattern!(
    HARM_BEFORE_GROUP,
    r"(?i)\b(?:higher|increased|greater|more|an excess of|excess)\s+(?:[\w-]+\s+){0,3}?(?:deaths?|mortality|risk|bleeding|adverse events|complications?|arrhythmic events|arrhythmias|events)\s+(?:was observed\s+|were observed\s+|was seen\s+|were seen\s+|occurred\s+)?(?:in|among|with)\s+"
);

pattern!(NO_DIFFERENCE, r"(?i)\bno (?:\w+ )?(?:\w+ )?differences?\b|\bdid not differ\b");
pattern!(INACTIVE, r"(?i)\b(?:placebo|sham|usual care|standard care|no treatment|control)\b");

/// Words in favour of a treatment, unless they are denied.
const PRAISE_WORDS: &str = r"recommend(?:ed|s)?|first[- ]line|first choice|superior|more effective|effective|efficacious|efficacy|beneficial|benefits?|advantages?|improved|improves|reduced|reduces|lowered|lowers|prevented|prevents|preferred|safe|well tolerated|non-?inferior|not inferior|(?:may|can|should|could|must) be (?:used|offered|tried|considered|given|started|added|initiated|continued|administered|measured|repeated)|consider|offer|offered|fewer|less|better|equivalent|alternative|remains?|option|indicated|administered|relieve[sd]?|shortened|se recomienda|recomienda|eficaz|eficaces|superior|mejor|redujo|mejor[óo]|puede\w*|debe\w*|se administra|indicad[oa]s?|elección|valorarse|considerar";
pattern!(FOR, format!(r"(?i)\b(?:{PRAISE_WORDS})\b"));
pattern!(
    TAKEN_BACK,
    r"(?i)\b(?:no|not|nor|without|neither|never|risks?|sin|ni|little|whether|insufficient|lack of)\b"
);

// Headings of the parts of an abstract before its findings.
pattern!(
    BACKGROUND,
    r"(?i)^\s*(?:background|introduction|context|importance|objectives?|aims?|purpose|rationale|methods?|design|interventions?|setting|participants|patients and methods|antecedentes|introducción|objetivos?|métodos?|material y métodos)(?:/\w+)?\s*:"
);
pattern!(
    RESULTS,
    r"(?i)^\s*(?:results?|findings|conclusions?(?: and relevance)?|interpretation|main outcomes?[^:]*|resultados?|conclusi[óo]n(?:es)?|recommendations?|recomendaciones)\s*:"
);
pattern!(
    ASSIGNED,
    r"(?i)\b(?:assigned|randomi[sz]ed|allocated|randomi[sz]ation|whether|hypothes\w+|we (?:investigated|aimed|studied|compared|evaluated)|asignaron|se comparó)\b|\?\s*$"
);

// Phrases by which a text begins to describe its own study.
pattern!(
    OF_ITSELF,
    r"(?i)\b(?:we|our|(?:this|the present|the current) (?:\w+ )?(?:study|trial|review|analysis|meta-analysis|paper|article|report|work|survey)|(?:aim|purpose|objective|goal)s?(?: of \w+ \w+)? (?:was|were|is|are)|in (?:this|a) [^.]*?(?:study|trial)|el objetivo|este (?:estudio|ensayo|trabajo))\b"
);

pattern!(
    ADVISES,
    r"(?i)\b(?:should|must|recommend\w*|advis\w+|do not|avoid|contraindicated|indicated|offer|se recomienda|recomend\w+|debe\w*|evitar|contraindicad\w+)\b"
);

/// Returns the sentences of a source without headings, each with whether it states a finding or
/// advice. False for background and methods in an abstract with headings; in one without headings,
/// false for the sentences before it describes its own study, unless they give advice.
#[must_use]
pub(super) fn read(summary: &str) -> Vec<(&str, bool)> {
    let mut out = told_by_headings(summary);
    let has_headings = out.iter().any(|(_, is_told)| !is_told) || RESULTS.is_match(summary);
    if !has_headings && let Some(own) = out.iter().position(|(sentence, _)| OF_ITSELF.is_match(sentence)) {
        for (sentence, is_told) in out.iter_mut().take(own) {
            *is_told = ADVISES.is_match(sentence);
        }
    }
    out
}

/// Returns the sentences of a source, each with whether it is outside headings of background and
/// methods.
fn told_by_headings(summary: &str) -> Vec<(&str, bool)> {
    let mut is_background = false;
    let mut end = 0;
    let mut out = Vec::new();
    for range in sentences(summary) {
        // A heading may precede the sentence or be part of it.
        let whole = summary.get(end..range.end).unwrap_or_default().trim_start();
        end = range.end;
        if RESULTS.is_match(whole) {
            is_background = false;
        } else if BACKGROUND.is_match(whole) {
            is_background = true;
        }
        let sentence = without_label(whole);
        if !sentence.is_empty() {
            out.push((sentence, !is_background));
        }
    }
    out
}

/// Returns a sentence of an abstract without the heading before it.
fn without_label(sentence: &str) -> &str {
    let label = RESULTS.find(sentence).or_else(|| BACKGROUND.find(sentence));
    sentence.get(label.map_or(0, |label| label.end())..).unwrap_or(sentence).trim_start()
}

/// Returns the stance of a sentence of a source on a treatment; `None` if it takes none or is
/// ambiguous.
///
/// `Against` is read narrowly, only if the treatment is the subject of the statement; `For` is read
/// widely, so that a source that says both is not held against the note.
pub(super) fn stance(
    sentence: &str,
    treatment: &Treatment,
    title: &BTreeSet<String>,
    beside: &BTreeSet<String>,
) -> Option<AdviceStance> {
    let named = |text: &str| treatment.is_named(text, title);
    if !named(sentence) {
        return None;
    }
    let mut is_advised_against = false;
    let mut is_found_against = false;
    for clause in source_clauses(sentence) {
        let mut against: Vec<&str> = Vec::new();
        for found in AGAINST_BEHIND.find_iter(clause) {
            against.push(until_end_of_list(clause.get(found.end()..).unwrap_or_default()));
        }
        for found in AGAINST_BEFORE.find_iter(clause) {
            against.push(head(clause.get(..found.start()).unwrap_or_default()));
        }
        // The flag says whether it is a harm.
        let mut found_against: Vec<(&str, bool)> = Vec::new();
        for found in NO_EFFECT_BEFORE.find_iter(clause) {
            let before = clause.get(..found.start()).unwrap_or_default();
            if is_other_denial(found.as_str(), before)
                || is_hedged(before)
                || is_conceded(before)
                || is_of_anatomy(found.as_str(), clause.get(found.end()..).unwrap_or_default())
                || EQUAL.is_match(found.as_str()) && !INACTIVE.is_match(sentence)
            {
                continue;
            }
            let is_harm = HARM_FOUND.is_match(found.as_str());
            found_against.push((without_comparison(without_opening(before)), is_harm));
        }
        for found in HARM_BEFORE_GROUP.find_iter(clause) {
            found_against.push((without_comparison(clause.get(found.end()..).unwrap_or_default()), true));
        }
        if NO_DIFFERENCE.is_match(clause) && INACTIVE.is_match(sentence) {
            found_against.push((clause, false));
        }
        let is_meant = |text: &str| named(text) && is_alone(text, treatment, beside);
        is_advised_against |= against.into_iter().any(is_meant);
        is_found_against |= found_against
            .into_iter()
            .any(|(text, is_harm)| is_meant(text) && is_given(text, treatment, is_harm));
    }
    if is_advised_against {
        // `should not be used routinely but can be used if` is advice for some patients.
        let is_allowed_for_some = sentence
            .split_once(" but ")
            .is_some_and(|(_, rest)| FOR.is_match(rest) && !TAKEN_BACK.is_match(rest));
        return (!is_allowed_for_some).then_some(AdviceStance::Against);
    }
    // If a sentence reports both benefit and harm, the reader has to weigh them.
    let denied: Vec<_> = NO_EFFECT_BEFORE.find_iter(sentence).map(|found| found.range()).collect();
    let praised = FOR.find_iter(sentence).any(|found| {
        let is_denied = denied.iter().any(|denied| denied.contains(&found.start()));
        !is_denied && !is_taken_back(sentence, found.start())
    });
    match (praised, is_found_against) {
        (false, true) => Some(AdviceStance::Against),
        (true, true) => Some(AdviceStance::For),
        (praised, false) => (praised && !ASSIGNED.is_match(sentence)).then_some(AdviceStance::For),
    }
}

pattern!(
    GOES_ON,
    r"(?i)^(?:in [\w ]+?,?\s+)?(?:it|they|the drug|el fármaco)\s+(?:may|can|should|must|is|are|was|were|did|does|had|has|reduce[sd]?|improve[sd]?|puede\w*|debe\w*|se)\b"
);

/// Returns the stance of a sentence that continues the one before it about the same treatment: `In
/// adults it may be used`.
pub(super) fn stance_going_on(sentence: &str) -> Option<AdviceStance> {
    if !GOES_ON.is_match(sentence) {
        return None;
    }
    let against = AGAINST_BEFORE.find(sentence).or_else(|| NO_EFFECT_BEFORE.find(sentence));
    if against.is_some_and(|found| {
        !is_other_denial(found.as_str(), sentence.get(..found.start()).unwrap_or_default())
            && !EQUAL.is_match(found.as_str())
    }) {
        return Some(AdviceStance::Against);
    }
    let praised = FOR.find_iter(sentence).any(|found| !is_taken_back(sentence, found.start()));
    praised.then_some(AdviceStance::For)
}

// No better than another active treatment means equally good; no better than a sham means
// ineffective.
pattern!(EQUAL, r"(?i)\b(?:superior|better|more effective)\b");

/// Returns whether a denial concerns a harm, or an improvement that is awaited: `not inferior`, `if
/// there is no improvement`.
fn is_other_denial(found: &str, before: &str) -> bool {
    DENIED_HARM.is_match(found) || before.trim_end().to_lowercase().ends_with("there")
}

/// Returns whether the text before a statement marks it as a concession: `Although it increased the
/// risk of …, it …`.
fn is_conceded(before: &str) -> bool {
    let before = before.trim_start();
    ["although ", "though ", "while ", "despite ", "aunque ", "pese a "]
        .iter()
        .any(|word| before.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)))
}

/// Returns whether the `lower` at the end of a match is anatomical: `not associated with lower limb
/// ischaemia`.
fn is_of_anatomy(found: &str, behind: &str) -> bool {
    const LIMB_WORDS: &[&str] = &[
        "limb",
        "extremit",
        "leg",
        "back",
        "respiratory",
        "urinary",
        "tract",
        "abd",
        "gastro",
        "oesoph",
        "esoph",
        "lobe",
        "lip",
        "jaw",
        "third",
    ];
    let behind = behind.trim_start_matches([' ', '-']).to_lowercase();
    found.to_lowercase().ends_with("lower") && LIMB_WORDS.iter().any(|place| behind.starts_with(place))
}

/// Returns whether the text before a statement marks it as a mere possibility: `may be associated
/// with an increased risk`.
fn is_hedged(before: &str) -> bool {
    const MAX_WORDS_BACK: usize = 8;
    before.split_whitespace().rev().take(MAX_WORDS_BACK).any(|word| {
        [
            "may",
            "might",
            "could",
            "possibly",
            "potentially",
            "suspected",
            "podría",
            "podrían",
            "puede",
            "pueden",
        ]
        .contains(&word.to_lowercase().as_str())
    })
}

pattern!(DENIED_HARM, r"(?i)\bnot\b.*\b(?:inferior|increase)|\bno\b.*\bincrease");

fn is_taken_back(sentence: &str, at: usize) -> bool {
    const MAX_WORDS_BACK: usize = 4;
    let before = sentence.get(..at).unwrap_or_default();
    let from = before
        .rsplitn(MAX_WORDS_BACK + 2, ' ')
        .last()
        .map_or(0, |rest| if before.matches(' ').count() > MAX_WORDS_BACK { rest.len() } else { 0 });
    TAKEN_BACK.is_match(before.get(from..).unwrap_or_default())
}

/// Returns whether a text about a combination contains only treatments that the note has too: if
/// two drugs together had no effect, that says nothing about one of them.
fn is_alone(text: &str, treatment: &Treatment, beside: &BTreeSet<String>) -> bool {
    let lower = text.to_lowercase();
    let together = ["combination", "plus", "both", "added to", "addition of", "combinación", "combined with"];
    if !together.iter().any(|word| lower.contains(word)) {
        return true;
    }
    keys(text)
        .iter()
        .filter(|word| !word.starts_with("combin") && !word.starts_with("addition"))
        .all(|word| treatment.has(word) || beside.contains(word))
}

/// Returns whether a text is about giving a treatment, and not about resistance to it, its level or
/// withholding it.
fn is_given(text: &str, treatment: &Treatment, is_harm: bool) -> bool {
    const MAX_WORDS_BEFORE: usize = 3;
    const MAX_WORDS_BEHIND: usize = 2;
    let text = with_whole_vitamins(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let names = |word: &str| keys(word).iter().any(|key| treatment.has(key));
    !words.iter().enumerate().filter(|(_, word)| names(word)).any(|(at, _)| {
        let end = (at + MAX_WORDS_BEHIND + 1).min(words.len());
        let about = words.get(at.saturating_sub(MAX_WORDS_BEFORE)..end).unwrap_or_default().join(" ");
        NOT_GIVING.is_match(&about)
            || IN_ITS_COURSE.is_match(&about)
            || is_harm && AT_ITS_TIME.is_match(&about)
    })
}

/// Returns the head of the phrase before a verb: `The use of X in patients` is about X.
fn head(text: &str) -> &str {
    let text = without_opening(text);
    pattern!(LINK, r"(?i)\b(?:in|for|among|to|during|after|when|if|within|as|para|en|tras|durante)\b");
    LINK.find_iter(text)
        .find(|found| found.start() > 3)
        .map_or(text, |found| text.get(..found.start()).unwrap_or(text))
}

/// Returns the text after a verb, up to the words for its purpose or its patients; commas do not
/// end it.
fn until_end_of_list(text: &str) -> &str {
    pattern!(
        STOP,
        r"(?i)[;:.]|\b(?:for|to|in|as|because|since|when|if|unless|during|outside|after|before|than|or to|para|en|tras|por|durante)\b"
    );
    STOP.find(text).map_or(text, |found| text.get(..found.start()).unwrap_or(text))
}

/// Returns a text without the object of its comparison.
fn without_comparison(text: &str) -> &str {
    pattern!(
        COMPARED,
        r"(?i)\b(?:than|as compared|compared|versus|vs\.?|relative to|que con|frente a|comparado)\b"
    );
    COMPARED.find(text).map_or(text, |found| text.get(..found.start()).unwrap_or(text))
}

fn source_clauses(sentence: &str) -> Vec<&str> {
    let mut out = vec![sentence];
    for link in ["; ", ", but ", " but ", ", whereas ", ", although ", ", while ", ", and ", ", which "] {
        out = out.into_iter().flat_map(|part| part.split(link)).collect();
    }
    out
}
