#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use crate::{Bibliography, Date, FieldName, Format, Name, ProblemKind, Work, WorkKind};
use proptest::prelude::*;
use referee_text::{Rope, Span, TextEdit};
use std::path::Path;

fn read(format: Format, text: &str) -> Bibliography {
    Bibliography::read(format, Rope::from_str(text))
}

fn keys(bibliography: &Bibliography) -> Vec<&str> {
    bibliography.entries().map(|entry| entry.key()).collect()
}

const JSON: &str = r#"[
  {
    "id": "knowler2002", "type": "article-journal",
    "title": "Reduction in the incidence of <i>type 2</i> diabetes &amp; more",
    "container-title": ["The New England Journal of Medicine"], "container-title-short": "N Engl J Med",
    "author": [
      {"family": "Knowler", "given": "William C."},
      {"family": "Gogh", "given": "V", "non-dropping-particle": "van", "suffix": "Jr."},
      {"literal": "DPP Group"}
    ],
    "issued": {"date-parts": [["2002", 2, "7"]]},
    "volume": 346, "issue": "6", "page": "393–403",
    "DOI": "10.1056/NEJMoa012512", "note": "PMID: 11832527\nPMCID: PMC1370926", "ISBN": "9780306406157",
    "URL": "https://example.org/ü"
  },
  {"id": 42, "type": "webpage", "title": "A page", "issued": {"literal": "May 2020"}}
]"#;

#[test]
fn the_null_of_a_program_is_no_name() {
    let text = r#"[{"id": "a", "type": "article-journal", "title": "T", "author": [
        {"family": "null", "given": "null"}, {"family": "Sopiah", "given": "null"}, {"family": "Null", "given": "Jan"}]}]"#;
    let work = read(Format::CslJson, text).get("a").unwrap().work();
    let shown: Vec<String> = work.authors.iter().map(|name| name.surname()).collect();
    assert_eq!(shown, ["Sopiah", "Null"]);
}

#[test]
fn csl_json_gives_works_and_places() {
    let bibliography = read(Format::CslJson, JSON);
    assert_eq!(keys(&bibliography), ["knowler2002", "42"]);
    assert_eq!(bibliography.problems(), []);
    let entry = bibliography.get("knowler2002").unwrap();
    let work = entry.work();
    assert_eq!(work.kind, WorkKind::Article);
    assert_eq!(work.title.as_deref(), Some("Reduction in the incidence of type 2 diabetes & more"));
    assert_eq!(work.authors.len(), 3);
    assert_eq!(work.authors[1].surname(), "van Gogh");
    assert_eq!(work.authors[2], Name::organisation("DPP Group"));
    assert_eq!(work.date, Some(Date { year: 2002, month: Some(2), day: Some(7) }));
    assert_eq!(
        (work.volume.as_deref(), work.issue.as_deref(), work.pages.as_deref()),
        (Some("346"), Some("6"), Some("393-403"))
    );
    let ids: Vec<String> = work.identifiers.iter().map(ToString::to_string).collect();
    assert_eq!(ids, ["doi:10.1056/nejmoa012512", "PMC1370926", "PMID:11832527", "ISBN 9780306406157"]);
    let at = |span: Span| &JSON[span.range()];
    assert_eq!(at(entry.key_span()), "knowler2002");
    assert_eq!(at(entry.field_span(FieldName::Doi).unwrap()), "10.1056/NEJMoa012512");
    assert_eq!(at(entry.field_span(FieldName::Volume).unwrap()), "346");
    assert_eq!(at(entry.field_span(FieldName::Url).unwrap()), "https://example.org/ü");
    let page = bibliography.get("42").unwrap();
    assert_eq!(
        (page.work().kind, page.work().year(), at(page.key_span())),
        (WorkKind::WebPage, Some(2020), "42")
    );
    assert_eq!(bibliography.at(JSON.find("A page").unwrap()).unwrap().key(), "42");
    assert!(at(page.span()).starts_with("{\"id\": 42") && at(page.span()).ends_with('}'));
}

#[test]
fn csl_json_is_found_where_programs_put_it() {
    for text in [
        "{\"config\": {\"items\": []}, \"items\": [{\"id\": \"a\"}, {\"id\": \"b\"}]}",
        "{\"references\": [{\"id\": \"a\"}, {\"id\": \"b\"},]}",
        "\u{feff}[{\"citation-key\": \"a\"}, {\"id\": \"b\"}]",
    ] {
        assert_eq!(keys(&read(Format::CslJson, text)), ["a", "b"], "{text}");
    }
    assert_eq!(keys(&read(Format::CslJson, "{\"id\": \"a\", \"type\": \"book\"}")), ["a"]);
    assert_eq!(read(Format::CslJson, " ").problems(), []);
    assert_eq!(read(Format::CslJson, "hello").problems()[0].kind, ProblemKind::NotReadable);
}

