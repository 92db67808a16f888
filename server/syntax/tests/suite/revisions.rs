//! Tests that a list of a document gets a new revision if it changed, and keeps it if it only
//! moved.

use super::read;
use proptest::prelude::*;
use referee_syntax::{Document, DocumentPart, Format};
use referee_text::{Span, TextEdit};

const PARTS: [DocumentPart; 7] = [
    DocumentPart::Citations,
    DocumentPart::ReferenceItems,
    DocumentPart::Headings,
    DocumentPart::FrontMatter,
    DocumentPart::Suppressions,
    DocumentPart::Files,
    DocumentPart::Provenance,
];

/// Returns the contents of a part, without its spans in the file.
fn content(document: &Document, part: DocumentPart) -> String {
    match part {
        DocumentPart::Citations => {
            let cited: Vec<_> =
                document.citations().map(|cited| (&cited.citation.target, cited.citation.mode)).collect();
            format!("{cited:?} {}", document.cites_all())
        }
        DocumentPart::ReferenceItems => {
            let items: Vec<_> =
                document.list_items().map(|item| (item.item.number, item.item.work.clone())).collect();
            format!("{items:?}")
        }
        DocumentPart::Headings => {
            let headings: Vec<_> =
                document.headings().into_iter().map(|heading| (heading.level, heading.text)).collect();
            format!("{headings:?}")
        }
        DocumentPart::FrontMatter => {
            let in_blocks: Vec<_> =
                document.blocks().iter().filter_map(|block| block.content.front_matter.clone()).collect();
            format!("{in_blocks:?}")
        }
        DocumentPart::Suppressions => {
            let comments: Vec<_> =
                document.suppressions().into_iter().map(|comment| (comment.rule, comment.extent)).collect();
            format!("{comments:?}")
        }
        DocumentPart::Files => {
            let named = document.names_bibliographies().into_iter().chain(document.roots());
            let included = document.includes().into_iter().map(|include| include.name);
            format!("{:?}", named.map(|named| named.name).chain(included).collect::<Vec<_>>())
        }
        DocumentPart::Provenance => format!("{:?}", document.written().len()),
    }
}

fn edited(document: &Document, at: usize, len: usize, text: &str) -> Document {
    let mut rope = document.text().clone();
    let at = at.min(rope.len_bytes());
    let end = (at + len).min(rope.len_bytes());
    let edit = TextEdit::new(Span::new(at, end), text).apply(&mut rope);
    let mut document = document.clone();
    document.edit(rope, &edit);
    document
}

fn changed(before: &Document, after: &Document) -> Vec<DocumentPart> {
    PARTS.into_iter().filter(|part| before.revision_of(*part) != after.revision_of(*part)).collect()
}

const DRAFT: &str = "---\nbibliography: refs.bib\n---\n\n# Methods\n\nAspirin helps [@a; @b].\n\n\
    <!-- referee: allow citation/retracted -->\nMore [1].\n\n# References\n\n\
    1. Smith J. A trial of many things. Lancet. 2020;1:2-3.\n2. Doe J. Another trial of things. BMJ. 2021;4:5.\n";

#[test]
fn typing_words_leaves_every_list_as_it_was() {
    let before = read(Format::Markdown, DRAFT);
    let after = edited(&before, DRAFT.find("helps").unwrap(), 0, "really ");
    assert_eq!(changed(&before, &after), []);
    assert_ne!(before.revision(), after.revision());
}

#[test]
fn a_key_that_goes_is_a_change_of_what_is_cited_alone() {
    let before = read(Format::Markdown, DRAFT);
    let after = edited(&before, DRAFT.find("; @b").unwrap(), 4, "");
    assert_eq!(changed(&before, &after), [DocumentPart::Citations]);
}

#[test]
fn a_word_in_a_reference_is_a_change_of_the_list() {
    let before = read(Format::Markdown, DRAFT);
    let after = edited(&before, DRAFT.find("many").unwrap(), 4, "few");
    assert!(changed(&before, &after).contains(&DocumentPart::ReferenceItems));
}

#[test]
fn blocks_that_an_edit_does_not_touch_keep_their_revisions() {
    let before = read(Format::Markdown, DRAFT);
    let after = edited(&before, DRAFT.find("helps").unwrap(), 0, "\n\nnew ");
    let old: Vec<_> = before.blocks().iter().map(|block| block.revision).collect();
    let kept = after.blocks().iter().filter(|block| old.contains(&block.revision)).count();
    assert!(kept + 2 >= old.len(), "{kept} of {}", old.len());
    let mut all: Vec<_> = after.blocks().iter().map(|block| block.revision).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), after.blocks().len(), "no two blocks have one revision");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn a_list_with_the_same_revision_holds_the_same(
        format in prop::sample::select(vec![Format::Markdown, Format::Latex, Format::Typst, Format::Org, Format::Rst, Format::PlainText]),
        start in prop::collection::vec(piece(), 0..24),
        edits in prop::collection::vec((0_usize..300, 0_usize..20, piece()), 1..10),
    ) {
        let mut before = read(format, &start.concat());
        for (at, len, text) in edits {
            let after = edited(&before, at, len, &text);
            for part in PARTS {
                if before.revision_of(part) == after.revision_of(part) {
                    prop_assert_eq!(content(&before, part), content(&after, part), "{:?}", part);
                }
            }
            before = after;
        }
    }
}

fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "\n\n",
        "\n",
        "words ",
        "[@a]",
        "@b ",
        "[1]",
        "doi:10.1000/xyz123 ",
        "\\cite{a}",
        "\\bibitem{a} Smith J. A trial of things. 2020.\n",
        "\\label{a}",
        "<a>",
        "# References\n\n",
        "References\n\n",
        "## Part\n\n",
        "\\section{References}\n",
        "= References\n",
        "1. Smith J. A trial of things. Lancet 2020;1:2-3.\n",
        "2. Doe J. Another trial of things. BMJ 2021;4:5.\n",
        "---\nbibliography: x.bib\n---\n",
        "\\bibliography{x}",
        "\\input{part}",
        "#include \"part.typ\"\n",
        "<!-- referee: allow citation/retracted -->\n",
        "% referee: allow citation/retracted\n",
        "```\n",
        "@*",
        "nocite: '@*'\n",
    ];
    prop::sample::select(pieces.to_vec()).prop_map(str::to_owned)
}
