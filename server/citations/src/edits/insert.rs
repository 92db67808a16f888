//! Putting a citation into a draft together with its entry or list item, as one step.

use super::cite::{citation_words, entry_with};
use super::{draft, file_edit, in_latex, in_order, key};
use crate::guideline;
use crate::rules::context::RuleContext;
use crate::rules::wording;
use referee_bibliography::{Bibliography, Identifier, Work, edit, render};
use referee_findings::FileEdit;
use referee_syntax::{Citation, Document, Format, Listed, Mode, Target};
use referee_text::{Rope, Span, TextEdit, fold};
use std::fmt;

/// A citation to be put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// What the author reads: a verb first.
    pub title: String,
    /// What readers of the draft see as its name: a key, `[3]`, `Source`.
    pub label: String,
    /// The work was in the bibliography or in the list before.
    pub reused: bool,
    /// The edits, in offsets of the snapshot.
    pub edits: Vec<FileEdit>,
}

/// Why a citation cannot be put in; shown to the author.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoInsertion {
    /// The file is no draft.
    NoDraft,
    /// The draft names no bibliography, and its format has no other way.
    NoBibliography(Format),
    /// The work is cited at this place already.
    AlreadyCited,
    /// The bibliography cannot take an entry.
    Unwritable,
}

impl fmt::Display for NoInsertion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoInsertion::NoDraft => "A citation can only be put into a draft.",
            NoInsertion::NoBibliography(Format::Latex) => {
                "The draft names no bibliography. Add \\addbibresource{refs.bib} or \\bibliography{refs}, and the file."
            }
            NoInsertion::NoBibliography(_) => {
                "The draft names no bibliography. Add #bibliography(\"refs.bib\"), and the file."
            }
            NoInsertion::AlreadyCited => "The work is cited here already.",
            NoInsertion::Unwritable => "The bibliography of this draft cannot take an entry.",
        })
    }
}

impl std::error::Error for NoInsertion {}

/// Cites `work` at the byte `at` of the draft under review: in a citation that stands there already, else in a new
/// one. By key where the draft has a bibliography, which gets an entry unless it has the work; by number where it
/// has a numbered list, or is Markdown without either; in words, `[Source: …]`, in plain notes.
///
/// # Errors
///
/// Says why that cannot be done, and what the author can do.
pub fn insert_citation(
    context: &RuleContext<'_>,
    at: usize,
    clinical: bool,
    work: &Work,
) -> Result<Insertion, NoInsertion> {
    let document = context.draft.ok_or(NoInsertion::NoDraft)?;
    let at = at.min(document.text().len_bytes());
    let markdown = matches!(document.format(), Format::Markdown | Format::Quarto | Format::RMarkdown);
    let items: Vec<Listed<'_>> = document.list_items().collect();
    let by_key = !context.bibliographies.is_empty() && document.format() != Format::PlainText;
    let bibitems = document.format() == Format::Latex && items.iter().any(|listed| listed.item.key.is_some());
    let numbered = items.iter().any(|listed| listed.item.number.is_some());
    if by_key {
        with_key(context, document, at, work)
    } else if bibitems {
        with_bibitem(context, document, &items, at, work)
    } else if numbered {
        with_number(context, document, &items, at, work)
    } else if clinical || document.format() == Format::PlainText {
        Ok(in_words(context, document, at, work))
    } else if markdown {
        with_number(context, document, &items, at, work)
    } else {
        Err(NoInsertion::NoBibliography(document.format()))
    }
}

fn with_key(
    context: &RuleContext<'_>,
    document: &Document,
    at: usize,
    work: &Work,
) -> Result<Insertion, NoInsertion> {
    let mut edits = Vec::new();
    let (key, title, reused) = match entry_of(context, work) {
        Some(key) => {
            let title = format!("Cite the entry “{key}”");
            (key, title, true)
        }
        None => {
            let file = context.bibliographies.first().ok_or(NoInsertion::Unwritable)?;
            let key = key::new_key(context, &file.bibliography, work);
            let edit = edit::append_entry(&file.bibliography, &key, work).ok_or(NoInsertion::Unwritable)?;
            edits.push(file_edit(&file.file, edit));
            (key, format!("Add {} to {} and cite it", wording::work(work), file.file.name()), false)
        }
    };
    edits.push(file_edit(context.file, cite_key(document, at, &key)?));
    Ok(Insertion { title, label: key, reused, edits: in_order(edits) })
}

