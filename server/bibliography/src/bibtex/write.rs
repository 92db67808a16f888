//! Writes works as BibTeX.

use super::style::Style;
use crate::foreign::{Markup, foreign, foreign_address, inert_line};
use crate::structured::write::iso;
use crate::{FieldName, Name, Work, WorkKind};

/// Writes the work as an entry with this key, in lower case, with braces and an indent of two
/// blanks.
#[must_use]
pub fn write_bibtex(work: &Work, key: &str) -> String {
    in_style(work, key, &Style::default())
}

/// Writes the work as an entry in the style of a file.
pub(super) fn in_style(work: &Work, key: &str, style: &Style) -> String {
    let kind = entry_type(work, style.biblatex);
    style.entry(kind, key, &fields(work, kind, style.biblatex))
}

/// Returns the entry type for a kind of work.
pub(super) fn entry_type(work: &Work, biblatex: bool) -> &'static str {
    match work.kind {
        WorkKind::Article => "article",
        WorkKind::Preprint if work.identifiers.arxiv().is_none() && work.container.is_some() => "article",
        WorkKind::Preprint if biblatex => "online",
        WorkKind::ConferencePaper => "inproceedings",
        WorkKind::Book => "book",
        WorkKind::Chapter => "incollection",
        WorkKind::Thesis if biblatex => "thesis",
        WorkKind::Thesis => "phdthesis",
        WorkKind::Report if biblatex => "report",
        WorkKind::Report => "techreport",
        WorkKind::WebPage | WorkKind::Trial if biblatex => "online",
        WorkKind::Software if biblatex => "software",
        WorkKind::Dataset if biblatex => "dataset",
        WorkKind::Patent if biblatex => "patent",
        WorkKind::Unknown if work.container.is_some() => "article",
        _ => "misc",
    }
}

/// Returns the name of a field in an entry of this type.
pub(super) fn field_name(field: FieldName, kind: &str, biblatex: bool) -> &'static str {
    match field {
        FieldName::Title => "title",
        FieldName::Authors => "author",
        FieldName::Year if biblatex => "date",
        FieldName::Year => "year",
        FieldName::Journal => match kind.to_ascii_lowercase().as_str() {
            "inproceedings" | "conference" | "incollection" | "inbook" | "suppbook" | "bookinbook"
            | "inreference" | "suppcollection" => "booktitle",
            _ if biblatex => "journaltitle",
            _ => "journal",
        },
        FieldName::Volume => "volume",
        FieldName::Issue => "number",
        FieldName::Pages => "pages",
        FieldName::Doi => "doi",
        FieldName::Pmid => "pmid",
        FieldName::Pmcid => "pmcid",
        FieldName::Arxiv => "eprint",
        FieldName::Url => "url",
        FieldName::Isbn => "isbn",
    }
}

fn fields(work: &Work, kind: &str, biblatex: bool) -> Vec<(&'static str, String)> {
    let mut out: Vec<(&'static str, String)> = Vec::new();
    let text = |value: &Option<String>| value.as_deref().map(escape);
    let mut add = |name: &'static str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            out.push((name, value));
        }
    };
    add("author", value(work, FieldName::Authors));
    if !work.editors.is_empty() {
        add("editor", Some(names(&work.editors, false)));
    }
    add("title", value(work, FieldName::Title));
    let container = field_name(FieldName::Journal, kind, biblatex);
    if !matches!(kind, "book" | "thesis" | "phdthesis") {
        add(container, text(&work.container));
    }
    if biblatex && kind == "article" {
        add("shortjournal", text(&work.container_short));
    }
    let date = work.date.or(work.online_date);
    add(
        field_name(FieldName::Year, kind, biblatex),
        date.map(|date| if biblatex { iso(date) } else { date.year.to_string() }),
    );
    add("volume", text(&work.volume));
    add("number", text(&work.issue));
    add("pages", value(work, FieldName::Pages));
    add("edition", text(&work.edition));
    let publisher = match kind {
        "phdthesis" => "school",
        "techreport" | "report" | "thesis" => "institution",
        _ => "publisher",
    };
    add(publisher, text(&work.publisher));
    add("doi", value(work, FieldName::Doi));
    add("pmid", value(work, FieldName::Pmid));
    add("pmcid", value(work, FieldName::Pmcid));
    if let Some(arxiv) = value(work, FieldName::Arxiv) {
        add("eprint", Some(arxiv));
        add(if biblatex { "eprinttype" } else { "archiveprefix" }, Some("arXiv".to_owned()));
    }
    add("isbn", value(work, FieldName::Isbn));
    if work.identifiers.doi().is_none() {
        add("url", value(work, FieldName::Url));
    }
    add("langid", text(&work.language).filter(|language| language.len() > 3));
    out
}

