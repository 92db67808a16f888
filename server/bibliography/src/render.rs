//! Renders works for readers: in hover cards, completion and messages.

use crate::foreign::{Markup, foreign};
use crate::{Identifier, Name, Work, WorkKind};

/// The number of authors in the Vancouver style before "et al.".
const NAMED: usize = 6;

/// Formats the work in the Vancouver style of NLM and ICMJE, with its DOI or PMID.
#[must_use]
pub fn vancouver(work: &Work) -> String {
    let mut out = Sentences::default();
    let authors = people(&work.authors, work.authors_truncated);
    if authors.is_empty() && !work.editors.is_empty() && work.kind == WorkKind::Book {
        out.add(&format!(
            "{}, editor{}",
            people(&work.editors, false),
            if work.editors.len() == 1 { "" } else { "s" }
        ));
    } else {
        out.add(&authors);
    }
    out.add(&work.full_title().unwrap_or_default());
    match work.kind {
        WorkKind::Book | WorkKind::Report | WorkKind::Thesis => {
            if let Some(edition) = &work.edition {
                let spelled = if edition.bytes().all(|b| b.is_ascii_digit()) {
                    format!("{edition}{}", ordinal(edition))
                } else {
                    edition.clone()
                };
                out.add(&format!("{} ed", spelled.trim_end_matches('.').trim_end_matches(" ed")));
            }
            out.add(&published(work));
        }
        WorkKind::Chapter => {
            let mut book = String::from("In: ");
            if !work.editors.is_empty() {
                book.push_str(&format!(
                    "{}, editor{}. ",
                    people(&work.editors, false),
                    if work.editors.len() == 1 { "" } else { "s" }
                ));
            }
            book.push_str(work.container.as_deref().unwrap_or_default());
            out.add(book.trim());
            out.add(&published(work));
            if let Some(pages) = &work.pages {
                out.add(&format!("p. {pages}"));
            }
        }
        _ => {
            out.add(work.container_short.as_deref().or(work.container.as_deref()).unwrap_or_default());
            out.add(&imprint(work));
        }
    }
    let named = work
        .identifiers
        .doi()
        .map(|doi| format!("doi:{doi}"))
        .or_else(|| work.identifiers.pmid().map(|pmid| format!("PMID: {pmid}")));
    let other = || {
        work.identifiers
            .iter()
            .find(|id| {
                matches!(
                    id,
                    Identifier::Arxiv(..) | Identifier::Trial(_) | Identifier::Isbn(_) | Identifier::Pmcid(_)
                )
            })
            .map(ToString::to_string)
    };
    out.add(&named.or_else(other).or_else(|| work.url.clone()).unwrap_or_default());
    out.text
}

/// Formats author and year: `Knowler et al., 2002`, `Smith and Doe, 2020`,
/// `Effects of metformin, n.d.`
#[must_use]
pub fn short(work: &Work) -> String {
    let people = if work.authors.is_empty() { &work.editors } else { &work.authors };
    let who = match people.as_slice() {
        [] => shortened(work.title.as_deref().unwrap_or("untitled"), 40),
        [one] if !work.authors_truncated => surname(one),
        [one, other] if !work.authors_truncated => format!("{} and {}", surname(one), surname(other)),
        [first, ..] => format!("{} et al.", surname(first)),
    };
    match work.year() {
        Some(year) => format!("{who}, {year}"),
        None => format!("{who}, n.d."),
    }
}

/// Formats [`vancouver`] for Markdown, with markup escaped.
#[must_use]
pub fn vancouver_markdown(work: &Work) -> String {
    foreign(&vancouver(work), Markup::Markdown)
}

/// A text of consecutive sentences.
#[derive(Default)]
struct Sentences {
    text: String,
}

impl Sentences {
    /// Adds a sentence with a full stop, unless it is empty.
    fn add(&mut self, sentence: &str) {
        let sentence = sentence.trim();
        if sentence.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(sentence);
        let address =
            sentence.starts_with("doi:") || sentence.contains("://") || sentence.starts_with("PMID");
        if !sentence.ends_with(['.', '?', '!']) && !address {
            self.text.push('.');
        }
    }
}

fn people(names: &[Name], truncated: bool) -> String {
    let mut shown: Vec<String> = names.iter().take(NAMED).map(inverted).collect();
    if truncated || names.len() > NAMED {
        shown.push("et al".to_owned());
    }
    shown.join(", ")
}

/// Formats a name with the family name first: `van der Berg WC Jr`.
fn inverted(name: &Name) -> String {
    let mut out = name.surname();
    let initials = name.initials();
    if !initials.is_empty() {
        out.push(' ');
        out.push_str(&initials);
    }
    if let Name::Person { suffix, .. } = name
        && !suffix.is_empty()
    {
        out.push(' ');
        out.push_str(suffix);
    }
    out
}

fn surname(name: &Name) -> String {
    match name {
        Name::Organisation { name } => shortened(name, 40),
        person => person.surname(),
    }
}

