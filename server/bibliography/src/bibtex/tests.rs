#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use crate::{Bibliography, Date, FieldName, Format, Name, Program, Programs, Work, WorkKind, edit};
use proptest::prelude::*;
use referee_text::{Language, Rope, Span, TextEdit};

fn read(text: &str) -> Bibliography {
    Bibliography::read(Format::Bibtex, Rope::from_str(text))
}

fn work(text: &str) -> Work {
    read(text).entries().next_back().unwrap().work()
}

fn keys(text: &str) -> Vec<String> {
    read(text).entries().map(|entry| entry.key().to_owned()).collect()
}

#[test]
fn an_entry_gives_a_work_with_every_field() {
    let work = work(
        r#"@Article{knowler2002,
  author  = {Knowler, William C. and Barrett-Connor, Elizabeth and others},
  TITLE   = "Reduction in the incidence of type~2 diabetes with {lifestyle} intervention or metformin",
  journal = {The {New England} Journal of Medicine},
  year    = 2002, month = feb, volume = 346, number = {6}, pages = {393--403},
  doi     = {https://doi.org/10.1056/NEJMoa012512}, note = {PMID: 11832527},
}"#,
    );
    assert_eq!(work.kind, WorkKind::Article);
    assert_eq!(
        work.title.unwrap(),
        "Reduction in the incidence of type 2 diabetes with lifestyle intervention or metformin"
    );
    assert_eq!(
        work.authors,
        [Name::person("Knowler", "William C"), Name::person("Barrett-Connor", "Elizabeth")]
    );
    assert!(work.authors_truncated);
    assert_eq!(work.container.unwrap(), "The New England Journal of Medicine");
    assert_eq!(work.date.unwrap(), Date { year: 2002, month: Some(2), day: None });
    assert_eq!((work.volume.unwrap().as_str(), work.issue.unwrap().as_str()), ("346", "6"));
    assert_eq!(work.pages.unwrap(), "393-403");
    assert_eq!(work.identifiers.doi().unwrap(), "10.1056/nejmoa012512");
    assert_eq!(work.identifiers.pmid().unwrap(), 11_832_527);
}

#[test]
fn places_of_fields_are_exact() {
    let text =
        "% é\n@article{k1,\n title = {A {B} c},\n year=1999, journal = \"J\" # \" K\",\n doi={10.1/x}}\n";
    let bibliography = read(text);
    let entry = bibliography.get("k1").unwrap();
    let at = |span: Span| &text[span.range()];
    assert_eq!(at(entry.key_span()), "k1");
    assert_eq!(at(entry.span()), text.trim_start_matches("% é\n").trim_end());
    assert_eq!(at(entry.field_span(FieldName::Title).unwrap()), "A {B} c");
    assert_eq!(at(entry.field_span(FieldName::Year).unwrap()), "1999");
    assert_eq!(at(entry.field_span(FieldName::Journal).unwrap()), "\"J\" # \" K\"");
    assert_eq!(at(entry.field_span(FieldName::Doi).unwrap()), "10.1/x");
    assert_eq!(entry.field_span(FieldName::Pmid), None);
    assert_eq!(entry.kind_name(), "article");
    assert_eq!(bibliography.at(text.find("1999").unwrap()).unwrap().key(), "k1");
    assert!(bibliography.at(1).is_none());
}

