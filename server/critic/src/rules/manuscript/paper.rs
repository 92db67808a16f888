//! Whether a draft is a whole paper, and where its abstract, body and sections are.

use super::chapter::{Chapter, HeadingMeaning, begins, is_spanish_heading};
use crate::analysis::topics::Topics;
use crate::{BlockContext, Draft, GroupSummary, OpaqueKind, Scan};
use referee_bibliography::Identifier;
use referee_syntax::{Format, Heading, Target};
use referee_text::Span;
use std::ops::Deref;
use std::sync::Arc;

/// The meaning of each heading in a block, and whether it is Spanish.
struct BlockHeadings(Vec<(Option<HeadingMeaning>, bool)>);

impl BlockHeadings {
    fn of(block: &BlockContext<'_>) -> BlockHeadings {
        let read = |heading: &Heading| (begins(&heading.text), is_spanish_heading(&heading.text));
        BlockHeadings(block.headings().iter().map(read).collect())
    }
}

/// The part of a paper to which a block belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The title, the authors, front matter.
    Front,
    Abstract,
    Body(Option<Chapter>),
    References,
}

impl Role {
    /// The number of roles.
    const ROLE_COUNT: usize = 8;

    fn index(self) -> usize {
        match self {
            Role::Front => 0,
            Role::Abstract => 1,
            Role::Body(None) => 2,
            Role::Body(Some(chapter)) => 3 + chapter as usize,
            Role::References => 7,
        }
    }

    /// All roles, by index.
    fn all() -> [Role; Role::ROLE_COUNT] {
        let [introduction, methods, results, discussion] =
            Chapter::ALL.map(|chapter| Role::Body(Some(chapter)));
        [
            Role::Front,
            Role::Abstract,
            Role::Body(None),
            introduction,
            methods,
            results,
            discussion,
            Role::References,
        ]
    }
}

/// The position of a block in a paper, derived from the headings before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    role: Role,
    /// The level of the abstract's heading while in the abstract.
    abstract_level: Option<u8>,
    /// Whether it is in LaTeX's `abstract` environment.
    in_environment: bool,
    /// The level of the last chapter heading.
    chapter_level: Option<u8>,
}

impl Position {
    /// The position before the first block.
    pub(crate) const START: Position =
        Position { role: Role::Front, abstract_level: None, in_environment: false, chapter_level: None };

    /// Advances past `block` and returns its role; calls `heading` for each of its headings.
    pub(crate) fn enter(
        &mut self,
        block: &BlockContext<'_>,
        mut heading: impl FnMut(&Heading, Option<HeadingMeaning>, bool),
    ) -> Role {
        if !block.headings().is_empty() {
            let read = block.fact(BlockHeadings::of);
            for (one, (begins, is_spanish)) in block.headings().iter().zip(&read.0) {
                // The headings of a structured abstract are below the abstract's heading.
                let inside = self.abstract_level.is_some_and(|level| one.level > level);
                let begins = if inside { None } else { *begins };
                heading(one, begins, *is_spanish);
                if !inside {
                    self.begin(one.level, begins);
                }
            }
        }
        if block.format() == Format::Latex && block.text().contains("\\begin{abstract}") {
            self.in_environment = true;
        }
        let here = if self.in_environment {
            Role::Abstract
        } else if block.in_references {
            Role::References
        } else {
            self.role
        };
        if self.in_environment && block.text().contains("\\end{abstract}") {
            self.in_environment = false;
        }
        here
    }

    fn begin(&mut self, level: u8, begins: Option<HeadingMeaning>) {
        self.abstract_level = (begins == Some(HeadingMeaning::Abstract)).then_some(level);
        match begins {
            Some(HeadingMeaning::Abstract) => self.role = Role::Abstract,
            Some(HeadingMeaning::Chapters(chapters)) => {
                self.role = Role::Body(chapters.first().copied());
                self.chapter_level = Some(level);
            }
            Some(HeadingMeaning::References) => self.role = Role::References,
            None => {
                let is_top = level <= self.chapter_level.unwrap_or(0);
                if is_top || !matches!(self.role, Role::Body(_)) {
                    let is_front = self.chapter_level.is_none() && self.role == Role::Front;
                    self.role = if is_front { Role::Front } else { Role::Body(None) };
                }
            }
        }
    }
}