/// Returns at most the first `limit` characters, cut between words.
fn shortened(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let head: String = text.chars().take(limit).collect();
    let cut = head.rfind(' ').filter(|at| *at > limit / 2).unwrap_or(head.len());
    format!("{}\u{2026}", head.get(..cut).unwrap_or(&head).trim_end_matches([',', ':', ';', ' ']))
}

/// Formats year, volume, issue and pages: `2002;346(6):393-403`.
fn imprint(work: &Work) -> String {
    let mut out = work.year().map(|year| year.to_string()).unwrap_or_default();
    let numbered = work.volume.is_some() || work.issue.is_some() || work.pages.is_some();
    if numbered && !out.is_empty() {
        out.push(';');
    }
    if let Some(volume) = &work.volume {
        out.push_str(volume);
    }
    if let Some(issue) = &work.issue {
        out.push_str(&format!("({issue})"));
    }
    if let Some(pages) = &work.pages {
        out.push_str(&format!(":{pages}"));
    }
    out
}

/// Formats publisher and year: `Mosby; 2002`.
fn published(work: &Work) -> String {
    match (&work.publisher, work.year()) {
        (Some(publisher), Some(year)) => format!("{publisher}; {year}"),
        (Some(publisher), None) => publisher.clone(),
        (None, Some(year)) => year.to_string(),
        (None, None) => String::new(),
    }
}

fn ordinal(number: &str) -> &'static str {
    match number.as_bytes() {
        [.., b'1', _] => "th",
        [.., b'1'] => "st",
        [.., b'2'] => "nd",
        [.., b'3'] => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Date, read_item};

    fn trial() -> Work {
        Work {
            kind: WorkKind::Article,
            title: Some("Reduction in the incidence of type 2 diabetes".into()),
            authors: [
                "Knowler W C",
                "Barrett-Connor E",
                "Fowler S E",
                "Hamman R F",
                "Lachin J M",
                "Walker E A",
                "Nathan D M",
            ]
            .iter()
            .filter_map(|name| Name::parse(name))
            .collect(),
            container: Some("The New England journal of medicine".into()),
            container_short: Some("N Engl J Med".into()),
            date: Some(Date { year: 2002, month: None, day: None }),
            volume: Some("346".into()),
            issue: Some("6".into()),
            pages: Some("393-403".into()),
            identifiers: Identifier::doi("10.1056/NEJMoa012512").into_iter().collect(),
            ..Work::default()
        }
    }

    #[test]
    fn an_article_is_written_in_the_vancouver_style() {
        let text = vancouver(&trial());
        assert_eq!(
            text,
            "Knowler WC, Barrett-Connor E, Fowler SE, Hamman RF, Lachin JM, Walker EA, et al. Reduction in the incidence of type 2 diabetes. N Engl J Med. 2002;346(6):393-403. doi:10.1056/nejmoa012512"
        );
        let back = read_item(&text).work;
        assert_eq!(
            (back.title, back.container.as_deref(), back.pages.as_deref()),
            (trial().title, Some("N Engl J Med"), Some("393-403"))
        );
    }

    #[test]
    fn books_and_chapters_name_their_publisher() {
        let mut book = Work {
            kind: WorkKind::Book,
            title: Some("Medical microbiology".into()),
            edition: Some("4".into()),
            publisher: Some("Mosby".into()),
            date: Some(Date { year: 2002, month: None, day: None }),
            editors: vec![Name::person("Murray", "P R")],
            ..Work::default()
        };
        assert_eq!(vancouver(&book), "Murray PR, editor. Medical microbiology. 4th ed. Mosby; 2002.");
        book.kind = WorkKind::Chapter;
        book.container = Some("The book".into());
        book.pages = Some("1-9".into());
        assert_eq!(
            vancouver(&book),
            "Medical microbiology. In: Murray PR, editor. The book. Mosby; 2002. p. 1-9."
        );
    }

    #[test]
    fn the_short_form_is_author_and_year() {
        let mut work = trial();
        assert_eq!(short(&work), "Knowler et al., 2002");
        work.authors.truncate(2);
        assert_eq!(short(&work), "Knowler and Barrett-Connor, 2002");
        work.authors.truncate(1);
        assert_eq!(short(&work), "Knowler, 2002");
        work.authors_truncated = true;
        assert_eq!(short(&work), "Knowler et al., 2002");
        work.authors.clear();
        work.date = None;
        assert_eq!(short(&work), "Reduction in the incidence of type 2\u{2026}, n.d.");
    }

    #[test]
    fn markup_in_a_title_is_shown_and_not_obeyed() {
        let work = Work { title: Some("A *bold* [link](x) <b>_t_</b>".into()), ..Work::default() };
        assert_eq!(vancouver_markdown(&work), r"A \*bold\* \[link\](x) \<b\>\_t\_\</b\>.");
    }
}
