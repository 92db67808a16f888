//! Builds the draft from the paragraphs that a reader found, and places the references that the
//! document holds as data.

use crate::cited_works::CitedWorks;
use crate::found_paragraph::FoundParagraph;
use crate::list_end::{is_caption, is_heading_behind};
use crate::tables::join_rows;
use referee_bibliography::render::vancouver;
use referee_syntax::{
    Document, ExtractedCitation, ExtractedParagraph, ExtractedReference, SourcePlace, is_references_heading,
};
use referee_text::fold;

/// The minimum length of a title by which a written reference is matched with one that is held as
/// data, in bytes.
const MIN_TITLE_BYTES: usize = 16;

/// The maximum length of a paragraph that counts as one reference, in bytes.
const MAX_REFERENCE_BYTES: usize = 2_000;

/// Returns the lines of the draft: paragraphs, and rows of tables.
pub(crate) fn into_lines(mut paragraphs: Vec<FoundParagraph>) -> Vec<FoundParagraph> {
    end_lists(&mut paragraphs);
    join_rows(paragraphs)
}

/// Builds the draft from the paragraphs.
pub(crate) fn into_document(paragraphs: Vec<FoundParagraph>, cited: &CitedWorks) -> Document {
    let mut paragraphs = into_lines(paragraphs);
    if !cited.all().is_empty() {
        mark_written_references(&mut paragraphs, cited);
    }
    let first_places = first_places(&paragraphs, cited.all().len());
    let replaces = !cited.all().is_empty();
    let first_generated = paragraphs.iter().position(|paragraph| replaces && paragraph.is_generated);
    let heading = || paragraphs.iter().rposition(|paragraph| is_references_heading(&paragraph.text));
    // Insert the references next to those typed by hand below the same heading.
    let insert_at = first_generated.or_else(|| heading().map(|at| at + 1)).unwrap_or(paragraphs.len());
    let mut references = Some(cited.all().iter().zip(first_places).map(|((key, work), place)| {
        let words = vancouver(work);
        ExtractedParagraph {
            text: if words.trim().is_empty() { key.clone() } else { words },
            reference: Some(ExtractedReference { key: key.clone(), work: work.clone() }),
            place,
            ..ExtractedParagraph::default()
        }
    }));
    let mut out = Vec::with_capacity(paragraphs.len() + cited.all().len());
    for (index, paragraph) in paragraphs.into_iter().enumerate() {
        if index == insert_at {
            out.extend(references.take().into_iter().flatten());
        }
        if replaces && paragraph.is_generated {
            continue;
        }
        let keys =
            |works: Vec<usize>| works.iter().filter_map(|work| Some(cited.key(*work)?.to_owned())).collect();
        out.push(ExtractedParagraph {
            text: paragraph.text,
            heading: paragraph.heading,
            citations: paragraph
                .citations
                .into_iter()
                .map(|(span, works)| ExtractedCitation { span, keys: keys(works) })
                .collect(),
            place: paragraph.place,
            ..ExtractedParagraph::default()
        });
    }
    out.extend(references.into_iter().flatten());
    Document::extracted(out)
}

/// Marks text that ends a list of references as a heading if its style does not: many authors only
/// make headings bold.
fn end_lists(paragraphs: &mut [FoundParagraph]) {
    let mut in_list = false;
    for paragraph in paragraphs {
        if paragraph.heading.is_some() || is_references_heading(&paragraph.text) {
            in_list = is_references_heading(&paragraph.text);
        } else if in_list && (is_heading_behind(&paragraph.text) || is_caption(&paragraph.text)) {
            paragraph.heading = Some(1);
            in_list = false;
        }
    }
}

/// Returns the place of the first citation of each work.
fn first_places(paragraphs: &[FoundParagraph], works: usize) -> Vec<SourcePlace> {
    let mut out = vec![SourcePlace::default(); works];
    for paragraph in paragraphs.iter().rev() {
        for (_, cited) in paragraph.citations.iter().rev() {
            for work in cited {
                if let Some(place) = out.get_mut(*work) {
                    *place = paragraph.place;
                }
            }
        }
    }
    out
}

/// Marks the paragraphs of a list that a reference manager wrote and that is not a field any more:
/// those after the last heading of a list that contain the full title of a work that is held as
/// data.
fn mark_written_references(paragraphs: &mut [FoundParagraph], cited: &CitedWorks) {
    let Some(heading) = paragraphs.iter().rposition(|paragraph| is_references_heading(&paragraph.text))
    else {
        return;
    };
    let titles: Vec<String> = cited
        .all()
        .iter()
        .filter_map(|(_, work)| work.title.as_deref())
        .map(fold::title)
        .filter(|title| title.len() >= MIN_TITLE_BYTES)
        .collect();
    for paragraph in paragraphs.iter_mut().skip(heading + 1) {
        if paragraph.text.len() > MAX_REFERENCE_BYTES || !paragraph.citations.is_empty() {
            continue;
        }
        let folded = fold::title(&paragraph.text);
        paragraph.is_generated |= titles.iter().any(|title| folded.contains(title.as_str()));
    }
}