/// The key of each of `works` in the bibliographies of the draft, in their order, and the edit that adds entries for
/// those that they lack to the first of them.
///
/// # Errors
///
/// Where the draft has no bibliography, or it cannot take entries.
pub fn entries_for(
    context: &RuleContext<'_>,
    works: &[&Work],
) -> Result<(Vec<String>, Option<FileEdit>), NoInsertion> {
    let document = context.draft.ok_or(NoInsertion::NoDraft)?;
    let file = context.bibliographies.first().ok_or(NoInsertion::NoBibliography(document.format()))?;
    let before = file.bibliography.text().clone();
    let format = file.bibliography.format();
    let mut rope = before.clone();
    let mut keys = Vec::with_capacity(works.len());
    for work in works {
        if let Some(key) = entry_of(context, work) {
            keys.push(key);
            continue;
        }
        let grown = Bibliography::read(format, rope.clone());
        let taken = |key: &str| context.entry(key).is_some() || grown.get(key).is_some();
        let key = edit::suggest_key(&grown, work, &taken);
        edit::append_entry(&grown, &key, work).ok_or(NoInsertion::Unwritable)?.apply(&mut rope);
        keys.push(key);
    }
    if rope == before {
        return Ok((keys, None));
    }
    let (old, new) = (before.to_string(), rope.to_string());
    // What both begin and end with stays.
    let same = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    let start =
        (0..=same).rev().find(|at| old.is_char_boundary(*at) && new.is_char_boundary(*at)).unwrap_or(0);
    let room = old.len().min(new.len()) - start;
    let tail = old.bytes().rev().zip(new.bytes().rev()).take(room).take_while(|(a, b)| a == b).count();
    let tail = (0..=tail)
        .rev()
        .find(|tail| old.is_char_boundary(old.len() - tail) && new.is_char_boundary(new.len() - tail))
        .unwrap_or(0);
    let text = new.get(start..new.len() - tail).unwrap_or_default();
    let edit = TextEdit::new(Span::new(start, old.len() - tail), text);
    Ok((keys, Some(file_edit(&file.file, edit))))
}

/// The key of the entry that is this work: by identifier, else by title, first author and year.
fn entry_of(context: &RuleContext<'_>, work: &Work) -> Option<String> {
    let wanted: Vec<Identifier> = work.identifiers.iter().map(Identifier::canonical).collect();
    entry_with(context, &wanted).or_else(|| {
        context.bibliographies.iter().find_map(|file| {
            file.bibliography
                .entries()
                .find(|entry| !entry.key().is_empty() && is_work(&entry.work(), work))
                .map(|entry| entry.key().to_owned())
        })
    })
}

/// Whether two descriptions without a common identifier are of one work: no identifier of one kind differs, the
/// titles have four words at least and are the same, the years are at most one apart.
fn is_work(own: &Work, work: &Work) -> bool {
    if own.identifiers.meet(&work.identifiers) {
        return true;
    }
    let differ = |a: Option<String>, b: Option<String>| matches!((a, b), (Some(a), Some(b)) if a != b);
    let doi = |work: &Work| work.identifiers.doi().map(str::to_owned);
    let pmid = |work: &Work| work.identifiers.pmid().map(|number| number.to_string());
    if differ(doi(own), doi(work)) || differ(pmid(own), pmid(work)) {
        return false;
    }
    let title = |work: &Work| fold::title(&work.full_title().unwrap_or_default());
    let years_fit = match (own.year(), work.year()) {
        (Some(a), Some(b)) => a.abs_diff(b) <= 1,
        _ => true,
    };
    let own_title = title(own);
    own_title.split(' ').count() >= 4 && own_title == title(work) && years_fit
}

