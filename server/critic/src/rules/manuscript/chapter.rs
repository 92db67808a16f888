//! The chapters of a paper, by their English and Spanish headings.

use referee_text::fold;

/// The chapters of a paper, in research order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Chapter {
    Introduction,
    Methods,
    Results,
    Discussion,
}

impl Chapter {
    /// All chapters, in the order of a paper.
    pub(crate) const ALL: [Chapter; 4] =
        [Chapter::Introduction, Chapter::Methods, Chapter::Results, Chapter::Discussion];

    /// Its usual heading in English or Spanish.
    pub(crate) fn name(self, spanish: bool) -> &'static str {
        match (self, spanish) {
            (Chapter::Introduction, false) => "Introduction",
            (Chapter::Methods, false) => "Methods",
            (Chapter::Results, false) => "Results",
            (Chapter::Discussion, false) => "Discussion",
            (Chapter::Introduction, true) => "Introducción",
            (Chapter::Methods, true) => "Métodos",
            (Chapter::Results, true) => "Resultados",
            (Chapter::Discussion, true) => "Discusión",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeadingMeaning {
    Abstract,
    /// One or two chapters: “Results and discussion” begins two.
    Chapters(&'static [Chapter]),
    References,
}

/// The meaning of a heading's words.
pub(super) fn begins(heading: &str) -> Option<HeadingMeaning> {
    use Chapter::{Discussion, Introduction, Methods, Results};
    let folded = fold::title(heading);
    let words: Vec<&str> =
        folded.split(' ').filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit())).collect();
    if words.is_empty() || words.len() > 6 {
        return None;
    }
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    if words.len() <= 2 && has(&["abstract", "summary", "resumen"]) {
        return Some(HeadingMeaning::Abstract);
    }
    if words.len() <= 3 && has(&["references", "bibliography", "referencias", "bibliografia"]) {
        return Some(HeadingMeaning::References);
    }
    let results = has(&[
        "results",
        "result",
        "findings",
        "outcomes",
        "observations",
        "resultados",
        "hallazgos",
        "observaciones",
        "experiments",
        "evaluation",
    ]);
    let discussion = has(&[
        "discussion",
        "discusion",
        "conclusion",
        "conclusions",
        "conclusiones",
        "concluding",
        "comment",
        "comentario",
        "comentarios",
        "interpretation",
        "interpretacion",
        "implications",
        "implicaciones",
    ]);
    let methods = has(&[
        "methods",
        "method",
        "methodology",
        "procedures",
        "procedure",
        "design",
        "metodos",
        "metodo",
        "metodologia",
        "procedimientos",
        "procedimiento",
        "diseno",
    ]);
    if results && discussion {
        return Some(HeadingMeaning::Chapters(&[Results, Discussion]));
    }
    if methods && results {
        return Some(HeadingMeaning::Chapters(&[Methods, Results]));
    }
    if methods {
        return Some(HeadingMeaning::Chapters(&[Methods]));
    }
    if results {
        return Some(HeadingMeaning::Chapters(&[Results]));
    }
    if discussion {
        return Some(HeadingMeaning::Chapters(&[Discussion]));
    }
    has(&["introduction", "background", "introduccion", "antecedentes"])
        .then_some(HeadingMeaning::Chapters(&[Introduction]))
}

/// Whether a chapter heading is Spanish.
pub(super) fn is_spanish_heading(heading: &str) -> bool {
    let folded = heading.to_lowercase();
    let told = ["ción", "métod", "metod", "resultad", "discusi", "antecedente"];
    told.iter().any(|word| folded.contains(word)) && !folded.contains("method")
}
