//! Whether a draft is a whole paper, and where its abstract, its body and its sections are.

use crate::analysis::topics::Topics;
use crate::{BlockContext, Draft, OpaqueKind};
use referee_bibliography::Identifier;
use referee_syntax::{Format, Heading, Target};
use referee_text::{Span, fold};
use std::ops::Deref;
use std::sync::Arc;

/// The parts of a paper in the order of research.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Chapter {
    Introduction,
    Methods,
    Results,
    Discussion,
}

impl Chapter {
    /// All, in order.
    pub(crate) const ALL: [Chapter; 4] =
        [Chapter::Introduction, Chapter::Methods, Chapter::Results, Chapter::Discussion];

    /// Its heading.
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

/// What a heading begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begins {
    Abstract,
    Chapters(&'static [Chapter]),
    References,
}

/// What the words of a heading say.
fn begins(heading: &str) -> Option<Begins> {
    use Chapter::{Discussion, Introduction, Methods, Results};
    let folded = fold::title(heading);
    let words: Vec<&str> =
        folded.split(' ').filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit())).collect();
    if words.is_empty() || words.len() > 6 {
        return None;
    }
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    if words.len() <= 2 && has(&["abstract", "summary", "resumen"]) {
        return Some(Begins::Abstract);
    }
    if words.len() <= 3 && has(&["references", "bibliography", "referencias", "bibliografia"]) {
        return Some(Begins::References);
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
        return Some(Begins::Chapters(&[Results, Discussion]));
    }
    if methods && results {
        return Some(Begins::Chapters(&[Methods, Results]));
    }
    if methods {
        return Some(Begins::Chapters(&[Methods]));
    }
    if results {
        return Some(Begins::Chapters(&[Results]));
    }
    if discussion {
        return Some(Begins::Chapters(&[Discussion]));
    }
    has(&["introduction", "background", "introduccion", "antecedentes"])
        .then_some(Begins::Chapters(&[Introduction]))
}

/// What each heading of a passage begins, and whether it is in Spanish.
struct Read(Vec<(Option<Begins>, bool)>);

impl Read {
    fn of(passage: &BlockContext<'_>) -> Read {
        let read = |heading: &Heading| (begins(&heading.text), is_spanish(&heading.text));
        Read(passage.headings().iter().map(read).collect())
    }
}

/// Whether the name of a chapter is in Spanish.
fn is_spanish(heading: &str) -> bool {
    let folded = heading.to_lowercase();
    let told = ["ción", "métod", "metod", "resultad", "discusi", "antecedente"];
    told.iter().any(|word| folded.contains(word)) && !folded.contains("method")
}

/// What a passage of a paper belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The title, the authors, front matter.
    Front,
    Abstract,
    Body(Option<Chapter>),
    References,
}

/// A chapter that the paper has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Had {
    pub(crate) chapter: Chapter,
    /// Its heading in the file.
    pub(crate) heading: Span,
    /// The level of its heading.
    pub(crate) level: u8,
    /// How many bytes of text it has.
    pub(crate) bytes: usize,
}

/// A draft, looked at as a paper.
pub(crate) struct Paper<'a> {
    draft: Draft<'a>,
    shape: Arc<Shape>,
}

/// What a draft is as a paper: worked out once for all rules.
pub(crate) struct Shape {
    /// What each passage belongs to.
    roles: Vec<Role>,
    pub(crate) chapters: Vec<Had>,
    /// The first heading of the file.
    pub(crate) first_heading: Option<Span>,
    /// Where the list of references begins, or the end of the file.
    pub(crate) end: usize,
    /// The text of `abstract:` in the front matter, by its place in the file.
    pub(crate) front_abstract: Option<Span>,
    pub(crate) has_references: bool,
    pub(crate) spanish: bool,
    bytes: usize,
    format: Format,
}

/// A paper shorter than this is still being written.
const LEAST_BYTES: usize = 1_200;
/// A chapter shorter than this has only its heading yet.
const LEAST_CHAPTER: usize = 40;

impl Deref for Paper<'_> {
    type Target = Shape;

    fn deref(&self) -> &Shape {
        &self.shape
    }
}