#[test]
fn broken_places_cost_one_entry_and_keep_its_good_fields() {
    for (text, expected) in [
        // An unclosed brace.
        (
            "@article{a,\n  title = {Half typed\n  year = {2001},\n  doi = {10.1000/x}\n}\n\n@book{b,\n title={B}}",
            "a",
        ),
        (
            "@article{a,\n  title = {Half typed,\n  year = {2001},\n  doi = {10.1000/x},\n\n@book{b,\n title={B}}",
            "a",
        ),
        // An unclosed quotation mark.
        (
            "@article{a,\n  title = \"Half typed,\n  year = {2001},\n  doi = {10.1000/x}\n}\n@book{b,\n title={B}}",
            "a",
        ),
        // Missing commas.
        (
            "@article{a\n  title = {Half typed}\n  year = {2001}\n  doi = {10.1000/x}\n}\n@book{b,\n title={B}}",
            "a",
        ),
        // A surplus brace.
        (
            "@article{a,\n  title = {Half typed}},\n  year = {2001},\n  doi = {10.1000/x}\n}\n@book{b,\n title={B}}",
            "a",
        ),
        // A name that is being typed, and a name without a value.
        (
            "@article{a,\n  title = {Half typed},\n  jour\n  volume = \n  year = {2001},\n  doi = {10.1000/x}\n}\n@book{b,\n title={B}}",
            "a",
        ),
        // No key; a key with spaces; a missing equals sign.
        (
            "@article{,\n  title = {Half typed},\n  year {2001},\n  doi = {10.1000/x}\n}\n@book{b,\n title={B}}",
            "",
        ),
        (
            "@article{\n  title = {Half typed},\n  year = {2001},\n  doi = {10.1000/x}\n}\n@book{b,\n title={B}}",
            "",
        ),
        (
            "@article{a b c,\n  title = {Half typed},\n  year = {2001},\n  doi = {10.1000/x}\n}\n@book{b,\n title={B}}",
            "a b c",
        ),
        // Parentheses.
        (
            "@article(a,\n  title = {Half typed},\n  year = {2001},\n  doi = {10.1000/x}\n)\n@book{b,\n title={B}}",
            "a",
        ),
        // Unusual field names, and a repeated field.
        (
            "@article{a,\n  date+added:x-y = {1}, date added = {2}, title = {Half typed}, title = {Again},\n  year = {2001},\n  doi = {10.1000/x}\n}\n@book{b,\n title={B}}",
            "a",
        ),
    ] {
        let bibliography = read(text);
        assert_eq!(keys(text), [expected, "b"], "{text}");
        let work = bibliography.entries().next().unwrap().work();
        assert_eq!(work.title.as_deref(), Some("Half typed"), "{text}");
        assert_eq!(work.year(), Some(2001), "{text}");
        assert_eq!(work.identifiers.doi(), Some("10.1000/x"), "{text}");
        assert_eq!(bibliography.get("b").unwrap().work().title.as_deref(), Some("B"), "{text}");
        assert!(bibliography.problems().len() <= 1, "{:?}", bibliography.problems());
    }
}

#[test]
fn damage_is_reported_where_it_is_and_health_is_not() {
    let text = "@article{a,\n  title = {Half typed\n  year = {2001},\n}\n\n@book{b,\n title={B}}";
    let problems = read(text).problems();
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].span.start as usize, text.find("{Half").unwrap());
    assert!(problems[0].message.text(Language::English).contains("entry a"), "{:?}", problems[0].message);
    for healthy in [
        "",
        "% nothing yet\n",
        "@string{x = \"X\"} @comment{jabref-meta: {\\;}} @preamble{\"\\newcommand{\\x}{}\"} @misc{a, note = x # {y}}",
        "@article{a, title = {A}, }\n@article{b, title = \"B\" }\n@misc{c}\n@misc(d, note = {x})",
    ] {
        assert_eq!(read(healthy).problems(), [], "{healthy}");
    }
    assert_eq!(read("<html>not found</html>").problems().len(), 1);
}

#[test]
fn strings_are_expanded_in_the_order_of_the_file() {
    let text = "@string{j = \"First\"}\n@article{a, journal = J # \" Half\", month = may, year = 2000}\n@STRING{j = {Second}}\n@string(k = j # { of})\n@article{b, journal = k, year = 2001}\n@article{c, journal = unknown}";
    let bibliography = read(text);
    assert_eq!(bibliography.get("a").unwrap().work().container.unwrap(), "First Half");
    assert_eq!(bibliography.get("a").unwrap().work().date.unwrap().month, Some(5));
    assert_eq!(bibliography.get("b").unwrap().work().container.unwrap(), "Second of");
    assert_eq!(bibliography.get("c").unwrap().work().container.unwrap(), "unknown");
    // Circular definitions and definitions that grow exponentially.
    let bomb = format!(
        "@string{{a = {}}}\n@string{{b = {}}}\n@misc{{x, note = b}}",
        ["b"; 60].join("#"),
        ["a"; 60].join("#")
    );
    assert!(read(&bomb).entries().next().is_some_and(|entry| entry.work().title.is_none()));
}