/// A draft viewed as a paper.
pub(crate) struct Paper<'a> {
    draft: Draft<'a>,
    shape: Arc<PaperOutline>,
}

/// The outline of a draft as a paper, or the contribution of one group of blocks.
#[derive(Default)]
pub(crate) struct PaperOutline {
    /// The first heading of each chapter.
    first: [Option<Span>; Chapter::ALL.len()],
    /// The length in bytes of the longest completed chapter of each kind.
    longest: [usize; Chapter::ALL.len()],
    /// The chapters that the last chapter heading began, with their length in bytes.
    open: Option<(&'static [Chapter], usize)>,
    /// The bytes of the chapters that were open before this group.
    bytes_before: usize,
    /// The level of the first chapter's heading.
    first_level: Option<u8>,
    /// The first heading of the file.
    pub(crate) first_heading: Option<Span>,
    /// The start of the reference list.
    list_start: Option<usize>,
    /// The value of `abstract:` in the front matter, as a range in the file.
    pub(crate) front_abstract: Option<Span>,
    pub(crate) has_references: bool,
    has_abstract: bool,
    has_citations: bool,
    names_registration: bool,
    /// Spanish minus other chapter headings.
    spanish: i32,
    /// The length of the body in bytes.
    bytes: usize,
    /// The roles of the blocks, one bit each.
    roles: u8,
    /// The role of each block in the group. Empty for the whole paper.
    role_of: Vec<Role>,
    /// The groups of the whole paper. Empty for a group.
    groups: Vec<GroupSummary<PaperOutline>>,
}

/// A shorter paper is still being written.
const MIN_PAPER_BYTES: usize = 1_200;
/// A shorter chapter has only its heading so far.
const MIN_CHAPTER_BYTES: usize = 40;

impl Deref for Paper<'_> {
    type Target = PaperOutline;

    fn deref(&self) -> &PaperOutline {
        &self.shape
    }
}

impl Scan for PaperOutline {
    type State = Position;
    type Summary = PaperOutline;

    fn visit(position: &mut Position, shape: &mut PaperOutline, block: &BlockContext<'_>) {
        if block.opaque().iter().any(|opaque| opaque.kind == OpaqueKind::FrontMatter) {
            shape.front_abstract = shape.front_abstract.or_else(|| front_abstract(block.text(), block.start));
        }
        let here = position.enter(block, |heading, begins, is_spanish| {
            let span = heading.span.shift(block.start);
            shape.first_heading.get_or_insert(span);
            match begins {
                Some(HeadingMeaning::Chapters(chapters)) => {
                    shape.begin(chapters, span, heading.level);
                    shape.spanish += if is_spanish { 1 } else { -1 };
                }
                Some(HeadingMeaning::References) => {
                    shape.has_references = true;
                    shape.list_start.get_or_insert(span.start as usize);
                }
                Some(HeadingMeaning::Abstract) | None => {}
            }
        });
        shape.roles |= 1 << here.index();
        shape.role_of.push(here);
        shape.has_abstract |= here == Role::Abstract;
        shape.has_citations |= !block.citations().is_empty();
        if here == Role::References {
            shape.has_references = true;
            shape.list_start.get_or_insert(block.start);
        } else {
            shape.names_registration |= block.citations().iter().any(|citation| {
                matches!(&citation.target, Target::Identifier(Identifier::Trial(_)) | Target::Malformed(..))
            });
        }
        if let Role::Body(chapter) = here
            && block.is_prose()
            && !block.is_heading()
        {
            shape.bytes += block.text().len();
            if chapter.is_some() {
                shape.write(block.text().len());
            }
        }
    }
}