impl Shape {
    fn of(draft: Draft<'_>) -> Shape {
        let mut paper = Shape {
            roles: Vec::new(),
            chapters: Vec::new(),
            first_heading: None,
            end: 0,
            front_abstract: None,
            has_references: false,
            spanish: false,
            bytes: 0,
            format: draft.format,
        };
        let mut role = Role::Front;
        let mut abstract_level = None;
        let mut in_environment = false;
        let mut end_of_list = None;
        let mut spanish = 0_i32;
        for passage in draft.passages() {
            let start = passage.start;
            let len = passage.text().len();
            if passage.opaque().iter().any(|opaque| opaque.kind == OpaqueKind::FrontMatter) {
                paper.front_abstract = paper.front_abstract.or_else(|| front_abstract(passage.text(), start));
            }
            let headings = passage.headings();
            let read = match headings {
                [] => None,
                _ => Some(passage.fact(Read::of)),
            };
            let read = read.as_ref().map_or(&[][..], |read| &read.0);
            for (heading, (begins, is_spanish)) in headings.iter().zip(read) {
                let span = heading.span.shift(start);
                paper.first_heading.get_or_insert(span);
                match (*begins, abstract_level) {
                    // The headings of a structured abstract are below that of the abstract.
                    (_, Some(level)) if heading.level > level => {}
                    (Some(Begins::Abstract), _) => {
                        abstract_level = Some(heading.level);
                        role = Role::Abstract;
                    }
                    (Some(Begins::Chapters(chapters)), _) => {
                        abstract_level = None;
                        role = Role::Body(chapters.first().copied());
                        for chapter in chapters {
                            paper.chapters.push(Had {
                                chapter: *chapter,
                                heading: span,
                                level: heading.level,
                                bytes: 0,
                            });
                        }
                        spanish += if *is_spanish { 1 } else { -1 };
                    }
                    (Some(Begins::References), _) => {
                        abstract_level = None;
                        role = Role::References;
                        paper.has_references = true;
                        end_of_list.get_or_insert(span.start as usize);
                    }
                    (None, _) => {
                        abstract_level = None;
                        let top = paper.chapters.last().map_or(0, |had| had.level);
                        if heading.level <= top || !matches!(role, Role::Body(_)) {
                            role = if paper.chapters.is_empty() && role == Role::Front {
                                Role::Front
                            } else {
                                Role::Body(None)
                            };
                        }
                    }
                }
            }
            if passage.format() == Format::Latex && passage.text().contains("\\begin{abstract}") {
                in_environment = true;
            }
            let here = if in_environment {
                Role::Abstract
            } else if passage.in_references {
                Role::References
            } else {
                role
            };
            if in_environment && passage.text().contains("\\end{abstract}") {
                in_environment = false;
            }
            if here == Role::References {
                paper.has_references = true;
                end_of_list.get_or_insert(start);
            }
            if matches!(here, Role::Body(_)) && passage.is_prose() && !passage.is_heading() {
                paper.bytes += len;
                if let Role::Body(Some(_)) = here {
                    let heading = paper.chapters.last().map(|had| had.heading);
                    // One heading may begin two chapters.
                    let own = paper.chapters.iter_mut().rev().take_while(|had| Some(had.heading) == heading);
                    own.for_each(|had| had.bytes += len);
                }
            }
            paper.end = start + len;
            paper.roles.push(here);
        }
        paper.end = end_of_list.unwrap_or(paper.end);
        paper.spanish = spanish > 0;
        paper
    }
}