/// Returns the value of a field of the work, in LaTeX without delimiters.
pub(super) fn value(work: &Work, field: FieldName) -> Option<String> {
    match field {
        FieldName::Title => work.full_title().map(|title| self::title(&title)),
        FieldName::Authors => {
            (!work.authors.is_empty()).then(|| names(&work.authors, work.authors_truncated))
        }
        FieldName::Year => work.year().map(|year| year.to_string()),
        FieldName::Journal => work.container.as_deref().map(escape),
        FieldName::Volume => work.volume.as_deref().map(escape),
        FieldName::Issue => work.issue.as_deref().map(escape),
        FieldName::Pages => work.pages.as_deref().map(pages),
        FieldName::Doi => work.identifiers.doi().map(foreign_address),
        FieldName::Pmid => work.identifiers.pmid().map(|number| number.to_string()),
        FieldName::Pmcid => work.identifiers.pmcid().map(|number| format!("PMC{number}")),
        FieldName::Arxiv => work.identifiers.arxiv().map(foreign_address),
        FieldName::Url => work.url.as_deref().map(foreign_address),
        FieldName::Isbn => work.identifiers.isbn().map(foreign_address),
    }
}

/// Converts a value from plain Unicode into the LaTeX of a field.
pub(super) fn encoded(field: FieldName, value: &str) -> String {
    match field {
        FieldName::Title => title(value),
        FieldName::Pages => pages(value),
        FieldName::Doi
        | FieldName::Pmid
        | FieldName::Pmcid
        | FieldName::Arxiv
        | FieldName::Url
        | FieldName::Isbn => foreign_address(value),
        _ => escape(value),
    }
}

/// Formats a range of pages with BibTeX's dash.
fn pages(value: &str) -> String {
    let plain = escape(value).replace("-{}-", "--");
    let parts: Vec<&str> = plain.split(['-', '–', '—']).filter(|part| !part.is_empty()).collect();
    let ranges = plain.contains([',', '+', ' ']);
    if let [first, last] = parts.as_slice()
        && !ranges
        && first.bytes().any(|byte| byte.is_ascii_digit())
        && last.bytes().any(|byte| byte.is_ascii_digit())
    {
        return format!("{first}--{last}");
    }
    plain
}

/// Escapes the characters that are special in LaTeX. Other characters are kept.
#[must_use]
pub fn escape(text: &str) -> String {
    foreign(text, Markup::Bibtex)
}

/// Escapes a title and puts capitals into braces that a style must not lower: those within words,
/// single letters and, in a title in sentence case, names.
fn title(text: &str) -> String {
    let text = inert_line(text);
    let words: Vec<&str> = text.split(' ').collect();
    let lowered = |word: &&str| word.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase);
    let long = || words.iter().skip(1).filter(|word| word.chars().count() > 3);
    let sentence_case = long().filter(|word| lowered(word)).count() * 2 > long().count();
    let shouted = !text.chars().any(char::is_lowercase);
    let mut out = String::with_capacity(text.len() + 16);
    let mut starts = true;
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        // `COVID-19` has two parts; a dash of two hyphens must not be split.
        let parts: Vec<&str> =
            if word.contains("--") { vec![*word] } else { word.split_inclusive('-').collect() };
        for (nth, part) in parts.into_iter().enumerate() {
            let mut letters = part.chars().filter(|c| c.is_alphanumeric());
            let first = letters.next().is_some_and(char::is_uppercase);
            let inner = letters.clone().any(char::is_uppercase);
            let single = first && letters.next().is_none() && !(starts && nth == 0);
            let name = first && sentence_case && !(starts && nth == 0);
            if !shouted && (inner || single || name) {
                out.push_str(&protected(part));
            } else {
                out.push_str(&escape(part));
            }
        }
        starts = word.ends_with([':', '.', '?', '!', '—', '–']);
    }
    out
}

/// Puts the letters of the part into braces and leaves its punctuation outside.
fn protected(part: &str) -> String {
    let start = part.find(char::is_alphanumeric).unwrap_or(0);
    let end = part
        .rfind(char::is_alphanumeric)
        .and_then(|at| part.get(at..)?.chars().next().map(|c| at + c.len_utf8()));
    let end = end.unwrap_or(part.len());
    let piece = |from: usize, to: usize| escape(part.get(from..to).unwrap_or_default());
    format!("{}{{{}}}{}", piece(0, start), piece(start, end), piece(end, part.len()))
}

/// Writes a name list, joined by `and`.
pub(super) fn names(names: &[Name], truncated: bool) -> String {
    let mut all: Vec<String> = names.iter().map(name).collect();
    if truncated {
        all.push("others".to_owned());
    }
    all.join(" and ")
}