impl PaperOutline {
    fn of(draft: Draft<'_>) -> PaperOutline {
        let groups = draft.scan::<PaperOutline>(Position::START);
        let mut paper = PaperOutline::default();
        for group in &groups {
            paper.add(&group.summary, group.start);
        }
        paper.close();
        paper.groups = groups;
        paper
    }

    /// Begins one chapter, or two for a combined heading.
    fn begin(&mut self, chapters: &'static [Chapter], heading: Span, level: u8) {
        self.close();
        self.open = Some((chapters, 0));
        self.first_level.get_or_insert(level);
        for chapter in chapters {
            if let Some(first) = self.first.get_mut(*chapter as usize) {
                first.get_or_insert(heading);
            }
        }
    }

    /// Adds text to the open chapters.
    fn write(&mut self, bytes: usize) {
        match &mut self.open {
            Some((_, written)) => *written += bytes,
            None => self.bytes_before += bytes,
        }
    }

    fn close(&mut self) {
        if let Some((chapters, bytes)) = self.open.take() {
            for chapter in chapters {
                if let Some(longest) = self.longest.get_mut(*chapter as usize) {
                    *longest = bytes.max(*longest);
                }
            }
        }
    }

    /// Adds a group that begins at `start`.
    fn add(&mut self, group: &PaperOutline, start: usize) {
        self.write(group.bytes_before);
        if group.open.is_some() {
            self.close();
            self.open = group.open;
        }
        let moved = |span: Span| span.shift(start);
        for (first, other) in self.first.iter_mut().zip(group.first) {
            *first = first.or(other.map(moved));
        }
        for (longest, other) in self.longest.iter_mut().zip(group.longest) {
            *longest = other.max(*longest);
        }
        self.first_level = self.first_level.or(group.first_level);
        self.first_heading = self.first_heading.or(group.first_heading.map(moved));
        self.list_start = self.list_start.or(group.list_start.map(|at| at + start));
        self.front_abstract = self.front_abstract.or(group.front_abstract.map(moved));
        self.has_references |= group.has_references;
        self.has_abstract |= group.has_abstract;
        self.has_citations |= group.has_citations;
        self.names_registration |= group.names_registration;
        self.spanish += group.spanish;
        self.bytes += group.bytes;
        self.roles |= group.roles;
    }

    /// Whether a chapter has a heading.
    pub(crate) fn begins(&self, chapter: Chapter) -> bool {
        self.first.get(chapter as usize).is_some_and(Option::is_some)
    }

    /// Whether a chapter exists and has text.
    pub(crate) fn has(&self, chapter: Chapter) -> bool {
        self.longest.get(chapter as usize).is_some_and(|bytes| *bytes >= MIN_CHAPTER_BYTES)
    }

    /// Whether there is any chapter heading.
    pub(crate) fn has_chapters(&self) -> bool {
        self.first_level.is_some()
    }

    /// The start of the first chapter that comes after this one in research order.
    pub(crate) fn behind(&self, chapter: Chapter) -> Option<Span> {
        self.first.iter().skip(chapter as usize + 1).flatten().min().copied()
    }

    pub(crate) fn has_abstract(&self) -> bool {
        self.front_abstract.is_some() || self.has_abstract
    }

    /// Whether it has citations or a reference list.
    fn cites(&self) -> bool {
        self.has_references || self.has_citations
    }

    /// Whether it is in Spanish, by its chapter headings.
    pub(crate) fn is_spanish(&self) -> bool {
        self.spanish > 0
    }

    /// Whether it is long enough to be more than an outline.
    pub(crate) fn is_written(&self) -> bool {
        self.bytes >= MIN_PAPER_BYTES
    }

    /// Whether it is a complete paper with methods, results and discussion.
    pub(crate) fn is_whole(&self) -> bool {
        [Chapter::Methods, Chapter::Results, Chapter::Discussion].iter().all(|chapter| self.has(*chapter))
            && self.is_written()
            && self.cites()
    }

    /// Whether a trial registration number appears outside the reference list.
    pub(crate) fn names_registration(&self) -> bool {
        self.names_registration
    }

