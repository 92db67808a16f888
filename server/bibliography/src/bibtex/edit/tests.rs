#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use crate::edit::{append_entry, links, remove_entry, remove_field, set_field, set_fields};
use crate::{Bibliography, Date, FieldName, Format, Identifier, Name, Work, WorkKind};
use proptest::prelude::*;
use referee_text::edit::apply_all;
use referee_text::{Rope, TextEdit};

fn read(text: &str) -> Bibliography {
    Bibliography::read(Format::Bibtex, Rope::from_str(text))
}

fn edited(text: &str, edit: impl Fn(&crate::Entry<'_>) -> Vec<TextEdit>) -> String {
    let bibliography = read(text);
    let entry = bibliography.entries().next().unwrap();
    apply_all(text, &edit(&entry))
}

fn set(text: &str, field: FieldName, value: &str) -> String {
    edited(text, |entry| set_field(entry, field, value))
}

#[test]
fn a_value_is_replaced_in_its_own_delimiters() {
    for (before, field, value, after) in [
        ("@article{a, year = 2019, x={y}}", FieldName::Year, "2020", "@article{a, year = 2020, x={y}}"),
        ("@article{a,\n  year = \"2019\"\n}", FieldName::Year, "2020", "@article{a,\n  year = \"2020\"\n}"),
        (
            "@article{a, title={{Old {X}}},}",
            FieldName::Title,
            "New thing",
            "@article{a, title={{New thing}},}",
        ),
        (
            "@article{a, JOURNAL = jama # {x}}",
            FieldName::Journal,
            "BMJ & Co",
            "@article{a, JOURNAL = {BMJ \\& Co}}",
        ),
        ("@article{a, title = ,}", FieldName::Title, "New", "@article{a, title = {New},}"),
        ("@article{a, title =\n}", FieldName::Title, "New", "@article{a, title = {New}\n}"),
        ("@article{a, pages={1-2}}", FieldName::Pages, "117-126", "@article{a, pages={117--126}}"),
        (
            "@article{a, doi={https://doi.org/10.1/x}}",
            FieldName::Doi,
            "10.2/y_z",
            "@article{a, doi={https://doi.org/10.2/y_z}}",
        ),
        (
            "@article{a, eprint={arXiv:1}}",
            FieldName::Arxiv,
            "1706.03762",
            "@article{a, eprint={arXiv:1706.03762}}",
        ),
        ("@article{a, note = {{PMID:} 23}}", FieldName::Pmid, "42", "@article{a, note = {{PMID:} 42}}"),
        (
            "@article{a, doi={10.1/x}, url={https://doi.org/10.1/x}}",
            FieldName::Doi,
            "10.2/y",
            "@article{a, doi={10.2/y}, url={https://doi.org/10.2/y}}",
        ),
    ] {
        assert_eq!(set(before, field, value), after);
    }
}

#[test]
fn a_new_field_is_written_as_the_entry_writes_its_own() {
    for (before, after) in [
        (
            "@article{a,\n  title = {T},\n  year = {2020},\n}",
            "@article{a,\n  title = {T},\n  year = {2020},\n  doi = {10.1/x},\n}",
        ),
        (
            "@article{a,\n  title = {T},\n  year = {2020}\n}",
            "@article{a,\n  title = {T},\n  year = {2020},\n  doi = {10.1/x}\n}",
        ),
        (
            "@ARTICLE{a,\n\tAUTHOR    = \"A, B\",\n\tTITLE     = \"T\",\n\tYEAR      = 2020,\n\tKEYWORDS  = \"k\"}",
            "@ARTICLE{a,\n\tAUTHOR    = \"A, B\",\n\tTITLE     = \"T\",\n\tYEAR      = 2020,\n\tDOI       = \"10.1/x\",\n\tKEYWORDS  = \"k\"}",
        ),
        ("@article{a, title={T}, year={2020}}", "@article{a, title={T}, year={2020}, doi={10.1/x}}"),
        ("@article{a,\r\n    title={T},\r\n}", "@article{a,\r\n    title={T},\r\n    doi={10.1/x},\r\n}"),
        (
            "@article{a,\n  author=   {A, B},\n  title=    {T},\n  year=     {2020},\n}",
            "@article{a,\n  author=   {A, B},\n  title=    {T},\n  year=     {2020},\n  doi=      {10.1/x},\n}",
        ),
        ("@article{a,\n}", "@article{a,\n  doi = {10.1/x},\n}"),
        ("@article{a}", "@article{a,\n  doi = {10.1/x},\n}"),
        ("@misc{a, abstract = {x}}", "@misc{a, doi = {10.1/x}, abstract = {x}}"),
        ("@article(a,\n  title = {T}\n)", "@article(a,\n  title = {T},\n  doi = {10.1/x}\n)"),
    ] {
        assert_eq!(set(before, FieldName::Doi, "10.1/x"), after);
    }
    assert_eq!(
        set("@misc{a,\n  title = {T},\n}", FieldName::Arxiv, "1706.03762"),
        "@misc{a,\n  title = {T},\n  eprint = {1706.03762},\n  archiveprefix = {arXiv},\n}"
    );
    assert_eq!(
        set("@inproceedings{a,\n  title = {T},\n}", FieldName::Journal, "Proc. X"),
        "@inproceedings{a,\n  title = {T},\n  booktitle = {Proc. X},\n}"
    );
}

#[test]
fn a_field_goes_with_its_comma_and_line() {
    for (before, after) in [
        (
            "@article{a,\n  title = {T},\n  doi = {10.1/x},\n  year = 2020\n}",
            "@article{a,\n  title = {T},\n  year = 2020\n}",
        ),
        ("@article{a,\n  title = {T},\n  doi = {10.1/x}\n}", "@article{a,\n  title = {T}\n}"),
        ("@article{a,\n  doi = {10.1/x},\n  title = {T}\n}", "@article{a,\n  title = {T}\n}"),
        ("@article{a, doi = {10.1/x}, title = {T}}", "@article{a, title = {T}}"),
        ("@article{a,\n  doi = {10.1/x},\n}", "@article{a,\n}"),
        ("@article{a,\n  title = {T}, % good\n  doi = {10.1/x},\n}", "@article{a,\n  title = {T}, % good\n}"),
        ("@article{a, title = {T}}", "@article{a, title = {T}}"),
    ] {
        assert_eq!(edited(before, |entry| remove_field(entry, FieldName::Doi)), after);
    }
    let both = "@misc{a,\n  eprint = {1},\n  archiveprefix = {arXiv},\n  title = {T}\n}";
    assert_eq!(edited(both, |entry| remove_field(entry, FieldName::Arxiv)), "@misc{a,\n  title = {T}\n}");
}

fn record() -> Work {
    Work {
        kind: WorkKind::Article,
        title: Some("A trial of metformin".into()),
        subtitle: Some("results".into()),
        authors: vec![Name::person("Knowler", "W C"), Name::organisation("DPP Group")],
        container: Some("The New England Journal of Medicine".into()),
        container_short: Some("N Engl J Med".into()),
        date: Some(Date { year: 2002, month: Some(2), day: Some(7) }),
        volume: Some("346".into()),
        identifiers: [Identifier::Doi("10.1056/nejmoa012512".into()), Identifier::Pmid(11_832_527)]
            .into_iter()
            .collect(),
        ..Work::default()
    }
}

#[test]
fn all_fields_of_a_record_are_taken_in_one_step() {
    use FieldName::{Authors, Doi, Issue, Journal, Pmid, Title, Volume, Year};
    let before = "@article{a,\n  author = {Nowler},\n  title = {Wrong},\n  journal = {N. Engl. J. Med.},\n  year = 1999\n}\n";
    let after = edited(before, |entry| {
        set_fields(entry, &record(), &[Title, Authors, Year, Journal, Volume, Issue, Doi, Pmid])
    });
    assert_eq!(
        after,
        "@article{a,\n  author = {Knowler, W C and {DPP Group}},\n  title = {A trial of metformin: results},\n  \
         journal = {N Engl J Med},\n  year = 2002,\n  volume = 346,\n  doi = {10.1056/nejmoa012512},\n  pmid = 11832527\n}\n"
    );
    let apart = "@article{a, title = {X}, subtitle = {Y}, date = {1999-01}}";
    assert_eq!(
        edited(apart, |entry| set_fields(entry, &record(), &[Title, Year])),
        "@article{a, title = {A trial of metformin}, subtitle = {results}, date = {2002-02-07}}"
    );
}

#[test]
fn an_entry_is_added_at_the_end_in_the_style_of_the_file() {
    let added = |text: &str| {
        let edit = append_entry(&read(text), "k", &record()).unwrap();
        apply_all(text, &[edit])
    };
    let body = "  author = {Knowler, W C and {DPP Group}},\n  title = {A trial of metformin: results},\n  \
                journal = {The New England Journal of Medicine},\n  year = {2002},\n  volume = {346},\n  \
                doi = {10.1056/nejmoa012512},\n  pmid = {11832527}";
    assert_eq!(added(""), format!("@article{{k,\n{body},\n}}\n"));
    assert_eq!(
        added("@book{b,\n  title = {B}\n}\n"),
        format!("@book{{b,\n  title = {{B}}\n}}\n\n@article{{k,\n{body}\n}}\n")
    );
    let upper = added("@Book{b,\n    Title    = \"B\",\n    Date     = \"2000\",\n    Location = \"L\"}\n\n");
    assert!(
        upper.ends_with("    Doi      = \"10.1056/nejmoa012512\",\n    Pmid     = \"11832527\"}\n"),
        "{upper}"
    );
    assert!(upper.contains("\n    Journaltitle = \"The New"), "{upper}");
    assert_eq!(read(&upper).problems(), []);
}

#[test]
fn an_entry_goes_with_its_blank_line() {
    let removed = |text: &str, key: &str| {
        let bibliography = read(text);
        apply_all(text, &[remove_entry(&bibliography.get(key).unwrap()).unwrap()])
    };
    let text = "% top\n\n@misc{a,}\n\n@misc{b,\n}\n\n@misc{c,}\n";
    assert_eq!(removed(text, "a"), "% top\n\n@misc{b,\n}\n\n@misc{c,}\n");
    assert_eq!(removed(text, "b"), "% top\n\n@misc{a,}\n\n@misc{c,}\n");
    assert_eq!(removed(text, "c"), "% top\n\n@misc{a,}\n\n@misc{b,\n}\n");
    assert_eq!(removed("@misc{a,}", "a"), "");
}

#[test]
fn links_between_entries_are_found() {
    let text = "@misc{a, crossref = {b}, xdata = \"c, d\"}\n@misc{b, ids={e}}";
    let found: Vec<(String, &str)> =
        links(&read(text)).into_iter().map(|(key, span)| (key, &text[span.range()])).collect();
    assert_eq!(found, ["b", "c", "d", "e"].map(|key| (key.to_owned(), key)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn an_edit_does_what_it_says_and_nothing_else(
        before in "(\n?  ?(title|TITLE|year|note|doi) ?= ?(\\{(x|\\{y\\})?\\}|\"z\"|12|jan)(,|,\n|)){0,4},?\n?",
        close in "\\}|",
        value in "[A-Z][a-z&%_ ]{0,6}[a-z]",
    ) {
        let text = format!("@misc{{first, title = {{1}}}}\n@article{{k,{before}{close}\n\n@misc{{last, title = {{2}}}}\n");
        let bibliography = read(&text);
        let Some(entry) = bibliography.get("k") else { return Ok(()) };
        for field in [FieldName::Title, FieldName::Doi, FieldName::Journal] {
            let value = if field == FieldName::Doi { "10.1000/x_y" } else { &value };
            let after = apply_all(&text, &set_field(&entry, field, value));
            let again = read(&after);
            prop_assert_eq!(again.len(), bibliography.len(), "{}", after);
            let work = again.get("k").unwrap().work();
            let got = match field {
                FieldName::Title => work.title,
                FieldName::Doi => work.identifiers.doi().map(str::to_owned),
                _ => work.container,
            };
            let expected = value.split_whitespace().collect::<Vec<_>>().join(" ");
            prop_assert_eq!(got, Some(expected), "{}", after);
            prop_assert!(again.problems().len() <= bibliography.problems().len(), "{}", after);

            let removed = read(&apply_all(&text, &remove_field(&entry, field)));
            prop_assert!(removed.get("k").unwrap().field_span(field).is_none());
            prop_assert_eq!(removed.len(), bibliography.len());
            prop_assert!(removed.problems().len() <= bibliography.problems().len());
        }
        let without = apply_all(&text, &[remove_entry(&entry).unwrap()]);
        prop_assert_eq!(read(&without).entries().map(|entry| entry.key().to_owned()).collect::<Vec<_>>(), ["first", "last"]);
        let with = apply_all(&text, &[append_entry(&bibliography, "new", &record()).unwrap()]);
        prop_assert_eq!(read(&with).get("new").unwrap().work().title, Some("A trial of metformin: results".to_owned()));
    }
}