#[test]
fn a_broken_place_in_json_costs_one_entry() {
    let item =
        |key: &str, more: &str| format!("  {{\n    \"id\": \"{key}\",\n    \"title\": \"T\"{more}\n  }}");
    for broken in [
        ",\n    \"DOI\": \"10.1/x",
        ",\n    \"issued\": {",
        ",\n    \"author\": [",
        ",\n    \"x",
        "\n    \"DOI\" \"y\"",
        ",\n    :",
    ] {
        let text = format!("[\n{},\n{},\n{}\n]\n", item("a", ""), item("b", broken), item("c", ""));
        let bibliography = read(Format::CslJson, &text);
        assert_eq!(keys(&bibliography), ["a", "b", "c"], "{text}");
        assert!(bibliography.problems().len() <= 1, "{text}\n{:?}", bibliography.problems());
        assert_eq!(bibliography.get("b").unwrap().work().title.as_deref(), Some("T"), "{text}");
    }
    let cut_off = "[\n  {\"id\": \"a\", \"title\": \"T\"},\n  {\"id\": \"b\", \"ti";
    assert_eq!(keys(&read(Format::CslJson, cut_off)), ["a"]);
    assert_eq!(read(Format::CslJson, cut_off).problems().len(), 1 + 1);
}

#[test]
fn the_places_of_an_entry_that_is_cut_off_in_a_brace_lie_in_the_text() {
    let text = "[\n {[&r2002\", \"type\": \"book\",\n \"title\": \"A – title\"},\n {\"id\": 42, \"issued\": {\"literal\": {\n*";
    let bibliography = read(Format::CslJson, text);
    for entry in bibliography.entries() {
        assert!(text.get(entry.span().range()).is_some() && text.get(entry.key_span().range()).is_some());
    }
    for problem in bibliography.problems() {
        assert!(text.get(problem.span.range()).is_some());
    }
}

const CSL_YAML: &str = "---
# A comment – with a dash
references:
- id: a1
  type: article-journal
  title: 'Über \"x\": a study'
  author:
  - family: Müller
    given: Anna
  - {family: Berg, given: J, non-dropping-particle: van den}
  - literal: WHO
  container-title: Journal of Y
  issued: {date-parts: [[2020, 5]]}
  DOI: 10.1000/xyz
- id: a2
  type: book
  title: >
    A folded
    title
  issued:
  - year: 2011
    month: 3
...
";

#[test]
fn csl_yaml_gives_works_and_places() {
    let bibliography = read(Format::CslYaml, CSL_YAML);
    assert_eq!(keys(&bibliography), ["a1", "a2"]);
    assert_eq!(bibliography.problems(), []);
    let entry = bibliography.get("a1").unwrap();
    let work = entry.work();
    assert_eq!(work.title.as_deref(), Some("Über \"x\": a study"));
    assert_eq!(work.authors[1].surname(), "van den Berg");
    assert_eq!(work.date, Some(Date { year: 2020, month: Some(5), day: None }));
    let at = |span: Span| &CSL_YAML[span.range()];
    assert_eq!(at(entry.field_span(FieldName::Title).unwrap()), "Über \"x\": a study");
    assert_eq!(at(entry.field_span(FieldName::Doi).unwrap()), "10.1000/xyz");
    assert_eq!(at(entry.key_span()), "a1");
    assert!(
        at(entry.span()).starts_with("id: a1") && at(entry.span()).ends_with("10.1000/xyz"),
        "{}",
        at(entry.span())
    );
    let book = bibliography.get("a2").unwrap().work();
    assert_eq!(
        (book.title.as_deref(), book.date),
        (Some("A folded title"), Some(Date { year: 2011, month: Some(3), day: None }))
    );
    assert_eq!(keys(&read(Format::CslYaml, "- id: x\n- id: y\n")), ["x", "y"]);
}

