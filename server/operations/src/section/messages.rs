//! Messages to the author about a page: why it was not written, and what was written before.

use referee_records::source_name;
use referee_research::deliverable::Deliverable;
use referee_research::run::ResearchResult;
use referee_syntax::{Provenance, WrittenPassage};
use referee_text::{Language, Message};

/// Returns the reason why there is nothing to write from, and the next step; `None` if there is
/// evidence.
#[must_use]
pub fn no_evidence(result: &ResearchResult) -> Option<Message> {
    let outcome = &result.outcome;
    if !outcome.evidence.is_empty() {
        return None;
    }
    let failures = |language: Language| -> Vec<String> {
        let failed =
            outcome.searches.iter().filter_map(|one| Some((&one.asked.source, one.asked.problem.as_ref()?)));
        failed.map(|(source, why)| format!("{} {why}", source_name(language, source))).collect()
    };
    let count = failures(Language::English).len();
    Some(if count > 0 && count == outcome.searches.len() {
        let [english, spanish] = [Language::English, Language::Spanish].map(|one| failures(one).join("; "));
        Message::new(
            format!(
                "No evidence collected: the search failed ({english}); nothing was written. Try again later."
            ),
            format!(
                "No se reunió evidencia: la búsqueda falló ({spanish}); no se escribió nada. Inténtelo más tarde."
            ),
        )
    } else {
        let question = &outcome.question;
        Message::new(
            format!(
                "No evidence collected: no paper was found for “{question}”; nothing was written. Ask in other words, import records, or allow online searches (the command referee.allowNetwork)."
            ),
            format!(
                "No se reunió evidencia: no se encontró ningún artículo para «{question}»; no se escribió nada. Pregunte con otras palabras, importe registros o permita las búsquedas en línea (el comando referee.allowNetwork)."
            ),
        )
    })
}

/// Returns the reason why nothing is written although there is evidence, and the next step; `None`
/// if there is something to write.
pub(crate) fn nothing_to_write(deliverable: &Deliverable, result: &ResearchResult) -> Option<Message> {
    let outcome = &result.outcome;
    let works = outcome.counted_works();
    let none = *deliverable == Deliverable::Hypotheses && outcome.assessment.hypotheses.is_empty();
    if !none && deliverable.has_nothing_to_cite(result) {
        return Some(nothing_to_cite(result));
    }
    none.then(|| {
        let unknown = &outcome.assessment.unknown_names;
        Message::written(|language| {
            let papers = papers(language, works);
            match not_in_vocabulary(language, unknown) {
                Some(why) => language.pick(
                    format!("No hypothesis found in the {papers}: {why}; nothing was written."),
                    format!("Ninguna hipótesis en los {papers}: {why}; no se escribió nada."),
                ),
                None => language.pick(
                    format!(
                        "No hypothesis was found in the {papers}; nothing was written. Ask about a drug and a disease, or search online for more."
                    ),
                    format!(
                        "Con {papers} no se puede formular ninguna hipótesis; no se escribió nada. Pregunte por un fármaco y una enfermedad, o busque más en línea."
                    ),
                ),
            }
        })
    })
}

/// Returns the clause that these words of a question are unknown: `“DEHP” is not in the vocabulary`; `None` if all
/// are known.
fn not_in_vocabulary(language: Language, unknown: &[String]) -> Option<String> {
    let quoted: Vec<String> =
        unknown.iter().map(|name| language.pick(format!("“{name}”"), format!("«{name}»"))).collect();
    match quoted.as_slice() {
        [] => None,
        [one] => Some(
            language
                .pick(format!("{one} is not in the vocabulary"), format!("{one} no está en el vocabulario")),
        ),
        [first @ .., last] => {
            let first = first.join(", ");
            Some(language.pick(
                format!("{first} and {last} are not in the vocabulary"),
                format!("{first} y {last} no están en el vocabulario"),
            ))
        }
    }
}

/// Returns the message for a text that would cite no work: what was searched and found, and what is missing.
fn nothing_to_cite(result: &ResearchResult) -> Message {
    let outcome = &result.outcome;
    let mut asked: Vec<&str> = outcome.searches.iter().map(|one| one.asked.source.as_str()).collect();
    asked.sort_unstable();
    asked.dedup();
    let searches = outcome.searches.len();
    let named = outcome.on_question.len();
    let works = outcome.counted_works();
    let unknown = &outcome.assessment.unknown_names;
    let gap = outcome.judgement.missing.first().or(outcome.assessment.knowledge_gaps.first());
    let question = &outcome.question;
    Message::written(|language| {
        let sources = asked.iter().map(|name| source_name(language, name)).collect::<Vec<_>>().join(", ");
        let found = papers(language, works);
        // The editor offers to add an unknown word, so the sentence does not explain how.
        let missing = match (not_in_vocabulary(language, unknown), gap) {
            (Some(why), _) => format!(" {why}."),
            (None, Some(gap)) => {
                let missing = language.pick("Missing", "Falta");
                format!(" {missing}: {}.", gap.trim_end_matches('.'))
            }
            (None, None) => String::new(),
        };
        language.pick(
            format!(
                "Nothing to cite on “{question}”; nothing was written. Searched: {sources} ({searches} searches). Found: {found}, of which {named} mention the terms of the question; no sentence states a result for this text.{missing}"
            ),
            format!(
                "No hay nada que citar sobre «{question}»; no se escribió nada. Se buscó en: {sources} ({searches} búsquedas). Se encontró: {found}, de los que {named} mencionan los términos de la pregunta; ninguna frase indica un resultado para este texto.{missing}"
            ),
        )
    })
}

/// Formats a number of papers in words.
pub(crate) fn papers(language: Language, count: usize) -> String {
    match count {
        1 => language.pick("1 paper", "1 artículo").to_owned(),
        _ => language.pick(format!("{count} papers"), format!("{count} artículos")),
    }
}

/// Returns the message about a passage that was already written at the same place for the same
/// question.
#[must_use]
pub fn written_before(language: Language, passage: &WrittenPassage) -> String {
    let Provenance { date, works, .. } = &passage.provenance;
    let from = works.map_or_else(String::new, |works| {
        let papers = papers(language, works);
        language.pick(format!(" from {papers}"), format!(" a partir de {papers}"))
    });
    language.pick(
        format!(
            "This was written here before, on {date}{from}. Nothing was written; refresh it with the command referee.refreshSection."
        ),
        format!(
            "Esto ya se escribió aquí, el {date}{from}. No se escribió nada; actualícelo con el comando referee.refreshSection."
        ),
    )
}
