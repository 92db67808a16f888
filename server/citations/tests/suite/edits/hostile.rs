//! Tests records whose text would have an effect if a format read it as markup: after inserting it,
//! the draft and the bibliography mean the same as before and show the text.

use crate::world::{World, record};
use proptest::prelude::*;
use referee_bibliography::foreign::inert_line;
use referee_bibliography::html_text;
use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};
use referee_citations::edits::{entries_for, insert_citation};
use referee_findings::FileEdit;
use referee_fixture::hostile_words::{PIECES, active_part};
use referee_syntax::{Document, Format, Target};
use referee_text::fold;

fn words() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES.to_vec()), 1..6)
        .prop_map(|pieces| format!("Sleep {} in cats", pieces.join(" ")))
}

fn hostile_work() -> impl Strategy<Value = Work> {
    (words(), words(), words(), prop::sample::select(PIECES.to_vec())).prop_map(
        |(title, author, journal, volume)| Work {
            kind: WorkKind::Article,
            title: Some(title),
            authors: vec![Name::person(author.as_str(), "J"), Name::organisation(journal.as_str())],
            date: Some(Date { year: 2021, ..Date::default() }),
            container: Some(journal),
            volume: Some(volume.to_owned()),
            identifiers: [Identifier::Doi("10.1000/(sici)1<1::aid#2>3.0.co;2-^".into())]
                .into_iter()
                .collect(),
            url: Some("https://x.org/a^b\\input#c%zz".to_owned()),
            ..Work::default()
        },
    )
}

const NAMES: [&str; 8] = ["a.md", "a.qmd", "a.Rmd", "a.tex", "a.typ", "a.org", "a.rst", "a.txt"];

const BIB: &str = "@article{own,\n  author = {Own, A},\n  title = {Soil moisture in alpine meadows},\n  year = {2001},\n}\n";

fn list(name: &str) -> String {
    let items = "1. Jones A. On waking. Sleep. 2019;1:1-2.\n2. Poe B. On rest. Sleep. 2018;1:3-4.\n";
    match name.rsplit('.').next() {
        Some("tex") => "It is shown.\n\n\\begin{thebibliography}{9}\n\\bibitem{jones} Jones A. On waking. Sleep. 2019;1:1-2.\n\\end{thebibliography}\n".to_owned(),
        Some("typ" | "txt") => format!("It is shown.\n\nReferences\n\n{items}"),
        Some("org") => format!("It is shown.\n\n* References\n\n{items}"),
        Some("rst") => format!("It is shown.\n\nReferences\n----------\n\n{items}"),
        _ => format!("It is shown.\n\n# References\n\n{items}"),
    }
}

/// The effects of a draft other than showing text.
#[derive(Debug, PartialEq, Eq)]
struct Effects {
    keys: Vec<String>,
    headings: usize,
    includes: usize,
    bibliographies: usize,
    suppressions: usize,
    notes: usize,
}

fn effects(document: &Document) -> Effects {
    let key = |target: &Target| match target {
        Target::Key(key) => Some(key.clone()),
        _ => None,
    };
    Effects {
        keys: document.citations().filter_map(|cited| key(&cited.citation.target)).collect(),
        headings: document.headings().len(),
        includes: document.includes().len() + document.roots().len(),
        bibliographies: document.names_bibliographies().len(),
        suppressions: document.suppressions().len(),
        notes: document.written().len(),
    }
}

fn read(name: &str, text: &str) -> Document {
    let format = match name.rsplit('.').next() {
        Some("md") => Format::Markdown,
        Some("qmd") => Format::Quarto,
        Some("Rmd") => Format::RMarkdown,
        Some("tex") => Format::Latex,
        Some("typ") => Format::Typst,
        Some("org") => Format::Org,
        Some("rst") => Format::Rst,
        _ => Format::PlainText,
    };
    Document::read(format, text.into(), std::sync::Arc::default())
}

/// Asserts that nothing in the inserted text runs, is hidden, or ends a line.
fn is_plain(name: &str, written: &str) -> Result<(), TestCaseError> {
    let active = active_part(name, written);
    prop_assert!(active.is_none(), "{active:?} in {written:?}");
    Ok(())
}