    /// The location for findings about the whole paper.
    pub(crate) fn anchor(&self) -> Span {
        self.first_heading.unwrap_or(Span::at(0))
    }
}

/// The topics of the blocks of each role.
struct TopicsByRole;

impl Scan for TopicsByRole {
    type State = Position;
    type Summary = [Topics; Role::ROLE_COUNT];

    fn visit(position: &mut Position, summary: &mut Self::Summary, block: &BlockContext<'_>) {
        let role = position.enter(block, |_, _, _| {});
        if let Some(topics) = summary.get_mut(role.index()) {
            *topics = topics.and(block.topics());
        }
    }
}

/// The topics of the blocks of each role in a whole draft.
struct TopicsOfDraft([Topics; Role::ROLE_COUNT]);

impl TopicsOfDraft {
    fn of(draft: Draft<'_>) -> TopicsOfDraft {
        let mut all = [Topics::default(); Role::ROLE_COUNT];
        for group in draft.scan::<TopicsByRole>(Position::START) {
            for (topics, other) in all.iter_mut().zip(group.summary.iter()) {
                *topics = topics.and(*other);
            }
        }
        TopicsOfDraft(all)
    }
}

impl<'a> Paper<'a> {
    /// Reads a draft as a paper.
    pub(crate) fn of(draft: &Draft<'a>) -> Paper<'a> {
        Paper { draft: *draft, shape: draft.fact(PaperOutline::of) }
    }

    /// The blocks of some roles, in order. Skips groups without them.
    pub(crate) fn blocks_of(&self, roles: &'static [Role]) -> impl Iterator<Item = (BlockContext<'a>, Role)> {
        let wanted = roles.iter().fold(0, |bits: u8, role| bits | 1 << role.index());
        let draft = self.draft;
        let groups =
            self.groups.iter().enumerate().filter(move |(_, group)| group.summary.roles & wanted != 0);
        groups.flat_map(move |(index, group)| {
            let roles_here = group.summary.role_of.iter().copied();
            draft.group(index).zip(roles_here).filter(move |(_, role)| roles.contains(role))
        })
    }

    /// The topics of the paper outside its reference list.
    pub(crate) fn topics(&self) -> Topics {
        self.topics_where(|role| role != Role::References)
    }

    /// The topics of the blocks of some roles.
    pub(crate) fn topics_where(&self, wanted: impl Fn(Role) -> bool) -> Topics {
        let all = self.draft.fact(TopicsOfDraft::of);
        let wanted = Role::all().into_iter().zip(all.0).filter(|(role, _)| wanted(*role));
        wanted.fold(Topics::default(), |sum, (_, topics)| sum.and(topics))
    }

    /// The start of the reference list, or the end of the file.
    pub(crate) fn end(&self) -> usize {
        self.list_start.unwrap_or_else(|| self.draft.end())
    }

    /// A heading in the draft's format.
    pub(crate) fn heading(&self, level: u8, name: &str) -> String {
        match self.draft.format {
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

    /// The level of chapter headings.
    pub(crate) fn level(&self) -> u8 {
        let fallback = if self.draft.format == Format::Latex { 3 } else { 1 };
        self.first_level.unwrap_or(fallback)
    }
}

/// The value of `abstract:` in front matter.
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
    //! Short complete papers for the tests of the rules.

    /// Neutral filler sentences.
    pub(crate) fn filler(sentences: usize) -> String {
        "The measurements were repeated on another day and gave the same order of the groups as before. "
            .repeat(sentences)
    }

    /// A complete paper in Markdown.
    pub(crate) fn paper(abstract_: &str, methods: &str, results: &str, end: &str) -> String {
        format!(
            "# On something\n\n## Abstract\n\n{abstract_}\n\n## Introduction\n\n{}\n\n## Methods\n\n{methods}\n\n## Results\n\n{results} {}\n\n## Discussion\n\n{}\n\n{end}\n\n## References\n\n1. Roe J. On sleep. J Test. 2019;1:2-3.\n",
            filler(4),
            filler(5),
            filler(6)
        )
    }

    /// A complete paper in Spanish.
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