const HAYAGRIVA: &str = "zygos:
    type: Article
    author: [\"Prekas, George\", \"van Gogh, Vincent\", WHO]
    title: { value: \"ZygOS: {Low} latency\", verbatim: true }
    date: 2017-10-02
    page-range: 325-341
    serial-number: { doi: 10.1145/3132747.3132780, pmid: 7 }
    parent:
        - type: Proceedings
          title: Proceedings of SOSP
          volume: 26
          serial-number: { isbn: \"9780306406157\", doi: 10.1000/volume }

page:
    type: Web
    title: A page
    author:
        - { name: Berg, given-name: Jan, prefix: van den }
        - name: World Health Organization
    url: { value: https://clinicaltrials.gov/study/NCT01234567, date: 2020-01-01 }
";

#[test]
fn hayagriva_gives_works_and_places() {
    let bibliography = read(Format::Hayagriva, HAYAGRIVA);
    assert_eq!(keys(&bibliography), ["zygos", "page"]);
    let entry = bibliography.get("zygos").unwrap();
    let work = entry.work();
    assert_eq!(work.kind, WorkKind::ConferencePaper);
    assert_eq!(work.title.as_deref(), Some("ZygOS: Low latency"));
    assert_eq!(work.container.as_deref(), Some("Proceedings of SOSP"));
    assert_eq!(
        work.authors,
        [Name::person("Prekas", "George"), name("van", "Gogh", "Vincent"), Name::person("WHO", "")]
    );
    assert_eq!((work.volume.as_deref(), work.pages.as_deref()), (Some("26"), Some("325-341")));
    assert_eq!(work.identifiers.doi(), Some("10.1145/3132747.3132780"));
    assert_eq!((work.identifiers.pmid(), work.identifiers.isbn()), (Some(7), Some("9780306406157")));
    let at = |span: Span| &HAYAGRIVA[span.range()];
    assert_eq!(at(entry.field_span(FieldName::Title).unwrap()), "ZygOS: {Low} latency");
    assert_eq!(at(entry.field_span(FieldName::Doi).unwrap()), "10.1145/3132747.3132780");
    assert_eq!(at(entry.field_span(FieldName::Journal).unwrap()), "Proceedings of SOSP");
    let page = bibliography.get("page").unwrap().work();
    assert_eq!(page.kind, WorkKind::Trial);
    assert_eq!(
        page.authors,
        [name("van den", "Berg", "Jan"), Name::organisation("World Health Organization")]
    );
}

fn name(particle: &str, family: &str, given: &str) -> Name {
    Name::Person {
        family: family.into(),
        given: given.into(),
        particle: particle.into(),
        suffix: String::new(),
    }
}

#[test]
fn a_broken_place_in_yaml_costs_one_entry() {
    for broken in
        ["title: \"never closed", "title: [x", "title: a: b: c", "\ttitle: tab", "date: {", "? x\n    : : y"]
    {
        let hayagriva = format!(
            "a:\n    type: Book\n    title: A\nb:\n    type: Book\n    {broken}\n    date: 2000\nc:\n    type: Book\n    title: C\n"
        );
        let bibliography = read(Format::Hayagriva, &hayagriva);
        assert_eq!(bibliography.get("a").unwrap().work().title.as_deref(), Some("A"), "{hayagriva}");
        assert_eq!(bibliography.get("c").unwrap().work().title.as_deref(), Some("C"), "{hayagriva}");
        let csl = format!(
            "references:\n  - id: a\n    title: A\n  - id: b\n    {broken}\n    volume: 2\n  - id: c\n    title: C\n"
        );
        let bibliography = read(Format::CslYaml, &csl);
        assert!(bibliography.get("a").is_some(), "{csl}");
        assert_eq!(bibliography.get("c").unwrap().work().title.as_deref(), Some("C"), "{csl}");
    }
}

#[test]
fn the_format_is_told_by_ending_and_start() {
    let of = |path: &str, text: &str| Format::of(Path::new(path), text);
    assert_eq!(of("a/refs.BIB", ""), Some(Format::Bibtex));
    assert_eq!(of("refs.json", "["), Some(Format::CslJson));
    assert_eq!(of("refs.yml", HAYAGRIVA), Some(Format::Hayagriva));
    assert_eq!(of("refs.yaml", CSL_YAML), Some(Format::CslYaml));
    assert_eq!(of("refs.yaml", "# c\n- id: x"), Some(Format::CslYaml));
    assert_eq!(of("notes.md", ""), None);
}

fn damaged(text: &'static str) -> impl Strategy<Value = String> {
    prop::collection::vec((0..text.len(), 0usize..20, "[\\[\\]{}\":,\n' a#|>&*-]{0,3}"), 1..6).prop_map(
        move |cuts| {
            let mut rope = Rope::from_str(text);
            for (at, len, new) in cuts {
                let at = at.min(rope.len_bytes());
                TextEdit::new(Span::new(at, (at + len).min(rope.len_bytes())), new).apply(&mut rope);
            }
            rope.to_string()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_read_and_every_place_is_valid(
        (format, text) in prop_oneof![
            (Just(Format::CslJson), damaged(JSON)),
            (Just(Format::CslYaml), damaged(CSL_YAML)),
            (Just(Format::Hayagriva), damaged(HAYAGRIVA)),
            (prop_oneof![Just(Format::CslJson), Just(Format::CslYaml), Just(Format::Hayagriva)], "[\\[\\]{}\":,\n' aé#|>&*?!%@-]{0,40}"),
        ]
    ) {
        let bibliography = read(format, &text);
        let valid = |span: Span| text.get(span.range()).is_some();
        for entry in bibliography.entries() {
            prop_assert!(valid(entry.span()) && valid(entry.key_span()), "{:?} {:?}", entry.span(), entry.key_span());
            let _: Work = entry.work();
            for field in [FieldName::Title, FieldName::Year, FieldName::Doi, FieldName::Authors, FieldName::Journal] {
                if let Some(span) = entry.field_span(field) {
                    prop_assert!(valid(span), "{span:?}");
                }
            }
        }
        for problem in bibliography.problems() {
            prop_assert!(valid(problem.span));
        }
        let mut edited = read(format, "");
        edited.edit(Rope::from_str(&text), &TextEdit::new(Span::at(0), text.clone()));
        prop_assert_eq!(edited.len(), bibliography.len());
    }
}
