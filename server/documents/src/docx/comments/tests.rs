#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
use super::*;
use crate::fixture::{archive, docx, field, paragraph, zotero};
use referee_bibliography::xml_tree::Node;
use std::collections::BTreeMap;
use std::io::Read;

const TYPES_XML: &str = "<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>";

fn parts(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut out = BTreeMap::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        out.insert(entry.name().unwrap().into_owned(), content);
    }
    out
}

fn about(paragraph: u32, words: &str, text: &str) -> Comment {
    Comment { paragraph: Some(paragraph), words: words.to_owned(), offset: None, text: text.to_owned() }
}

fn text(parts: &BTreeMap<String, Vec<u8>>, name: &str) -> String {
    String::from_utf8(parts[name].clone()).unwrap()
}

/// The text of a document without the marks of comments.
fn unmarked(text: &str) -> String {
    let mut out = text.to_owned();
    for (begin, end) in
        [("<w:commentRangeStart", "/>"), ("<w:commentRangeEnd", "/>"), ("<w:r><w:commentReference", "</w:r>")]
    {
        while let Some(at) = out.find(begin) {
            let length = out[at..].find(end).unwrap() + end.len();
            out.replace_range(at..at + length, "");
        }
    }
    out
}

#[test]
fn a_comment_is_put_around_the_runs_of_its_words_and_nothing_else_changes() {
    let code = format!("ADDIN ZOTERO_ITEM CSL_CITATION {}", zotero(1, "Ng", "Sleep", 2019));
    let body = format!(
        "{}<w:p/><w:p><w:r><w:t xml:space=\"preserve\">Rest helps </w:t></w:r>{}<w:r><w:t>, they say.</w:t></w:r></w:p>",
        paragraph("Introduction"),
        field(&code, "(Ng, 2019)"),
    );
    let before = docx(
        &body,
        &[
            ("[Content_Types].xml", TYPES_XML),
            ("word/styles.xml", "<w:styles xmlns:w=\"x\"/>"),
            ("docProps/app.xml", "<a/>"),
        ],
    );
    let after =
        with_comments(&before, &[about(2, "(Ng, 2019)", "ng2019: <retracted> & \"gone\"")], "referee", "ref")
            .unwrap();
    let (old, new) = (parts(&before), parts(&after));
    for (name, content) in &old {
        if !["word/document.xml", "[Content_Types].xml"].contains(&name.as_str()) {
            assert_eq!(content, &new[name], "{name}");
        }
    }
    let marked = text(&new, "word/document.xml");
    assert_eq!(unmarked(&marked), text(&old, "word/document.xml"));
    assert!(
        marked.contains(
            "<w:commentRangeStart w:id=\"0\"/><w:r><w:t>(Ng, 2019)</w:t></w:r><w:commentRangeEnd w:id=\"0\"/>"
        ),
        "{marked}"
    );
    let comments = Element::parse(&text(&new, "word/comments.xml")).unwrap();
    let comment = comments.children().next().unwrap();
    assert_eq!((comment.attribute("id"), comment.attribute("author")), (Some("0"), Some("referee")));
    assert!(text(&new, "word/comments.xml").contains("ng2019: &lt;retracted&gt; &amp; &quot;gone&quot;"));
    assert!(text(&new, "[Content_Types].xml").contains("PartName=\"/word/comments.xml\""));
    assert!(text(&new, "word/_rels/document.xml.rels").contains("Target=\"comments.xml\""));
    // The copy reads as the document does.
    let read = |bytes: &[u8]| crate::docx::read(bytes).unwrap().text().to_string();
    assert_eq!(read(&after), read(&before));
}

#[test]
fn comments_of_a_co_author_stay_and_numbers_go_on() {
    let relations = "<?xml version=\"1.0\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId9\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments\" Target=\"comments.xml\"/></Relationships>";
    let theirs = "<w:comments xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:comment w:id=\"4\" w:author=\"Ana\"><w:p/></w:comment></w:comments>";
    let before = docx(
        &format!("{}{}", paragraph("One."), paragraph("Two.")),
        &[
            ("[Content_Types].xml", TYPES_XML),
            ("word/_rels/document.xml.rels", relations),
            ("word/comments.xml", theirs),
        ],
    );
    let two = [about(2, "Two.", "a"), about(2, "Two.", "b"), about(9, "", "at the first paragraph")];
    let new = parts(&with_comments(&before, &two, "referee", "ref").unwrap());
    let root = Element::parse(&text(&new, "word/comments.xml")).unwrap();
    let ids: Vec<&str> = root.children().filter_map(|one| one.attribute("id")).collect();
    assert_eq!(ids, ["4", "5", "6", "7"]);
    assert_eq!(new["word/_rels/document.xml.rels"], relations.as_bytes());
    let marked = text(&new, "word/document.xml");
    Element::parse(&marked).unwrap();
    for id in 5..8 {
        for mark in ["commentRangeStart", "commentRangeEnd", "commentReference"] {
            assert_eq!(
                marked.matches(&format!("<w:{mark} w:id=\"{id}\"/>")).count(),
                1,
                "{mark} {id}: {marked}"
            );
        }
    }
}

#[test]
fn a_document_without_a_list_of_types_or_in_another_encoding_is_refused() {
    assert!(with_comments(&docx(&paragraph("One."), &[]), &[about(1, "", "x")], "a", "b").is_err());
    let strange = archive(&[("word/document.xml", b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"/>")]);
    assert!(with_comments(&strange, &[], "a", "b").is_err());
}