/// The edit that cites a key at a place.
fn cite_key(document: &Document, at: usize, key: &str) -> Result<TextEdit, NoInsertion> {
    let mut here = touching(document, at);
    if here.iter().any(|citation| matches!(&citation.target, Target::Key(name) if name == key)) {
        return Err(NoInsertion::AlreadyCited);
    }
    here.retain(|citation| matches!(citation.target, Target::Key(_)) && citation.mode == Mode::Parenthetical);
    if let Some(group) = here.last().map(|citation| citation.group) {
        let text =
            document.text().get_byte_slice(group.range()).map(|text| text.to_string()).unwrap_or_default();
        let end = group.end as usize;
        match document.format() {
            Format::Markdown | Format::Quarto | Format::RMarkdown if text.ends_with(']') => {
                let key = if draft::plain_in_markdown(key) { key.to_owned() } else { format!("{{{key}}}") };
                return Ok(TextEdit::new(Span::at(end - 1), format!("; @{key}")));
            }
            Format::Latex if text.ends_with('}') && !text.contains("cites") => {
                return Ok(TextEdit::new(Span::at(end - 1), format!(",{key}")));
            }
            Format::Typst => {
                let words = citation_words(document, key, end).unwrap_or_default();
                return Ok(TextEdit::new(Span::at(end), format!(" {words}")));
            }
            _ => {}
        }
    }
    let words = citation_words(document, key, at).ok_or(NoInsertion::NoBibliography(document.format()))?;
    let space = if document.format() == Format::Latex && ties(document) { "~" } else { " " };
    Ok(spaced(document, at, space, &words))
}

/// Whether a LaTeX draft ties its citations to the word before (`word~\cite{…}`); so it is done where it does not
/// cite yet.
fn ties(document: &Document) -> bool {
    let (mut tied, mut all) = (0_usize, 0_usize);
    for cited in document.citations() {
        let before = (cited.group.start as usize).checked_sub(1).and_then(|at| document.text().get_byte(at));
        match before {
            Some(b'~') => {
                tied += 1;
                all += 1;
            }
            Some(b' ') => all += 1,
            _ => {}
        }
    }
    tied * 2 >= all
}

/// `words` at a place, with a space before it unless there is one.
fn spaced(document: &Document, at: usize, space: &str, words: &str) -> TextEdit {
    let before = at.checked_sub(1).and_then(|at| document.text().get_byte(at));
    let space = if before.is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'(' | b'~')) {
        ""
    } else {
        space
    };
    TextEdit::new(Span::at(at), format!("{space}{words}"))
}

/// The citations that end at a place, or with nothing but spaces before it.
fn touching(document: &Document, at: usize) -> Vec<Citation> {
    let Some(index) = document.blocks().index_at(at.saturating_sub(1)) else { return Vec::new() };
    let ends_here = |citation: &Citation| {
        let end = citation.group.end as usize;
        end <= at
            && at - end <= 8
            && document
                .text()
                .get_byte_slice(end..at)
                .is_some_and(|text| text.chars().all(char::is_whitespace))
    };
    let all: Vec<Citation> = (index.saturating_sub(1)..=index + 1)
        .flat_map(|index| document.citations_in(index))
        .map(|cited| cited.to_citation())
        .collect();
    let groups: Vec<Span> =
        all.iter().filter(|citation| ends_here(citation)).map(|citation| citation.group).collect();
    all.into_iter().filter(|citation| groups.contains(&citation.group)).collect()
}

