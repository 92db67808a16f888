//! Messages to the author about a page that was written, or about the reason why it was not.

use referee_research::deliverable::Deliverable;
use referee_research::run::ResearchResult;
use referee_text::{Language, Message};

/// Returns the reason why there is nothing to write from, and the next step; `None` if there is
/// evidence.
pub(super) fn no_evidence(result: &ResearchResult) -> Option<Message> {
    let outcome = &result.outcome;
    if !outcome.evidence.is_empty() {
        return None;
    }
    let failures: Vec<String> = outcome
        .searches
        .iter()
        .filter_map(|searched| {
            Some(format!("{} {}", searched.asked.source, searched.asked.problem.as_ref()?))
        })
        .collect();
    Some(if !failures.is_empty() && failures.len() == outcome.searches.len() {
        let failures = failures.join("; ");
        Message::new(
            format!(
                "No evidence collected: the search failed ({failures}); nothing was written. Try again later."
            ),
            format!(
                "No se reunió evidencia: la búsqueda falló ({failures}); no se escribió nada. Inténtelo más tarde."
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
pub(super) fn nothing_to_write(deliverable: &Deliverable, result: &ResearchResult) -> Option<Message> {
    let outcome = &result.outcome;
    let works = outcome.counted_works();
    let none = *deliverable == Deliverable::Hypotheses && outcome.assessment.hypotheses.is_empty();
    if !none && deliverable.has_nothing_to_cite(result) {
        return Some(nothing_to_cite(result));
    }
    none.then(|| {
        Message::new(
            format!(
                "No hypothesis was found in the {}; nothing was written. referee.showEvidence lists them; ask about a drug and a disease, or search online for more.",
                papers(Language::English, works)
            ),
            format!(
                "Con {} no se puede formular ninguna hipótesis; no se escribió nada. referee.showEvidence los muestra; pregunte por un fármaco y una enfermedad, o busque más en línea.",
                papers(Language::Spanish, works)
            ),
        )
    })
}

/// Returns the message for a text that would cite no work: what was searched and found, and what is missing.
fn nothing_to_cite(result: &ResearchResult) -> Message {
    let outcome = &result.outcome;
    let mut sources: Vec<&str> = outcome.searches.iter().map(|one| one.asked.source.as_str()).collect();
    sources.sort_unstable();
    sources.dedup();
    let (sources, searches) = (sources.join(", "), outcome.searches.len());
    let named = outcome.on_question.len();
    let works = outcome.counted_works();
    let missing = outcome.judgement.missing.first().or(outcome.assessment.knowledge_gaps.first());
    let (found, found_es) = (papers(Language::English, works), papers(Language::Spanish, works));
    let question = &outcome.question;
    let missing_en =
        missing.map(|missing| format!(" Missing: {}.", missing.trim_end_matches('.'))).unwrap_or_default();
    let missing_es =
        missing.map(|missing| format!(" Falta: {}.", missing.trim_end_matches('.'))).unwrap_or_default();
    Message::new(
        format!(
            "Nothing to cite on “{question}”; nothing was written. Searched: {sources} ({searches} searches). Found: {found}, of which {named} mention the terms of the question; no sentence states a result for this text.{missing_en}"
        ),
        format!(
            "No hay nada que citar sobre «{question}»; no se escribió nada. Se buscó en: {sources} ({searches} búsquedas). Se encontró: {found_es}, de los que {named} mencionan los términos de la pregunta; ninguna frase indica un resultado para este texto.{missing_es}"
        ),
    )
}

/// Returns the message about the written text and its basis.
pub(super) fn written(language: Language, deliverable: &Deliverable, result: &ResearchResult) -> String {
    let papers = papers(language, result.outcome.counted_works());
    match deliverable {
        Deliverable::Hypotheses => match result.outcome.assessment.hypotheses.len() {
            1 => language.pick(format!("1 hypothesis from {papers}"), format!("1 hipótesis de {papers}")),
            more => language
                .pick(format!("{more} hypotheses from {papers}"), format!("{more} hipótesis de {papers}")),
        },
        Deliverable::Report => {
            language.pick(format!("a report from {papers}"), format!("un informe a partir de {papers}"))
        }
        Deliverable::Section(section) => language.pick(
            format!("the section “{section}” from {papers}"),
            format!("la sección «{section}» a partir de {papers}"),
        ),
    }
}

/// Formats a number of papers in words.
pub(super) fn papers(language: Language, count: usize) -> String {
    match count {
        1 => language.pick("1 paper", "1 artículo").to_owned(),
        _ => language.pick(format!("{count} papers"), format!("{count} artículos")),
    }
}
