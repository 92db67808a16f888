//! Names the text that was written, for the message to the author.

use crate::section::messages::papers;
use referee_research::deliverable::Deliverable;
use referee_research::run::ResearchResult;
use referee_text::Language;

/// Returns the text that was written and its basis: `the summary (47 papers read, 12 cited)`.
pub(crate) fn written(
    language: Language,
    deliverable: &Deliverable,
    result: &ResearchResult,
    cited: usize,
) -> String {
    let what = match deliverable {
        Deliverable::Hypotheses => match result.outcome.assessment.hypotheses.len() {
            1 => language.pick("1 hypothesis", "1 hipótesis").to_owned(),
            more => language.pick(format!("{more} hypotheses"), format!("{more} hipótesis")),
        },
        Deliverable::Report => language.pick("the report", "el informe").to_owned(),
        Deliverable::Section(section) => section_name(language, section),
    };
    let papers = papers(language, result.outcome.counted_works());
    language.pick(
        format!("{what} ({papers} read, {cited} cited)"),
        format!("{what} ({papers} consultados, {cited} citados)"),
    )
}

/// Returns the name of a section of a report within a sentence.
fn section_name(language: Language, section: &str) -> String {
    let (english, spanish) = match section {
        "summary" => ("the summary", "el resumen"),
        "question" => ("the question", "la pregunta"),
        "methodology" => ("the methodology", "la metodología"),
        "hypotheses" => ("the hypotheses", "las hipótesis"),
        "mechanistic" => ("the mechanistic findings", "los resultados mecanísticos"),
        "clinical" => ("the clinical findings", "los resultados clínicos"),
        "candidates" => ("the candidates", "los candidatos"),
        "limitations" => ("the limitations", "las limitaciones"),
        "conclusion" => ("the conclusion", "la conclusión"),
        "references" => ("the references", "las referencias"),
        other => return language.pick(format!("the section “{other}”"), format!("la sección «{other}»")),
    };
    language.pick(english, spanish).to_owned()
}