fn with_bibitem(
    context: &RuleContext<'_>,
    document: &Document,
    items: &[Listed<'_>],
    at: usize,
    work: &Work,
) -> Result<Insertion, NoInsertion> {
    let there = items.iter().find(|listed| is_work(&listed.item.work, work));
    if let Some(key) = there.and_then(|listed| listed.item.key.as_ref()).map(|key| key.name.clone()) {
        let edits = vec![file_edit(context.file, cite_key(document, at, &key)?)];
        return Ok(Insertion {
            title: format!("Cite the item “{key}”"), label: key, reused: true, edits
        });
    }
    let taken =
        |key: &str| items.iter().any(|listed| listed.item.key.as_ref().is_some_and(|own| own.name == key));
    let empty = Bibliography::read(referee_bibliography::Format::Bibtex, Rope::new());
    let key = edit::suggest_key(&empty, work, &taken);
    let last = items.last().ok_or(NoInsertion::Unwritable)?;
    let end = last.start + last.item.span.end as usize;
    let item = format!("\n\\bibitem{{{key}}} {}", in_latex(&render::vancouver(work)));
    let edits = vec![
        file_edit(context.file, cite_key(document, at, &key)?),
        file_edit(context.file, TextEdit::new(Span::at(trimmed_end(document, end)), item)),
    ];
    Ok(Insertion {
        title: format!("Add {} to the list of references and cite it", wording::work(work)),
        label: key,
        reused: false,
        edits: in_order(edits),
    })
}

fn with_number(
    context: &RuleContext<'_>,
    document: &Document,
    items: &[Listed<'_>],
    at: usize,
    work: &Work,
) -> Result<Insertion, NoInsertion> {
    let there =
        items.iter().find(|listed| is_work(&listed.item.work, work)).and_then(|listed| listed.item.number);
    let highest = items.iter().filter_map(|listed| listed.item.number).max().unwrap_or(0);
    let number = there.unwrap_or_else(|| highest.saturating_add(1));
    let mut edits = vec![file_edit(context.file, cite_number(document, at, number)?)];
    if there.is_none() {
        edits.push(file_edit(context.file, new_item(document, items, number, work)));
    }
    let title = match there {
        Some(number) => format!("Cite reference {number}"),
        None => format!("Add {} as reference {number} and cite it", wording::work(work)),
    };
    Ok(Insertion { title, label: format!("[{number}]"), reused: there.is_some(), edits: in_order(edits) })
}

fn cite_number(document: &Document, at: usize, number: u32) -> Result<TextEdit, NoInsertion> {
    let numbers = |citation: &Citation| matches!(citation.target, Target::Numbers(_));
    let here = touching(document, at).into_iter().find(numbers);
    let text_of = |citation: &Citation| {
        document
            .text()
            .get_byte_slice(citation.group.range())
            .map(|text| text.to_string())
            .unwrap_or_default()
    };
    if let Some(citation) = here {
        if matches!(&citation.target, Target::Numbers(own) if own.contains(&number)) {
            return Err(NoInsertion::AlreadyCited);
        }
        let (text, end) = (text_of(&citation), citation.group.end as usize);
        for close in ["]", "^", "</sup>"] {
            if text.ends_with(close) {
                return Ok(TextEdit::new(Span::at(end - close.len()), format!(",{number}")));
            }
        }
        return Ok(TextEdit::new(Span::at(end), format!(",{}", raised(number))));
    }
    // As the draft cites elsewhere.
    let usual = document.citations().map(|cited| cited.to_citation()).filter(numbers).last();
    let usual = usual.map(|citation| text_of(&citation)).unwrap_or_default();
    Ok(if usual.starts_with('^') {
        TextEdit::new(Span::at(at), format!("^{number}^"))
    } else if usual.starts_with("<sup>") {
        TextEdit::new(Span::at(at), format!("<sup>{number}</sup>"))
    } else if usual.starts_with(|c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".contains(c)) {
        TextEdit::new(Span::at(at), raised(number))
    } else {
        spaced(document, at, " ", &format!("[{number}]"))
    })
}

fn raised(number: u32) -> String {
    let digit = |c: char| c.to_digit(10).and_then(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize));
    number.to_string().chars().filter_map(digit).collect()
}

/// The edit that adds an item behind the last, marked and parted as the last is; with a heading where there is no
/// list.
fn new_item(document: &Document, items: &[Listed<'_>], number: u32, work: &Work) -> TextEdit {
    let words = match document.format() {
        Format::Markdown | Format::Quarto | Format::RMarkdown => render::vancouver_markdown(work),
        Format::Latex => in_latex(&render::vancouver(work)),
        _ => render::vancouver(work),
    };
    let span = |listed: &Listed<'_>| listed.item.span.shift(listed.start);
    let Some(last) = items.last().map(span) else {
        let headings = document.headings();
        let level = if headings.iter().filter(|heading| heading.level == 1).count() > 1 || headings.is_empty()
        {
            1
        } else {
            2
        };
        let end = document.text().len_bytes();
        let ends = trimmed_end(document, end);
        let gap = if ends == 0 { "" } else { "\n\n" };
        return TextEdit::new(
            Span::new(ends, end),
            format!("{gap}{} References\n\n{number}. {words}\n", "#".repeat(level)),
        );
    };
    let text = document.text();
    let start = last.start as usize;
    let line = text.byte_to_line(start);
    let marker =
        text.get_byte_slice(text.line_to_byte(line)..start).map(|text| text.to_string()).unwrap_or_default();
    let digits: String = marker.chars().filter(char::is_ascii_digit).collect();
    let marker = if digits.is_empty() { marker } else { marker.replacen(&digits, &number.to_string(), 1) };
    let parted = items.iter().rev().nth(1).map(span).is_some_and(|before| {
        text.get_byte_slice(before.end as usize..start).is_some_and(|gap| gap.to_string().contains("\n\n"))
    });
    let gap = if parted { "\n\n" } else { "\n" };
    TextEdit::new(Span::at(trimmed_end(document, last.end as usize)), format!("{gap}{marker}{words}"))
}

/// The end of what is written before a place.
fn trimmed_end(document: &Document, end: usize) -> usize {
    let mut end = end.min(document.text().len_bytes());
    while end > 0 && document.text().get_byte(end - 1).is_some_and(|byte| byte.is_ascii_whitespace()) {
        end -= 1;
    }
    end
}

/// The source in the text itself, as clinical notes name it.
fn in_words(context: &RuleContext<'_>, document: &Document, at: usize, work: &Work) -> Insertion {
    let mut short = work.clone();
    if short.authors.len() > 1 {
        short.authors.truncate(1);
        short.authors_truncated = true;
    }
    let spanish = document
        .front_matter()
        .and_then(|matter| matter.lang)
        .is_some_and(|lang| lang.name.starts_with("es"));
    let word = if spanish { "Fuente" } else { "Source" };
    let cited = guideline::in_words(work, spanish)
        .unwrap_or_else(|| render::vancouver(&short).replace(['[', ']'], ""));
    let edit = spaced(document, at, " ", &format!("[{word}: {cited}]"));
    Insertion {
        title: format!("Name {} as the source", wording::work(work)),
        label: word.to_owned(),
        reused: false,
        edits: vec![file_edit(context.file, edit)],
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::rules::testing::{World, work};
    use referee_findings::{Fix, FixKind};

    const BIB: &str =
        "@article{Jones2019,\n  author = {Jones, A},\n  title  = {On waking},\n  year   = {2019},\n}\n";

    fn known() -> Work {
        let mut known = work("On sleep & dreams at night", "Roe", 2021, "Sleep");
        known.identifiers.insert(Identifier::Doi("10.1000/abc".into()));
        known
    }

    /// The text after the work was cited at `|`, and the bibliography.
    fn cited(
        name: &str,
        text: &str,
        bib: Option<&str>,
        clinical: bool,
    ) -> Result<(String, String), NoInsertion> {
        let (before, after) = text.split_once('|').unwrap();
        let whole = format!("{before}{after}");
        let mut files = vec![(name, whole.as_str())];
        files.extend(bib.map(|bib| ("refs.bib", bib)));
        let world = World::of(&files);
        let found = world.around(name, |around| insert_citation(around, before.len(), clinical, &known()))?;
        let fix = Fix { title: String::new(), kind: FixKind::Chosen, preferred: true, edits: found.edits };
        let after = world.with(&fix);
        Ok((after.text(name), bib.map(|_| after.text("refs.bib")).unwrap_or_default()))
    }

    #[test]
    fn a_citation_is_put_in_the_syntax_of_the_draft_with_an_entry_in_the_style_of_the_file() {
        for (name, before, after) in [
            ("a.md", "It is shown|.\n", "It is shown [@Roe2021].\n"),
            ("a.md", "It is shown [@Jones2019]|.\n", "It is shown [@Jones2019; @Roe2021].\n"),
            ("a.tex", "It is shown|.\n", "It is shown~\\cite{Roe2021}.\n"),
            ("a.tex", "It is shown \\citep{Jones2019}|.\n", "It is shown \\citep{Jones2019,Roe2021}.\n"),
            ("a.typ", "It is shown|.\n", "It is shown @Roe2021.\n"),
            ("a.typ", "It is shown @Jones2019|.\n", "It is shown @Jones2019 @Roe2021.\n"),
        ] {
            let (text, bib) = cited(name, before, Some(BIB), false).unwrap();
            assert_eq!(text, after);
            assert!(bib.starts_with(BIB) && bib.contains("@article{Roe2021,\n  author = {Roe, J},"), "{bib}");
        }
    }

    #[test]
    fn an_entry_that_is_the_work_is_cited_by_its_own_key() {
        let bib = "@article{own, title={On sleep & dreams at night}, author={Roe, J}, year={2021}}\n";
        let (text, after) = cited("a.md", "It is shown|.\n", Some(bib), false).unwrap();
        assert_eq!((text.as_str(), after.as_str()), ("It is shown [@own].\n", bib));
        assert_eq!(cited("a.md", "Shown [@own]|.\n", Some(bib), false), Err(NoInsertion::AlreadyCited));
    }

    #[test]
    fn a_numbered_list_gets_the_next_number_in_its_own_style() {
        let list = "Shown| and told [1].\n\n# References\n\n1. Jones A. On waking. Sleep. 2019;1:1-2.\n";
        let (text, _) = cited("a.md", list, None, false).unwrap();
        assert!(text.starts_with("Shown [2] and told [1].\n"), "{text}");
        assert!(text.contains("2019;1:1-2.\n2. Roe J. On sleep \\& dreams at night. Sleep. 2021"), "{text}");
        let (text, _) = cited(
            "a.txt",
            "Told [1]|.\n\nReferences\n\n[1] Jones A. On waking. Sleep. 2019;1:1-2.\n",
            None,
            false,
        )
        .unwrap();
        assert!(text.starts_with("Told [1,2].\n") && text.contains("\n[2] Roe J."), "{text}");
    }

    #[test]
    fn a_draft_without_references_gets_a_list_and_a_note_its_source() {
        let (text, _) = cited("a.md", "# Notes\n\nShown|.\n", None, false).unwrap();
        assert!(text.starts_with("# Notes\n\nShown [1].\n\n## References\n\n1. Roe J."), "{text}");
        let (text, _) = cited("a.txt", "Start aspirin 100 mg|.\n", None, true).unwrap();
        assert!(
            text.starts_with("Start aspirin 100 mg [Source: Roe J. On sleep & dreams at night."),
            "{text}"
        );
        assert_eq!(cited("a.tex", "Shown|.\n", None, false), Err(NoInsertion::NoBibliography(Format::Latex)));
    }

    #[test]
    fn a_bibitem_is_added_where_the_draft_has_its_own() {
        let draft = "Shown|.\n\\begin{thebibliography}{9}\n\\bibitem{a} Jones A. On waking. Sleep. 2019;1:1-2.\n\\end{thebibliography}\n";
        let (text, _) = cited("a.tex", draft, None, false).unwrap();
        assert!(text.starts_with("Shown~\\cite{"), "{text}");
        assert!(text.contains("\\& dreams at night"), "{text}");
    }
}