#[test]
fn fields_are_inherited() {
    let text = r"
@inproceedings{paper, crossref = {vol}, title = {A paper}, author = {A, B}, pages = {1--2}}
@proceedings{vol, title = {Proceedings of X}, subtitle = {Sub}, year = 2010, editor = {E, F}, doi = {10.1000/volume}, publisher = {P}}
@incollection{chapter, crossref = {coll}, title = {A chapter}, author = {C, D}}
@collection{coll, title = {The Book}, booktitle = {The Booktitle}, date = {2011-02}, author = {X, Y}}
@article{x1, xdata = {shared, none}, title = {With data}, crossref = {x1}}
@xdata{shared, journal = {Shared Journal}, year = 2012, xdata = {x1}}
@misc{loop1, crossref = {loop2}, title={L}} @misc{loop2, crossref = {loop1}, year=1990}
";
    let bibliography = read(text);
    let work = |key: &str| bibliography.get(key).unwrap().work();
    let paper = work("paper");
    assert_eq!(paper.container.unwrap(), "Proceedings of X: Sub");
    assert_eq!((paper.title.unwrap().as_str(), paper.date.unwrap().year), ("A paper", 2010));
    assert_eq!(paper.identifiers.doi(), None, "the DOI of the volume is not that of the paper");
    assert_eq!(paper.editors.len(), 1);
    let chapter = work("chapter");
    assert_eq!((chapter.container.unwrap().as_str(), chapter.date.unwrap().month), ("The Book", Some(2)));
    assert_eq!(chapter.authors, [Name::person("C", "D")]);
    assert_eq!(
        (work("x1").container.unwrap().as_str(), work("x1").date.unwrap().year),
        ("Shared Journal", 2012)
    );
    assert_eq!(work("loop1").date.unwrap().year, 1990);
}

#[test]
fn keys_find_entries_by_any_of_their_names() {
    let bibliography =
        read("@a{x, ids = {old1, old2}, title={1}}\n@a{y, title={2}}\n@a{x, title={3}}\n@a{old2, title={4}}");
    let title = |key: &str| bibliography.get(key).and_then(|entry| entry.work().title);
    assert_eq!(title("x").as_deref(), Some("1"));
    assert_eq!(title("old1").as_deref(), Some("1"));
    assert_eq!(title("old2").as_deref(), Some("4"));
    assert_eq!(title("X"), None);
    assert_eq!(bibliography.get("old1").unwrap().aliases(), ["old1", "old2"]);
}

#[test]
fn the_fingerprint_follows_what_the_work_depends_on() {
    let text = "@string{j = {J}}\n@article{a, journal = j}\n@inproceedings{p, crossref = {v}}\n@proceedings{v, year = 2000}\n@misc{m, year = 1}\n";
    let mut rope = Rope::from_str(text);
    let mut bibliography = Bibliography::read(Format::Bibtex, rope.clone());
    let prints = |bibliography: &Bibliography| -> Vec<u64> {
        bibliography.entries().map(|entry| entry.fingerprint()).collect()
    };
    let mut change = |find: &str, to: &str| {
        let before = prints(&bibliography);
        let at = rope.to_string().find(find).unwrap();
        let edit = TextEdit::new(Span::new(at, at + find.len()), to).apply(&mut rope);
        bibliography.edit(rope.clone(), &edit);
        let after = prints(&bibliography);
        before.iter().zip(&after).map(|(one, other)| one != other).collect::<Vec<_>>()
    };
    assert_eq!(change("{J}", "{JJ}"), [true, false, false, false]);
    assert_eq!(change("2000", "2001"), [false, true, true, false]);
    assert_eq!(change("@misc{m", "% comment\n\n@misc{m"), [false; 4]);
    assert_eq!(change("year = 1}", "year = 2}"), [false, false, false, true]);
}