fn name(name: &Name) -> String {
    // Braces keep a comma or an "and" within a part from being a separator.
    let part = |text: &str| {
        let folded = format!(" {} ", text.to_lowercase());
        if text.contains(',') || folded.contains(" and ") {
            format!("{{{}}}", escape(text))
        } else {
            escape(text)
        }
    };
    match name {
        Name::Organisation { name } => format!("{{{}}}", escape(name)),
        Name::Person { family, given, particle, suffix } => {
            let mut out = if particle.is_empty() {
                part(family)
            } else {
                format!("{} {}", part(particle), part(family))
            };
            if given.is_empty() && suffix.is_empty() {
                // A single word is a family name; several words without a comma would be split.
                if family.contains(' ') || !particle.is_empty() {
                    out.push(',');
                }
                return out;
            }
            if !suffix.is_empty() {
                out = format!("{out}, {}", part(suffix));
            }
            format!("{out}, {}", part(given))
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::{Bibliography, Date, Format, Identifier, latex_text};
    use proptest::prelude::*;
    use referee_text::Rope;

    #[test]
    fn capitals_are_kept_where_a_style_would_lower_them() {
        for (plain, latex) in [
            ("The role of DNA and mRNA in COVID-19", "The role of {DNA} and {mRNA} in {COVID}-19"),
            ("Vitamin D in Finland: A cohort study", "Vitamin {D} in {Finland}: A cohort study"),
            ("Attention Is All You Need", "Attention Is All You Need"),
            ("A STUDY IN CAPITALS", "A STUDY IN CAPITALS"),
            (
                "50% of R&D costs $5 in x_1 {a}",
                "50\\% of {R\\&D} costs \\$5 in x\\_1 \\textbraceleft{}a\\textbraceright{}",
            ),
        ] {
            assert_eq!(title(plain), latex, "{plain}");
            assert_eq!(latex_text::plain(latex), plain);
        }
    }

    #[test]
    fn a_work_is_written_in_full() {
        let work = Work {
            kind: WorkKind::Article,
            title: Some("Müller's test".into()),
            subtitle: Some("part 1".into()),
            authors: vec![Name::person("Müller", "A B"), Name::organisation("WHO & Co")],
            authors_truncated: true,
            container: Some("The Journal".into()),
            date: Some(Date { year: 2020, month: Some(5), day: None }),
            volume: Some("3".into()),
            issue: Some("2".into()),
            pages: Some("117-26".into()),
            identifiers: [Identifier::Doi("10.1000/a_b".into()), Identifier::Pmid(7), Identifier::Pmcid(8)]
                .into_iter()
                .collect(),
            url: Some("https://x.org".into()),
            ..Work::default()
        };
        assert_eq!(
            write_bibtex(&work, "k"),
            "@article{k,\n  author = {Müller, A B and {WHO \\& Co} and others},\n  title = {Müller's test: part 1},\n  \
             journal = {The Journal},\n  year = {2020},\n  volume = {3},\n  number = {2},\n  pages = {117--26},\n  \
             doi = {10.1000/a_b},\n  pmid = {7},\n  pmcid = {PMC8},\n}"
        );
    }

    fn words() -> impl Strategy<Value = String> {
        "[A-Za-zé&%#_$~^'\"`\\\\{}0-9.,:()-]{1,8}( [A-Za-zäβ0-9-]{1,6}){0,4}"
    }

    proptest! {
        #[test]
        fn what_is_escaped_is_read_as_it_was(text in words()) {
            // `&amp;` in a field is decoded when it is read.
            prop_assume!(!text.contains('&'));
            prop_assert_eq!(latex_text::plain(&escape(&text)), text);
        }

        #[test]
        fn what_is_written_is_read_back(
            title in words(), journal in words(), volume in "[0-9]{1,3}", year in 1000i32..2999,
            family in "[A-Z][a-zé]{1,6}", given in "[A-Z]( [A-Z])?", group in "[A-Z]{2,5} [a-z]{2,5}",
        ) {
            let work = Work {
                kind: WorkKind::Article,
                title: Some(title),
                container: Some(journal),
                authors: vec![Name::person(family, given), Name::organisation(group)],
                volume: Some(volume),
                date: Some(Date { year, month: None, day: None }),
                identifiers: [Identifier::Doi("10.1000/x_y".into())].into_iter().collect(),
                ..Work::default()
            };
            prop_assume!(!work.title.as_ref().unwrap().contains('&') && !work.container.as_ref().unwrap().contains('&'));
            let text = write_bibtex(&work, "k");
            let bibliography = Bibliography::read(Format::Bibtex, Rope::from_str(&text));
            prop_assert_eq!(bibliography.problems(), []);
            let read = bibliography.get("k").unwrap().work();
            prop_assert_eq!(Work { kind: work.kind, ..read }, work, "{}", text);
        }
    }
}