impl<'a> Paper<'a> {
    /// Looks at a draft.
    pub(crate) fn of(draft: &Draft<'a>) -> Paper<'a> {
        Paper { draft: *draft, shape: draft.fact(Shape::of) }
    }

    /// The passages, and what each belongs to.
    pub(crate) fn passages(&self) -> impl Iterator<Item = (BlockContext<'a>, Role)> {
        self.draft.passages().zip(self.shape.roles.iter().copied())
    }

    /// Whether a chapter is there and has text.
    pub(crate) fn has(&self, chapter: Chapter) -> bool {
        self.chapters.iter().any(|had| had.chapter == chapter && had.bytes >= LEAST_CHAPTER)
    }

    /// Whether there is an abstract.
    pub(crate) fn has_abstract(&self) -> bool {
        self.front_abstract.is_some() || self.roles.contains(&Role::Abstract)
    }

    /// Whether it cites something or lists references.
    pub(crate) fn cites(&self) -> bool {
        self.has_references || self.draft.passages().any(|passage| !passage.citations().is_empty())
    }

    /// Whether it is long enough to be more than a plan.
    pub(crate) fn is_written(&self) -> bool {
        self.bytes >= LEAST_BYTES
    }

    /// Whether it is a whole paper with methods, results and their discussion.
    pub(crate) fn is_whole(&self) -> bool {
        [Chapter::Methods, Chapter::Results, Chapter::Discussion].iter().all(|chapter| self.has(*chapter))
            && self.is_written()
            && self.cites()
    }

    /// What the paper speaks of outside of its list of references.
    pub(crate) fn topics(&self) -> Topics {
        self.topics_where(|role| role != Role::References)
    }

    /// What the passages of some roles speak of.
    pub(crate) fn topics_where(&self, wanted: impl Fn(Role) -> bool) -> Topics {
        self.passages()
            .filter(|(_, role)| wanted(*role))
            .fold(Topics::default(), |all, (passage, _)| all.and(passage.topics()))
    }

    /// Whether the number of a registered trial stands outside of the list of references.
    pub(crate) fn names_registration(&self) -> bool {
        self.passages().filter(|(_, role)| *role != Role::References).any(|(passage, _)| {
            passage.citations().iter().any(|citation| {
                matches!(&citation.target, Target::Identifier(Identifier::Trial(_)))
                    || matches!(&citation.target, Target::Malformed(..))
            })
        })
    }

    /// A heading in the format of the draft.
    pub(crate) fn heading(&self, level: u8, name: &str) -> String {
        match self.format {
            Format::Latex => match level {
                0..=3 => format!("\\section{{{name}}}"),
                4 => format!("\\subsection{{{name}}}"),
                _ => format!("\\subsubsection{{{name}}}"),
            },
            Format::Typst => format!("{} {name}", "=".repeat(usize::from(level.clamp(1, 6)))),
            Format::PlainText => name.to_uppercase(),
            _ => format!("{} {name}", "#".repeat(usize::from(level.clamp(1, 6)))),
        }
    }

    /// The level of the headings of chapters.
    pub(crate) fn level(&self) -> u8 {
        let fallback = if self.format == Format::Latex { 3 } else { 1 };
        self.chapters.first().map_or(fallback, |had| had.level)
    }

    /// Where findings about the whole paper are shown.
    pub(crate) fn anchor(&self) -> Span {
        let heading = self.draft.passages().find_map(|passage| {
            let heading = passage.headings().first()?;
            Some(heading.span.shift(passage.start))
        });
        heading.unwrap_or(Span::at(0))
    }
}

/// The text behind `abstract:` in front matter.
fn front_abstract(text: &str, start: usize) -> Option<Span> {
    let at = if text.starts_with("abstract:") { 0 } else { text.find("\nabstract:")? + 1 };
    let from = at + "abstract:".len();
    let mut to = from;
    for (number, line) in text.get(from..)?.split_inclusive('\n').enumerate() {
        let goes_on = number == 0 || line.starts_with([' ', '\t']) || line.trim().is_empty();
        if !goes_on {
            break;
        }
        to += line.len();
    }
    let inside = text.get(from..to)?;
    (inside.len() > 80).then(|| Span::new(start + from, start + to))
}

#[cfg(test)]
pub(crate) mod samples {
    //! Short papers that are whole, for the tests of the rules.

    /// Sentences that say nothing in particular.
    pub(crate) fn filler(sentences: usize) -> String {
        "The measurements were repeated on another day and gave the same order of the groups as before. "
            .repeat(sentences)
    }

    /// A whole paper in Markdown.
    pub(crate) fn paper(abstract_: &str, methods: &str, results: &str, end: &str) -> String {
        format!(
            "# On something\n\n## Abstract\n\n{abstract_}\n\n## Introduction\n\n{}\n\n## Methods\n\n{methods}\n\n## Results\n\n{results} {}\n\n## Discussion\n\n{}\n\n{end}\n\n## References\n\n1. Roe J. On sleep. J Test. 2019;1:2-3.\n",
            filler(4),
            filler(5),
            filler(6)
        )
    }

    /// A whole paper in Spanish.
    pub(crate) fn articulo(resumen: &str, metodos: &str, resultados: &str, fin: &str) -> String {
        let texto = "Las mediciones se repitieron otro día y dieron el mismo orden de los grupos que antes. ";
        format!(
            "# Sobre algo\n\n## Resumen\n\n{resumen}\n\n## Introducción\n\n{}\n\n## Métodos\n\n{metodos}\n\n## Resultados\n\n{resultados} {}\n\n## Discusión\n\n{}\n\n{fin}\n\n## Referencias\n\n1. Roe J. On sleep. J Test. 2019;1:2-3.\n",
            texto.repeat(4),
            texto.repeat(5),
            texto.repeat(6)
        )
    }
}