#[test]
fn identifiers_are_found_wherever_authors_put_them() {
    for (fields, expected) in [
        (r"doi = {10.1007/978-3-319\_12}", "doi:10.1007/978-3-319_12"),
        (r"doi = {10.1000/a{\_}b}", "doi:10.1000/a_b"),
        (r"doi = {doi:10.1000/A}", "doi:10.1000/a"),
        (
            r"doi = {10.1002/(SICI)1097-0258(19980815/30)17:15/16$<$1661::AID-SIM968$>$3.0.CO;2-2}",
            "doi:10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2",
        ),
        (r"url = {https://doi.org/10.1000/xyz}", "doi:10.1000/xyz"),
        (r"url = {http://dx.doi.org/10.1000%2Fxyz}", "doi:10.1000/xyz"),
        (r"eprint = {1706.03762}, archiveprefix = {arXiv}", "arXiv:1706.03762"),
        (r"eprint = {1706.03762v5}, eprinttype = {arxiv}", "arXiv:1706.03762v5"),
        (r"eprint = {hep-th/9901001}", "arXiv:hep-th/9901001"),
        (r"eprint = {12345678}, eprinttype = {pubmed}", "PMID:12345678"),
        (r"eprint = {https://academic.oup.com/x.pdf}", ""),
        (r"journal = {arXiv preprint arXiv:2103.15348}", "arXiv:2103.15348"),
        (r"journal = {CoRR}, volume = {abs/1706.03762}", "arXiv:1706.03762"),
        (r"url = {https://arxiv.org/abs/1706.03762}", "arXiv:1706.03762"),
        (r"url = {https://pubmed.ncbi.nlm.nih.gov/11832527/}", "PMID:11832527"),
        (r"url = {https://www.ncbi.nlm.nih.gov/pmc/articles/PMC2675004/}", "PMC2675004"),
        (r"note = {{PMID:} 23439512 PMCID: PMC123456}", "PMC123456 PMID:23439512"),
        (r"pmid = 123, pmcid = {PMC55}", "PMID:123 PMC55"),
        (r"isbn = {978-0-306-40615-7}", "ISBN 9780306406157"),
        (r"howpublished = {\url{https://clinicaltrials.gov/study/NCT01234567}}", "NCT01234567"),
    ] {
        let work = work(&format!("@misc{{k, {fields}}}"));
        let found: Vec<String> = work.identifiers.iter().map(ToString::to_string).collect();
        assert_eq!(found.join(" "), expected, "{fields}");
    }
}

#[test]
fn a_reference_that_stands_in_one_field_as_it_is_printed_is_read() {
    let reference =
        "Okafor B, Lindqvist T. Sleep and glucose in shift workers. Diabetes Care. 2019;42(3):455-61.";
    for fields in [
        format!("note = {{{reference}}}, doi = {{10.1000/xyz}}"),
        format!("howpublished = {{{reference} \\url{{https://doi.org/10.1000/xyz}}}}"),
        format!("title = {{{reference} doi:10.1000/xyz}}"),
    ] {
        let work = work(&format!("@misc{{k, {fields}}}"));
        assert_eq!(work.title.as_deref(), Some("Sleep and glucose in shift workers"), "{fields}");
        assert_eq!(work.identifiers.doi(), Some("10.1000/xyz"), "{fields}");
        assert_eq!(work.authors.len(), 2, "{fields}");
        assert_eq!(work.date.map(|date| date.year), Some(2019), "{fields}");
    }
}

#[test]
fn a_remark_beside_an_identifier_is_no_reference() {
    for fields in [
        "note = {Accessed on 5 May 2020 and printed with the permission of the owner}, doi = {10.1000/xyz}",
        "note = {In press}, doi = {10.1000/xyz}",
        "howpublished = {Personal communication with the head of the department}, pmid = {123}",
        "author = {Okafor, B.}, note = {Lindqvist T. Sleep in men. Sleep. 2019;1:2-3.}, doi = {10.1000/xyz}",
    ] {
        assert_eq!(work(&format!("@misc{{k, {fields}}}")).title, None, "{fields}");
    }
    let comment = work("@misc{k, title = {Comment on doi:10.1000/xyz}}");
    assert_eq!(comment.title.as_deref(), Some("Comment on doi:10.1000/xyz"));
    assert!(comment.identifiers.is_empty(), "it is the DOI of another work");
}

