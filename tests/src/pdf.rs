//! Writes small PDFs for tests: lines of text in one font.

use std::fmt::Write;

/// The number of lines on a page of [`article`].
const LINES_PER_PAGE: usize = 46;

/// Returns a line of a page, as drawing operators: its size and its distances from the left and from
/// the bottom, in points.
#[must_use]
pub fn line(size: u32, x: u32, y: usize, text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
    format!("BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET\n")
}

/// Returns an article: a title, authors, and lines of text, on as many pages as they need.
#[must_use]
pub fn article(title: &str, authors: &str, lines: &[&str]) -> Vec<u8> {
    let mut pages = vec![line(18, 50, 740, title) + &line(10, 50, 710, authors)];
    for (number, text) in lines.iter().enumerate() {
        let row = number % LINES_PER_PAGE;
        if number > 0 && row == 0 {
            pages.push(String::new());
        }
        if let Some(page) = pages.last_mut() {
            page.push_str(&line(10, 50, 680 - 14 * row, text));
        }
    }
    document(&pages, "")
}

/// Returns a PDF with these pages, each as drawing operators. `trailer` is added to the trailer.
#[must_use]
pub fn document(pages: &[String], trailer: &str) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    for (number, content) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            5 + 2 * number
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{content}endstream", content.len()));
    }
    let mut out = String::from("%PDF-1.4\n");
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(out.len());
        let _ = write!(out, "{} 0 obj\n{object}\nendobj\n", number + 1);
    }
    let start = out.len();
    let _ = write!(out, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for place in places {
        let _ = writeln!(out, "{place:010} 00000 n ");
    }
    let size = objects.len() + 1;
    let _ = write!(out, "trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n");
    out.into_bytes()
}