/// Returns the letters of a text, without punctuation and markup.
fn bare(text: &str) -> String {
    fold::words(&html_text::plain(&html_text::plain(&inert_line(text)))).concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_citation_of_a_hostile_record_adds_a_citation_and_nothing_else(
        work in hostile_work(),
        name in prop::sample::select(NAMES.to_vec()),
        shape in 0..3_usize,
        clinical in any::<bool>(),
    ) {
        let names_bibliography = match name {
            "a.org" => "\n#+bibliography: refs.bib\n",
            "a.rst" => "\n.. bibliography:: refs.bib\n",
            _ => "",
        };
        let text = match shape {
            0 => format!("It is shown.\n{names_bibliography}"),
            1 => list(name),
            _ => "It is shown.\n".to_owned(),
        };
        let mut files = vec![(name, text.as_str())];
        if shape == 0 {
            files.insert(0, ("refs.bib", BIB));
        }
        let world = World::of(&files);
        let at = world.start(name).1 + "It is shown".len();
        let Ok(insertion) = world.around(name, |context| insert_citation(context, at, clinical, &work)) else {
            return Ok(());
        };
        let of_draft = |edit: &&FileEdit| edit.file.to_string().ends_with(name);
        // The one citation that was requested.
        let ours = [format!("[cite:@{}]", insertion.label), format!(":cite:p:`{}`", insertion.label)];
        for edit in insertion.edits.iter().filter(of_draft) {
            is_plain(name, &ours.iter().fold(edit.text.clone(), |text, ours| text.replace(ours, "")))?;
        }
        let (before, after) = (read(name, &world.text(name)), world.after(&insertion.edits));
        let (before, document) = (effects(&before), read(name, &after.text(name)));
        let mut now = effects(&document);
        // The citation, and the heading of a new list.
        now.keys.retain(|key| *key != insertion.label);
        now.headings -= usize::from(now.headings > before.headings && shape == 2);
        prop_assert_eq!(&now, &before, "{}", after.text(name));
        if shape == 0 && name != "a.txt" {
            let bibliography = after.bibliography("refs.bib");
            prop_assert!(bibliography.problems().is_empty(), "{}", after.text("refs.bib"));
            prop_assert_eq!(bibliography.entries().count(), 2, "{}", after.text("refs.bib"));
            let entry = bibliography.get(&insertion.label).map(|entry| entry.work()).unwrap_or_default();
            prop_assert_eq!(bare(&entry.full_title().unwrap_or_default()), bare(&work.full_title().unwrap_or_default()));
            prop_assert_eq!(entry.identifiers.doi(), work.identifiers.doi());
            is_plain("a.bib", &after.text("refs.bib"))?;
        }
    }

    #[test]
    fn entries_of_hostile_records_can_be_read_in_every_kind_of_bibliography(
        works in prop::collection::vec(hostile_work(), 1..4),
        bib in prop::sample::select(vec![
            ("refs.bib", BIB),
            ("refs.json", "[\n  {\"id\": \"own\", \"type\": \"book\", \"title\": \"Soil moisture\"}\n]\n"),
            ("refs.yaml", "references:\n- id: own\n  type: book\n  title: Soil moisture\n"),
            ("refs.yml", "own:\n  type: Book\n  title: Soil moisture\n"),
        ]),
    ) {
        let world = World::of(&[bib, ("a.md", "See [@own].\n")]);
        let all: Vec<&Work> = works.iter().collect();
        let (keys, edit) = world.around("a.md", |context| entries_for(context, &all)).unwrap();
        let after = world.after(&Vec::from_iter(edit));
        let bibliography = after.bibliography(bib.0);
        prop_assert!(bibliography.problems().is_empty(), "{}", after.text(bib.0));
        is_plain(bib.0, &after.text(bib.0))?;
        for (key, work) in keys.iter().zip(&works) {
            let entry = bibliography.get(key).map(|entry| entry.work()).unwrap_or_default();
            prop_assert_eq!(bare(&entry.full_title().unwrap_or_default()), bare(&work.full_title().unwrap_or_default()), "{}", after.text(bib.0));
        }
    }
}

#[test]
fn the_words_of_an_abstract_are_quoted_as_the_format_shows_them() {
    let mut known = Work {
        title: Some("Early treatment in older adults".to_owned()),
        summary: Some(
            "We followed 1,204 adults with care. The authors saw no benefit of late treatment in 5% of @adults_1 & more."
                .to_owned(),
        ),
        identifiers: [Identifier::Pmid(1)].into_iter().collect(),
        ..Work::default()
    };
    known.kind = WorkKind::Article;
    let bib = "@article{roe, title={Early treatment in older adults}, pmid={1}}\n";
    for (name, text, quoted) in [
        (
            "a.tex",
            "They saw ``no benefit of early treatment in 5\\% of @adults\\_1 \\& more''~\\cite{roe}.\n",
            "5\\% of @adults\\_1 \\& more",
        ),
        (
            "a.md",
            "They saw “no benefit of early treatment in 5% of \\@adults\\_1 & more” [@roe].\n",
            "\\@adults\\_1 \\& more",
        ),
    ] {
        let world = World::of(&[("refs.bib", bib), (name, text)]).knowing(vec![record(known.clone())]);
        let fixed = world.fixed(name, "citation/quote-not-found", "Write the words");
        assert!(
            fixed.text(name).contains(quoted) && fixed.text(name).contains("late"),
            "{}",
            fixed.text(name)
        );
    }
}