#[test]
fn the_kind_of_work_is_told() {
    for (entry, kind) in [
        ("@article{k, journal = {Nature}}", WorkKind::Article),
        ("@article{k, journal = {arXiv preprint arXiv:2103.15348}}", WorkKind::Preprint),
        ("@article{k, journal = {bioRxiv}, doi = {10.1101/2020.01.01.1}}", WorkKind::Preprint),
        ("@article{k, journal = {Preprints.org}}", WorkKind::Preprint),
        ("@article{k, journal = {Available at SSRN 123}}", WorkKind::Preprint),
        ("@article{k, journal = {Correspondence}}", WorkKind::Article),
        (
            "@article{k, journal = {Phys. Rev. Lett.}, eprint = {1706.03762}, archiveprefix = {arXiv}}",
            WorkKind::Article,
        ),
        ("@article{k, journal = {engrXiv}}", WorkKind::Preprint),
        ("@misc{k, howpublished = {arXiv preprint}}", WorkKind::Preprint),
        ("@misc{k, note = {arXiv}}", WorkKind::Preprint),
        ("@unpublished{k, note = {Preprint, medRxiv}}", WorkKind::Preprint),
        ("@misc{k, archiveprefix = {arXiv}}", WorkKind::Preprint),
        ("@misc{k, eprint = {1706.03762}, archiveprefix = {arXiv}}", WorkKind::Preprint),
        ("@misc{k, howpublished = {\\url{https://example.org}}}", WorkKind::WebPage),
        ("@misc{k, title = {X}}", WorkKind::Unknown),
        ("@misc{k, url = {https://github.com/a/b}}", WorkKind::Software),
        ("@online{k, url = {https://www.who.int/x}}", WorkKind::WebPage),
        ("@online{k, url = {https://clinicaltrials.gov/study/NCT01234567}}", WorkKind::Trial),
        ("@conference{k}", WorkKind::ConferencePaper),
        ("@phdthesis{k}", WorkKind::Thesis),
        ("@TechReport{k, institution = {WHO}}", WorkKind::Report),
        (
            "@manual{k, title = {R: A Language}, organization = {R Foundation for Statistical Computing}}",
            WorkKind::Software,
        ),
        ("@inbook{k}", WorkKind::Chapter),
        ("@proceedings{k}", WorkKind::Book),
        ("@dataset{k}", WorkKind::Dataset),
        ("@patent{k}", WorkKind::Patent),
        ("@standard{k}", WorkKind::Standard),
        ("@unpublished{k}", WorkKind::Other),
    ] {
        assert_eq!(work(entry).kind, kind, "{entry}");
    }
}

/// Generates text that looks like BibTeX, with every kind of damage.
fn bibtex_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "@(article|string|comment|misc|é)[{(]?[a-c]?,?\n?",
        " ?(title|year|crossref|xdata|ids|doi|author) ?=? ?[{\"]?[a-c0-9 é\\\\]{0,4}[}\"]?[,#]?\n?",
        "[{}\"(),=#%@\\\\ \n~$-]",
        "\\PC{0,3}",
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_text_is_read_and_every_place_is_valid(text in bibtex_like()) {
        let bibliography = read(&text);
        let valid = |span: Span| text.get(span.range()).is_some();
        let mut end = 0;
        for entry in bibliography.entries() {
            prop_assert!(valid(entry.span()) && valid(entry.key_span()), "{:?}", entry.span());
            prop_assert!(entry.span().contains(entry.key_span()));
            prop_assert!(entry.span().start >= end, "entries do not overlap");
            end = entry.span().end;
            prop_assert!(text[entry.span().range()].starts_with('@'));
            for field in [FieldName::Title, FieldName::Year, FieldName::Doi, FieldName::Authors] {
                if let Some(span) = entry.field_span(field) {
                    prop_assert!(valid(span) && entry.span().contains(span), "{span:?} in {:?}", entry.span());
                }
            }
            let (work, _) = (entry.work(), entry.fingerprint());
            prop_assert!(work.title.as_deref() != Some(""));
            prop_assert!(entry.key().is_empty() || bibliography.get(entry.key()).is_some());
        }
        for problem in bibliography.problems() {
            prop_assert!(valid(problem.span));
        }
    }

    #[test]
    fn edits_in_any_order_equal_a_fresh_read(
        start in bibtex_like(),
        edits in prop::collection::vec((0usize..300, 0usize..30, bibtex_like()), 1..5),
    ) {
        let shown = |bibliography: &Bibliography| -> Vec<_> {
            bibliography
                .entries()
                .map(|entry| (entry.span(), entry.key_span(), entry.fingerprint(), entry.work(), bibliography.get(entry.key()).map(|found| found.index())))
                .collect()
        };
        let mut rope = Rope::from_str(&start);
        let mut bibliography = Bibliography::read(Format::Bibtex, rope.clone());
        for (at, len, text) in edits {
            let at = at.min(rope.len_bytes());
            let end = (at + len).min(rope.len_bytes());
            let edit = TextEdit::new(Span::new(at, end), text).apply(&mut rope);
            bibliography.edit(rope.clone(), &edit);
            let fresh = Bibliography::read(Format::Bibtex, rope.clone());
            prop_assert_eq!(shown(&bibliography), shown(&fresh));
            prop_assert_eq!(bibliography.problems(), fresh.problems());
        }
    }
}