/// The words between the marks of a comment, and the properties of their runs.
fn commented(marked: &str, id: u32) -> (String, Vec<String>) {
    let from = marked.find(&format!("<w:commentRangeStart w:id=\"{id}\"/>")).unwrap();
    let to = marked.find(&format!("<w:commentRangeEnd w:id=\"{id}\"/>")).unwrap();
    let between = Element::parse(&format!("<w:p>{}</w:p>", &marked[from..to])).unwrap();
    let words = between.descendants("t").into_iter().flat_map(|one| &one.content);
    let words = words.map(|node| match node {
        Node::Text(words, _) => words.as_str(),
        Node::Element(_) => "",
    });
    let names = |run: &&Element| {
        run.child("rPr").map(|all| all.children().map(|one| one.name.clone()).collect()).unwrap_or_default()
    };
    (
        words.collect(),
        between.descendants("r").iter().map(names).map(|all: Vec<String>| all.join(" ")).collect(),
    )
}

#[test]
fn a_run_is_divided_at_the_words_and_its_parts_keep_its_properties() {
    let body = "<w:p><w:r w:rsidR=\"00A\"><w:rPr><w:b/><w:i/></w:rPr><w:t>Salt &amp; water (p = .36) fell, and again p = .36 &#233;ste.</w:t></w:r></w:p>";
    let before = docx(body, &[("[Content_Types].xml", TYPES_XML)]);
    let plain = "Salt & water (p = .36) fell, and again p = .36 éste.";
    let second = plain.rfind("p = .36").unwrap();
    let comments = [
        about(1, "p = .36", "the first"),
        Comment { offset: Some(second), ..about(1, "p = .36", "the second") },
        about(1, "again p = .36 é", "around the second"),
    ];
    let new = parts(&with_comments(&before, &comments, "referee", "ref").unwrap());
    let marked = text(&new, "word/document.xml");
    assert_eq!(commented(&marked, 0), ("p = .36".to_owned(), vec!["b i".to_owned()]));
    assert_eq!(commented(&marked, 1), ("p = .36".to_owned(), vec!["b i".to_owned()]));
    assert_eq!(commented(&marked, 2).0, "again p = .36 é");
    assert!(
        marked.contains("<w:r w:rsidR=\"00A\"><w:rPr><w:b/><w:i/></w:rPr><w:t xml:space=\"preserve\">Salt &amp; water (</w:t></w:r><w:commentRangeStart w:id=\"0\"/>"),
        "{marked}"
    );
    assert_eq!(marked.matches("rsidR=\"00A\"").count(), marked.matches("<w:b/>").count());
}

#[test]
fn wherever_a_comment_is_put_the_text_and_its_properties_stay() {
    let run = |properties: &str, content: &str| format!("<w:r><w:rPr>{properties}</w:rPr>{content}</w:r>");
    let body = format!(
        "<w:p>{}{}{}{}{}</w:p>",
        run("<w:b/>", "<w:t xml:space=\"preserve\"> Bold &lt;é&gt; </w:t><w:tab/><w:t>after</w:t>"),
        run("<w:vertAlign w:val=\"superscript\"/>", "<w:t>12</w:t>"),
        run("", "<w:t> edges </w:t>"),
        run("<w:i/>", "<w:t><![CDATA[data & more]]></w:t>"),
        run("<w:u/>", "<w:t>A&#x2013;B</w:t><w:br/><w:t xml:space='preserve'>last one.</w:t>"),
    );
    let before = docx(&body, &[("[Content_Types].xml", TYPES_XML)]);
    let read = |bytes: &[u8]| crate::docx::read(bytes).unwrap().text().to_string();
    let plain = read(&before);
    let line = plain.lines().next().unwrap();
    // The letters with the properties of their runs, as Word shows them.
    let shown = |xml: &str| -> Vec<(char, String)> {
        let root = Element::parse(xml).unwrap();
        let mut out = Vec::new();
        for run in root.descendants("r") {
            let properties = run
                .child("rPr")
                .map(|all| {
                    format!(
                        "{:?}",
                        all.children().map(|one| (&one.name, &one.attributes)).collect::<Vec<_>>()
                    )
                })
                .unwrap_or_default();
            for element in run.children().filter(|one| one.name == "t") {
                let words: String = element
                    .content
                    .iter()
                    .map(|node| match node {
                        Node::Text(words, _) => words.as_str(),
                        Node::Element(_) => "",
                    })
                    .collect();
                let keeps = element.attribute("space") == Some("preserve");
                let words = if keeps { words.as_str() } else { words.trim() };
                out.extend(words.chars().map(|c| (c, properties.clone())));
            }
        }
        out
    };
    let original = shown(&text(&parts(&before), "word/document.xml"));
    let places: Vec<usize> = line.char_indices().map(|(at, _)| at).chain([line.len()]).collect();
    let mut exact = 0;
    for (at, from) in places.iter().enumerate() {
        for to in &places[at + 1..] {
            let words = &line[*from..*to];
            if words.trim() != words {
                continue;
            }
            let comments = [
                Comment { offset: Some(*from), ..about(1, words, "x") },
                Comment {
                    offset: Some(*from),
                    ..about(1, &words[..words.chars().next().unwrap().len_utf8()], "y")
                },
            ];
            let after = with_comments(&before, &comments, "referee", "ref").unwrap();
            assert_eq!(read(&after), plain, "{words:?}");
            let marked = text(&parts(&after), "word/document.xml");
            assert_eq!(shown(&marked), original, "{words:?}: {marked}");
            // A run that can be divided has exactly these words.
            for element in ["Bold <é>", "after", "A–B", "last one."] {
                let start = line.find(element).unwrap();
                if *from >= start && *to <= start + element.len() {
                    assert_eq!(commented(&marked, 0).0, words);
                    exact += 1;
                }
            }
        }
    }
    assert!(exact > 60, "{exact}");
}
