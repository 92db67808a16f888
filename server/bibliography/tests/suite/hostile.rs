//! Control characters for terminals or editors in records: no format passes them on to a work.

use referee_bibliography::{
    Bibliography, Format, SourceItem, Work, nbib, pubmed, read_item, retraction_watch, ris,
};
use referee_text::{Rope, visible::is_active};

/// Colours, a window title, a link, NUL, BEL, C1 and directional controls between words.
const HOSTILE: &str = "Salt\u{1b}[31m and\u{1b}]0;owned\u{7} \u{1b}]8;;http://x.example\u{7}pressure\u{0}\u{8}\u{9b}2J \u{202e}of\u{2066} age\u{85}d";

fn assert_shown(format: &str, work: &Work) {
    let texts =
        [&work.title, &work.subtitle, &work.container, &work.publisher, &work.volume, &work.pages, &work.url]
            .into_iter()
            .flatten()
            .chain(&work.summary)
            .cloned()
            .chain(work.authors.iter().map(|name| format!("{name:?}").replace("\\u{", "ESCAPED")));
    for text in texts {
        assert!(!text.chars().any(is_active), "{format}: {text:?}");
        assert!(
            !text.contains("ESCAPED") && !text.contains("owned") && !text.contains("[31m"),
            "{format}: {text:?}"
        );
    }
    let title = work.full_title().unwrap_or_else(|| panic!("{format}: no title in {work:?}"));
    assert!(title.starts_with("Salt and pressure of age"), "{format}: {title:?}");
}

#[test]
fn no_format_brings_anything_into_a_work_that_a_terminal_obeys() {
    let bibtex = format!(
        "@article{{a, title = {{{HOSTILE}}}, author = {{Doe\u{1b}[1m, Jane\u{202e}}}, journal = {{{HOSTILE}}}}}"
    );
    let json = serde_json::json!([{"id": "a", "type": "article-journal", "title": HOSTILE, "container-title": HOSTILE,
        "author": [{"family": "Doe\u{1b}[1m", "given": "Jane\u{202e}"}]}])
    .to_string();
    let yaml = serde_json::json!({"references": [{"id": "a", "type": "article-journal", "title": HOSTILE}]})
        .to_string();
    let hayagriva =
        serde_json::json!({"a": {"type": "article", "title": HOSTILE, "author": "Doe\u{1b}[1m, Jane"}})
            .to_string();
    for (format, text) in [
        (Format::Bibtex, bibtex),
        (Format::CslJson, json),
        (Format::CslYaml, yaml),
        (Format::Hayagriva, hayagriva),
    ] {
        let bibliography = Bibliography::read(format, Rope::from(text));
        let entry = bibliography.entries().next().unwrap_or_else(|| panic!("{format:?}"));
        assert_shown(&format!("{format:?}"), &entry.work());
        assert_shown(&format!("{format:?}"), &entry.shared_work());
    }
    let one_line = HOSTILE.replace('\u{85}', "");
    let record = ris::read(&format!(
        "TY  - JOUR\nTI  - {one_line}\nAU  - Doe\u{1b}[1m, Jane\nAB  - {one_line}\nER  - \n"
    ))
    .next();
    assert_shown("RIS", &record.expect("a record").work);
    let record =
        nbib::read(&format!("PMID- 1\nTI  - {one_line}\nFAU - Doe\u{1b}[1m, Jane\nAB  - {one_line}\n"))
            .next();
    assert_shown("NBIB", &record.expect("a record").work);
    // XML cannot contain NUL and ESC, but can encode them as character references.
    let xml = format!(
        "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><Journal><Title>J</Title></Journal><ArticleTitle>{}</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>",
        HOSTILE.replace('\u{1b}', "&#x1b;").replace('\0', "")
    );
    for item in pubmed::read(xml.as_bytes()).flatten() {
        let SourceItem::Record(record) = item else { panic!("it is a record") };
        assert_shown("PubMed XML", &record.work);
    }
    let table = format!(
        "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes\n1,\"{one_line}\",,,J,,,Doe\u{1b}[1m Jane,,,1/2/2020 0:00,10.1/r,1,1/2/2019 0:00,10.1/a,2,Retraction,+{one_line};,No,\n"
    );
    let record = retraction_watch::read(table.as_bytes())
        .expect("the table")
        .next()
        .expect("a row")
        .expect("readable");
    assert_shown("Retraction Watch", &record.work);
    assert!(
        record
            .notices
            .iter()
            .all(|notice| { !notice.text.iter().flat_map(|text| text.chars()).any(is_active) })
    );
    let item = read_item(&format!("Doe J, Roe R. {one_line}. Lancet. 2019;12(3):4-5."));
    let title = item.work.title.unwrap_or_default();
    assert!(!title.chars().any(is_active), "{title:?}");
}