#[test]
fn a_preprint_says_its_server_in_a_note() {
    for (fields, server) in [
        ("howpublished = {arXiv preprint}", "arXiv"),
        ("note = {Preprint on {bioRxiv}}", "bioRxiv"),
        ("archiveprefix = {arXiv}", "arXiv"),
        ("note = {Preprint, SSRN}, publisher = {Elsevier}", "Elsevier"),
    ] {
        let source = format!("@misc{{k, title = {{A title of a work}}, {fields}}}");
        let bibliography = Bibliography::read(Format::Bibtex, Rope::from(source));
        let work = bibliography.entries().next().unwrap().work();
        assert_eq!((work.kind, work.publisher.as_deref()), (WorkKind::Preprint, Some(server)), "{fields}");
    }
}

#[test]
fn of_a_field_that_occurs_twice_the_program_that_prints_it_decides() {
    let text = "@article{a, title = {A}, doi = {10.1000/first}, year = 2020, DOI = {10.1000/last}}\n\
                @article{b, title = {B}, doi = {10.1000/only}}\n\
                @article{c, title = {C}, note = {x}, xdata = {a}}\n";
    let read = Bibliography::read(Format::Bibtex, Rope::from_str(text));
    let by_bibtex = read.as_printed_by(Program::Bibtex.into());
    let by_biber = read.as_printed_by(Program::Biber.into());
    let by_both = read.as_printed_by([Program::Bibtex, Program::Typst].into_iter().collect());
    let doi = |bibliography: &Bibliography, key: &str| {
        let entry = bibliography.get(key).unwrap();
        let work = entry.shared_work();
        let span = entry.field_span(FieldName::Doi).map(|span| text[span.range()].to_owned());
        (work.identifiers.doi().unwrap_or_default().to_owned(), span, entry.fingerprint())
    };
    for (bibliography, expected) in
        [(&read, "first"), (&by_bibtex, "first"), (&by_biber, "last"), (&by_both, "last")]
    {
        let (read, span, _) = doi(bibliography, "a");
        assert_eq!((read.as_str(), span.as_deref()), (&*format!("10.1000/{expected}"), Some(read.as_str())));
        let edits = edit::set_field(&bibliography.get("a").unwrap(), FieldName::Doi, "10.1000/new");
        assert_eq!(text[edits[0].span.range()], *read);
    }
    // Without a repeated field, the fingerprint does not depend on the program.
    assert_eq!(doi(&by_bibtex, "b").2, doi(&by_biber, "b").2);
    assert_ne!(doi(&by_bibtex, "a").2, doi(&by_biber, "a").2);
    let fingerprint = |bibliography: &Bibliography| bibliography.get("c").unwrap().fingerprint();
    assert_ne!(fingerprint(&by_bibtex), fingerprint(&by_biber));
}

#[test]
fn a_list_that_is_cut_short_is_written_as_the_program_can_print_it() {
    let work = Work {
        title: Some("A".into()),
        authors: vec![Name::person("Able", "Ann")],
        authors_truncated: true,
        ..Work::default()
    };
    let read = Bibliography::read(Format::Bibtex, Rope::from_str("@misc{k, author = {X}}\n"));
    let written = |programs: Programs| {
        let bibliography = read.as_printed_by(programs);
        let edits = edit::set_fields(&bibliography.get("k").unwrap(), &work, &[FieldName::Authors]);
        let appended = edit::append_entry(&bibliography, "new", &work).unwrap().text;
        assert_eq!(appended.contains("and others"), edits[0].text.contains("and others"));
        edits[0].text.clone()
    };
    assert_eq!(written(Programs::default()), "Able, Ann and others");
    assert_eq!(written(Program::Biber.into()), "Able, Ann and others");
    assert_eq!(written(Program::Typst.into()), "Able, Ann");
    assert_eq!(written(Programs::all()), "Able, Ann");
}
