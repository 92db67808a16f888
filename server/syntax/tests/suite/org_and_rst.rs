//! Tests Org and reStructuredText: citations, headings, and parts that are not text.

use super::{read, targets};
use referee_syntax::Format;

#[test]
fn org_cites_in_the_ways_of_org_cite_and_org_ref() {
    let text = "#+title: One\n#+bibliography: refs.bib\n\n* Introduction :tag:\n\nAs [cite:@a] and [cite/t:see @b p. 3; @c] say, and cite:d,e, \
                [[citep:see &f p. 3; &g]], [[cite:h]] and autocite:i. Not [cite:none], recite:j or =cite:k=.\n\n\
                #+begin_src python\nx = \"[cite:@l]\"\n\ny\n#+end_src\n\n# a comment cite:m\n";
    assert_eq!(targets(Format::Org, text), ["a", "b", "c", "d", "e", "f", "g", "h", "i"]);
    let document = read(Format::Org, text);
    assert_eq!(document.headings()[0].text, "Introduction");
    assert_eq!(document.names_bibliographies()[0].name, "refs.bib");
    let short = ".. bibliography:: bib\n";
    let document = read(Format::Rst, short);
    assert_eq!(&short[document.names_bibliographies()[0].span.range()], "bib");
    assert_eq!(Some(document.names_bibliographies()[0].span.range().start), short.rfind("bib"));
}

#[test]
fn punctuation_at_the_end_of_a_key_belongs_to_it_in_brackets_of_org() {
    let text = "As [cite:@why2019?; @a.b.] and [cite/t:@wow!] say, see [[cite:&why2019?;&dots.]], [[citep:see &ns: p. 2]] \
                and [[citet:old.,wow!]]. Is it so cite:plain? Or cite:last.\n";
    let keys = ["why2019?", "a.b.", "wow!", "why2019?", "dots.", "ns:", "old.", "wow!", "plain", "last"];
    assert_eq!(targets(Format::Org, text), keys);
}

#[test]
fn org_names_a_style_for_the_processor_of_styles_only() {
    let style = |text: &str| read(Format::Org, text).citation_style().map(|named| named.name);
    assert_eq!(style("#+title: One\n#+cite_export: csl house.csl\n").as_deref(), Some("house.csl"));
    assert_eq!(style("#+cite_export: biblatex authoryear\n"), None);
    assert_eq!(style("#+cite_export: csl\n"), None);
}

#[test]
fn restructuredtext_cites_by_roles() {
    let text = "Introduction\n============\n\nAs :cite:t:`a` says :cite:p:`b,c`. Code is ``:cite:p:`d```::\n\n    :cite:p:`e`\n\n\
                .. a comment :cite:p:`f`\n\n.. note::\n\n   See :cite:`g`.\n\n.. bibliography:: refs.bib\n   :style: plain\n";
    assert_eq!(targets(Format::Rst, text), ["a", "b", "c", "g"]);
    let document = read(Format::Rst, text);
    assert_eq!(document.headings()[0].text, "Introduction");
    assert_eq!(document.names_bibliographies()[0].name, "refs.bib");
}

#[test]
fn lists_of_references_are_found_below_their_headings() {
    let item = "1. Smith J. A title of some length. J Wards. 2020;1:2-9.";
    for (format, text) in [
        (Format::Org, format!("Said [1].\n\n* References\n\n{item}\n")),
        (Format::Rst, format!("Said [1].\n\nReferences\n----------\n\n{item}\n")),
    ] {
        let document = read(format, &text);
        assert_eq!(document.list_items().count(), 1, "{format:?}");
        assert_eq!(document.citations().count(), 1, "{format:?}");
    }
}

#[test]
fn a_passage_that_referee_wrote_is_known_again() {
    let passages = [
        (
            Format::Org,
            "# referee:written 2026-11-20 by=counted what=report works=3 evidence=none hash=0\n\nWords.\n\n# referee:end\n",
        ),
        (
            Format::Rst,
            ".. referee:written 2026-11-20 by=counted what=report works=3 evidence=none hash=0\n\nWords.\n\n.. referee:end\n",
        ),
    ];
    for (format, text) in passages {
        let document = read(format, text);
        let written = document.written();
        assert_eq!(written.len(), 1, "{text}");
        assert_eq!(written[0].provenance.what.as_deref(), Some("report"));
        assert_eq!(text[written[0].span.range()].trim(), "Words.", "{text}");
        assert!(written[0].end.is_some(), "{text}");
    }
}

#[test]
fn the_list_that_pandoc_writes_in_restructuredtext_is_cut_into_its_items() {
    let text = "Intro\n=====\n\nAs shown (Ferro 2014).\n\nReferences\n==========\n\n.. container:: references csl-bib-body hanging-indent\n   :name: refs\n\n   .. container:: csl-entry\n      :name: ref-ferro2014\n\n      Ferro, William C., and Jan van der Linde. 2014. “Falls on Wards with\n      Lights.” *New Journal of Wards* 46 (6): 93–103.\n      https://doi.org/10.1000/wards.\n\n   .. container:: csl-entry\n      :name: ref-roe2003\n\n      Roe, Richard. 2003. “On the Memory of Voles.” *Vole* 342: 7–8.\n\n   .. container:: csl-entry\n      :name: ref-stone2010\n\n      Stone, John A. 2010. “Sleep in Pregnancy.” *Wards* 3 (1): 100–120.\n";
    let document = read(Format::Rst, text);
    let items: Vec<(String, String)> = document
        .list_items()
        .map(|listed| {
            let start = listed.start + listed.item.span.start as usize;
            let end = listed.start + listed.item.span.end as usize;
            (
                listed.item.work.title.clone().unwrap_or_default(),
                text[start..end].split(',').next().unwrap().to_owned(),
            )
        })
        .collect();
    let expected = [
        ("Falls on Wards with Lights", "Ferro"),
        ("On the Memory of Voles", "Roe"),
        ("Sleep in Pregnancy", "Stone"),
    ];
    assert_eq!(items, expected.map(|(title, head)| (title.to_owned(), head.to_owned())));
}
