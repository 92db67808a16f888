//! Reads the text of a PDF, page by page, with headings detected by font size.
//!
//! `pdf-extract` infers lines from the positions of the letters; drawn content (scans, figures) has
//! no text. Pages are counted from 1 as a viewer shows them, regardless of printed page numbers.
//! `opening` opens and decrypts a file, `fonts` prepares its fonts, `pages` reads the letters, `layout`
//! builds a document from them, and `child_process` runs all of it in an isolated process.

mod child_process;
mod fonts;
mod in_process;
mod layout;
mod opening;
mod pages;

pub use child_process::{FRAGMENTS_OPTION, PdfAnswer, READ_PDF_COMMAND, read_pdfs_with, serve_pdf_reader};
pub use pages::{Line as PdfLine, PdfText};

use super::document::Document;

/// Reads a PDF, in a separate process if [`read_pdfs_with`] configured a program.
pub(super) fn read(bytes: Vec<u8>) -> Document {
    let Some(program) = child_process::program() else { return in_process::read(bytes) };
    child_process::read(program, bytes)
        .unwrap_or_else(|error| Document { damage: vec![error.to_string()], ..Document::default() })
}

/// Reads the letters of a PDF, page by page, as fragments with positions, for callers that detect
/// columns and lists. Unreadable parts are listed in [`PdfText::damage`]; a file that cannot be
/// read at all yields zero pages.
#[must_use]
pub fn read_pdf_fragments(bytes: Vec<u8>) -> PdfText {
    let Some(program) = child_process::program() else { return in_process::read_fragments(bytes) };
    child_process::read_fragments(program, bytes)
        .unwrap_or_else(|error| PdfText { damage: vec![error.to_string()], ..PdfText::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a PDF with these pages; a line is its size in points, its distance from the top, and
    /// its words.
    fn pdf(pages: &[&[(u32, u32, &str)]]) -> Vec<u8> {
        let words = |lines: &&[(u32, u32, &str)]| -> String {
            lines
                .iter()
                .map(|(size, down, text)| format!("BT /F1 {size} Tf 50 {} Td ({text}) Tj ET\n", 800 - down))
                .collect()
        };
        drawn(&pages.iter().map(words).collect::<Vec<String>>())
    }

    /// Builds a PDF from the drawing operators of each page.
    fn drawn(pages: &[String]) -> Vec<u8> {
        let mut objects = vec![String::from("<< /Type /Catalog /Pages 2 0 R >>")];
        let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
        objects.push(format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()));
        objects
            .push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".into());
        for (number, words) in pages.iter().enumerate() {
            objects.push(format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
                5 + 2 * number
            ));
            objects.push(format!("<< /Length {} >>\nstream\n{words}endstream", words.len()));
        }
        file(&objects.iter().map(String::as_str).collect::<Vec<&str>>())
    }

    /// Builds a PDF from its objects; the first is the catalogue.
    fn file(objects: &[&str]) -> Vec<u8> {
        let mut out = String::from("%PDF-1.4\n");
        let mut places = Vec::new();
        for (number, object) in objects.iter().enumerate() {
            places.push(out.len());
            out.push_str(&format!("{} 0 obj\n{object}\nendobj\n", number + 1));
        }
        let start = out.len();
        out.push_str(&format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1));
        for place in places {
            out.push_str(&format!("{place:010} 00000 n \n"));
        }
        out.push_str(&format!(
            "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n",
            objects.len() + 1
        ));
        out.into_bytes()
    }

    #[test]
    fn a_page_is_read_with_its_headings_and_without_what_every_page_repeats() {
        let foot = |page| match page {
            1 => (8, 780, "Guide of the ward, page 1"),
            2 => (8, 780, "Guide of the ward, page 2"),
            _ => (8, 780, "Guide of the ward, page 3"),
        };
        let file = pdf(&[
            &[
                (24, 60, "Raised pressure"),
                (24, 90, "in adults 2023"),
                (16, 140, "First steps"),
                (10, 160, "Measure it on both arms and write down the higher of the two val-"),
                (10, 172, "ues that you have read."),
                (10, 200, "Then measure it again."),
                foot(1),
            ],
            &[
                (10, 60, "Measure a third time."),
                (16, 100, "Drugs"),
                (10, 120, "Offer amlodipine 5 mg daily."),
                foot(2),
            ],
            &[(10, 60, "4.2 Second line"), (10, 72, "Add a second drug."), foot(3)],
        ]);
        let document = read(file);
        assert!(document.damage.is_empty(), "{:?}", document.damage);
        assert_eq!(document.title.as_deref(), Some("Raised pressure in adults 2023"));
        let told: Vec<(Option<u32>, &str, &str)> = document
            .parts
            .iter()
            .map(|part| (part.page, part.headings.last().map_or("", String::as_str), part.text.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (
                    Some(1),
                    "First steps",
                    "Measure it on both arms and write down the higher of the two values that you have read.\nThen measure it again."
                ),
                (Some(2), "First steps", "Measure a third time."),
                (Some(2), "Drugs", "Offer amlodipine 5 mg daily."),
                (Some(3), "4.2 Second line", "Add a second drug."),
            ]
        );
    }

    #[test]
    fn an_accent_that_is_drawn_by_itself_stands_on_its_letter() {
        // Helvetica: M is 8.33 points wide, the accent 3.33, u 5.56.
        let content =
            "BT /F1 10 Tf 50 700 Td (M) Tj 9.4 0 Td (\\250) Tj -1.07 0 Td (u) Tj 5.56 0 Td (ller, Ada) Tj ET";
        let read = read_pdf_fragments(drawn(&[format!("{content}\n")]));
        let words: Vec<&str> =
            read.pages.iter().flat_map(|(_, lines)| lines).map(|line| line.text.as_str()).collect();
        assert_eq!(words.concat(), "Müller, Ada", "{read:?}");
    }

    #[test]
    fn what_is_written_up_the_side_of_a_page_is_left_out() {
        let content =
            "BT /F1 10 Tf 50 700 Td (Words of the page) Tj ET BT /F1 10 Tf 0 1 -1 0 20 300 Tm (Stamp) Tj ET";
        let read = read_pdf_fragments(drawn(&[format!("{content}\n")]));
        let words: Vec<&str> =
            read.pages.iter().flat_map(|(_, lines)| lines).map(|line| line.text.as_str()).collect();
        assert_eq!(words.concat(), "Words of the page", "{read:?}");
    }

    #[test]
    fn the_stamp_of_arxiv_is_kept_apart() {
        let content = "BT /F1 10 Tf 50 700 Td (Words of the page and more of them than the stamp has) Tj ET BT /F1 20 Tf 0 1 -1 0 20 300 Tm (arXiv:2101.00001v2  [cs.CL]  3 Jan 2021) Tj ET";
        let read = read_pdf_fragments(drawn(&[format!("{content}\n")]));
        let lines: Vec<(&str, bool)> = read
            .pages
            .iter()
            .flat_map(|(_, lines)| lines)
            .map(|line| (line.text.as_str(), line.size > 0.0))
            .collect();
        assert_eq!(
            lines,
            [
                ("Words of the page and more of them than the stamp has", true),
                ("arXiv:2101.00001v2  [cs.CL]  3 Jan 2021", false)
            ]
        );
    }

    #[test]
    fn widths_that_a_font_gives_for_a_range_are_read() {
        let page = "BT /F1 10 Tf 50 700 Td <000100020001> Tj ET\n";
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
            &format!("<< /Length {} >>\nstream\n{page}endstream", page.len()),
            "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 8 0 R >>",
            "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /DW 0 /W [ 1 2 500 ] >>",
            "<< /Type /FontDescriptor /FontName /A /Flags 4 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 1 /Descent 0 /CapHeight 1 /StemV 1 >>",
            &{
                let map = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange 2 beginbfchar <0001> <0041> <0002> <0042> endbfchar endcmap end end\n";
                format!("<< /Length {} >>\nstream\n{map}endstream", map.len())
            },
        ];
        let read = read_pdf_fragments(file(&objects));
        let (_, lines) = read.pages.first().expect("one page");
        let [line] = lines.as_slice() else { panic!("{read:?}") };
        assert_eq!((line.text.as_str(), line.x, line.end), ("ABA", 50.0, 65.0), "{read:?}");
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let broken = read(b"%PDF-1.4\nnothing else".to_vec());
        assert!(broken.parts.is_empty() && broken.damage.len() == 1, "{broken:?}");
        let mut cut = pdf(&[&[(10, 60, "Measure it.")]]);
        cut.truncate(cut.len() / 2);
        assert!(!read(cut).damage.is_empty());
    }
}
