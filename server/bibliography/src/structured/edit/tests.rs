#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use crate::edit::{append_entry, remove_entry, remove_field, set_field, set_fields};
use crate::{Bibliography, Date, FieldName, Format, Identifier, Name, Work, WorkKind};
use referee_text::edit::apply_all;
use referee_text::{Rope, TextEdit};

fn edited(format: Format, text: &str, edit: impl Fn(&crate::Entry<'_>) -> Vec<TextEdit>) -> String {
    let bibliography = Bibliography::read(format, Rope::from_str(text));
    let entry = bibliography.entries().next().unwrap();
    let after = apply_all(text, &edit(&entry));
    let again = Bibliography::read(format, Rope::from_str(&after));
    assert_eq!(again.problems(), [], "{after}");
    after
}

fn record() -> Work {
    Work {
        kind: WorkKind::Article,
        title: Some("A trial: \"yes\"".into()),
        authors: vec![Name::person("Knowler", "W C"), Name::organisation("DPP Group")],
        container: Some("N Engl J Med".into()),
        date: Some(Date { year: 2002, month: Some(2), day: None }),
        volume: Some("346".into()),
        pages: Some("393-403".into()),
        identifiers: [Identifier::Doi("10.1056/nejmoa012512".into()), Identifier::Pmid(11_832_527)]
            .into_iter()
            .collect(),
        ..Work::default()
    }
}

#[test]
fn json_keeps_its_layout() {
    let set = |text: &str, field, value: &str| {
        edited(Format::CslJson, text, |entry| set_field(entry, field, value))
    };
    for (before, field, value, after) in [
        (
            "[{\"id\": \"a\", \"title\": \"Old\"}]",
            FieldName::Title,
            "New \"x\"",
            "[{\"id\": \"a\", \"title\": \"New \\\"x\\\"\"}]",
        ),
        ("[{\"id\": \"a\", \"volume\": 3}]", FieldName::Volume, "14", "[{\"id\": \"a\", \"volume\": 14}]"),
        (
            "[{\"id\": \"a\", \"container-title\": [\"X\"]}]",
            FieldName::Journal,
            "Y",
            "[{\"id\": \"a\", \"container-title\": [\"Y\"]}]",
        ),
        (
            "[\n  {\n    \"id\": \"a\",\n    \"title\": \"T\"\n  }\n]\n",
            FieldName::Doi,
            "10.1/x",
            "[\n  {\n    \"id\": \"a\",\n    \"title\": \"T\",\n    \"DOI\": \"10.1/x\"\n  }\n]\n",
        ),
        (
            "[{\"id\":\"a\",\"title\":\"T\"}]",
            FieldName::Doi,
            "10.1/x",
            "[{\"id\":\"a\",\"title\":\"T\",\"DOI\":\"10.1/x\"}]",
        ),
        (
            "[{\"id\": \"a\"}]",
            FieldName::Year,
            "2020",
            "[{\"id\": \"a\",\"issued\": {\"date-parts\": [[2020]]}}]",
        ),
        (
            "[{\"id\": \"a\", \"issued\": {\"date-parts\": [[1999]]}, \"x\": 1}]",
            FieldName::Year,
            "2020",
            "[{\"id\": \"a\", \"issued\": {\"date-parts\": [[2020]]}, \"x\": 1}]",
        ),
        (
            "[{\"id\": \"a\", \"author\": []}]",
            FieldName::Authors,
            "Doe, J and others",
            "[{\"id\": \"a\", \"author\": [{\"family\": \"Doe\", \"given\": \"J\"}]}]",
        ),
    ] {
        assert_eq!(set(before, field, value), after);
    }
    let gone = |text: &str| edited(Format::CslJson, text, |entry| remove_field(entry, FieldName::Doi));
    assert_eq!(gone("[{\"DOI\": \"x\", \"id\": \"a\"}]"), "[{\"id\": \"a\"}]");
    assert_eq!(gone("[{\n  \"id\": \"a\",\n  \"DOI\": \"x\"\n}]"), "[{\n  \"id\": \"a\"\n}]");
}

#[test]
fn yaml_keeps_its_layout() {
    let csl = "references:\n- id: a # the key\n  title: 'Old'\n  author:\n  - family: X\n  abstract: >\n    Long\n    text\n";
    let set = |field, value: &str| edited(Format::CslYaml, csl, |entry| set_field(entry, field, value));
    assert_eq!(set(FieldName::Title, "It's"), csl.replace("'Old'", "'It''s'"));
    assert_eq!(
        set(FieldName::Doi, "10.1/x:y"),
        csl.replace("title: 'Old'\n", "title: 'Old'\n  DOI: 10.1/x:y\n")
    );
    assert_eq!(
        set(FieldName::Authors, "Doe, J"),
        csl.replace("author:\n  - family: X", "author: [{\"family\": \"Doe\", \"given\": \"J\"}]")
    );
    assert_eq!(
        set(FieldName::Year, "2020-05"),
        csl.replace("title: 'Old'\n", "title: 'Old'\n  issued: {\"date-parts\": [[2020, 5]]}\n")
    );
    assert_eq!(
        edited(Format::CslYaml, csl, |entry| remove_field(entry, FieldName::Title)),
        csl.replace("  title: 'Old'\n", "")
    );

    let haya = "a:\n    type: Article\n    title: { value: Old, verbatim: true }\n    serial-number: { doi: 10.1/x }\n    parent:\n        type: Periodical\n        title: J\n";
    let set = |field, value: &str| edited(Format::Hayagriva, haya, |entry| set_field(entry, field, value));
    assert_eq!(set(FieldName::Title, "New: x"), haya.replace("Old", "\"New: x\""));
    assert_eq!(set(FieldName::Doi, "10.2/y"), haya.replace("10.1/x", "10.2/y"));
    assert_eq!(set(FieldName::Pmid, "7"), haya.replace("10.1/x", "10.1/x, pmid: 7"));
    assert_eq!(set(FieldName::Journal, "K"), haya.replace("title: J", "title: K"));
    assert_eq!(
        set(FieldName::Year, "2020"),
        haya.replace("type: Article\n", "type: Article\n    date: 2020\n").replace(
            "    date: 2020\n    title: { value: Old, verbatim: true }\n    serial-number: { doi: 10.1/x }\n",
            "    title: { value: Old, verbatim: true }\n    serial-number: { doi: 10.1/x }\n    date: 2020\n"
        )
    );
    assert_eq!(
        edited(Format::Hayagriva, haya, |entry| remove_field(entry, FieldName::Doi)),
        haya.replace("    serial-number: { doi: 10.1/x }\n", "")
    );
}

#[test]
fn a_record_is_taken_in_every_format() {
    use FieldName::{Authors, Doi, Journal, Pages, Pmid, Title, Volume, Year};
    let all = [Title, Authors, Year, Journal, Volume, Pages, Doi, Pmid];
    for (format, text) in [
        (Format::CslJson, "[\n  {\"id\": \"a\", \"title\": \"x\", \"issued\": {\"raw\": \"1999\"}}\n]"),
        (Format::CslYaml, "- id: a\n  title: x\n  issued: 1999\n- id: b\n"),
        (Format::Hayagriva, "a:\n  type: Article\n  title: x\n  date: 1999\nb:\n  type: Book\n"),
    ] {
        let after = edited(format, text, |entry| set_fields(entry, &record(), &all));
        let read = Bibliography::read(format, Rope::from_str(&after)).get("a").unwrap().work();
        let work = record();
        assert_eq!(read.title, work.title, "{after}");
        assert_eq!(read.authors, work.authors, "{after}");
        assert_eq!(read.year(), Some(2002), "{after}");
        assert_eq!(read.container, work.container, "{after}");
        assert_eq!((read.volume, read.pages), (work.volume, work.pages), "{after}");
        assert_eq!(read.identifiers, work.identifiers, "{after}");
    }
}

#[test]
fn entries_are_added_and_removed_in_every_format() {
    for (format, text) in [
        (Format::CslJson, ""),
        (Format::CslJson, "[]"),
        (Format::CslJson, "[{\"id\": \"a\"}]"),
        (Format::CslJson, "[\n  {\n    \"id\": \"a\"\n  },\n  {\n    \"id\": \"b\"\n  }\n]\n"),
        (Format::CslJson, "{\"items\": [\n  {\"id\": \"a\"}\n]}"),
        (Format::CslYaml, ""),
        (Format::CslYaml, "references:\n  - id: a\n    title: A"),
        (Format::CslYaml, "---\nreferences:\n- id: a\n  title: A\n- id: b\n...\n"),
        (Format::CslYaml, "- id: a\n- id: b\n"),
        (Format::Hayagriva, ""),
        (Format::Hayagriva, "a:\n    type: Book\n    title: A"),
        (Format::Hayagriva, "a:\n    type: Book\n\nb:\n    title: B\n"),
    ] {
        let before = Bibliography::read(format, Rope::from_str(text));
        let added = apply_all(text, &[append_entry(&before, "new", &record()).unwrap()]);
        let after = Bibliography::read(format, Rope::from_str(&added));
        assert_eq!(after.problems(), [], "{added}");
        assert_eq!(after.len(), before.len() + 1, "{added}");
        let entry = after.entries().next_back().unwrap();
        assert_eq!(entry.key(), "new", "{added}");
        assert_eq!(Work { pages: record().pages, ..entry.work() }, record(), "{added}");
        for entry in after.entries() {
            let removed = apply_all(&added, &[remove_entry(&entry).unwrap()]);
            let left = Bibliography::read(format, Rope::from_str(&removed));
            assert_eq!(left.problems(), [], "{removed}");
            let keys = |bibliography: &Bibliography| {
                bibliography.entries().map(|entry| entry.key().to_owned()).collect::<Vec<_>>()
            };
            let expected: Vec<String> = keys(&after).into_iter().filter(|key| key != entry.key()).collect();
            assert_eq!(keys(&left), expected, "{removed}");
        }
    }
}
