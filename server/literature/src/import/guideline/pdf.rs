//! The text of a PDF, page by page, with headings by the size of their letters.
//!
//! What a PDF means by a line is guessed by `pdf-extract` from where letters stand; what is drawn (scans, figures) has
//! no text. Pages are counted from 1 as a reader shows them, whatever is printed on them.

use super::document::Document;
use super::lines::{begins_item, heading, join};
use super::outline::Outline;
use pdf_extract::{MediaBox, OutputDev, OutputError, Transform, output_doc_page};
use referee_text::fold;
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a heading is larger than the text by, at least.
const LARGER: f64 = 1.12;

/// The stack of the thread that reads, in bytes: objects of a PDF lie in each other as deep as its writer likes.
const STACK: usize = 128 << 20;

/// The longest heading, in characters.
const LONGEST_HEADING: usize = 160;

/// Reads a document.
pub(super) fn read(bytes: Vec<u8>) -> Document {
    let reader = std::thread::Builder::new().name(String::from("pdf")).stack_size(STACK);
    let read = reader.spawn(move || catch_unwind(AssertUnwindSafe(|| pages_of(&bytes))));
    let pages = read.map_err(|error| error.to_string()).and_then(|thread| {
        let failed = || String::from("it is no PDF that can be read");
        thread.join().map_err(|_| failed())?.map_err(|_| failed())?
    });
    match pages {
        Ok(found) => found.into_document(),
        Err(problem) => Document { damage: vec![problem], ..Document::default() },
    }
}

/// A line of a page.
#[derive(Clone, Debug, Default)]
struct Line {
    text: String,
    /// The size of its largest letter, in points.
    size: f64,
    /// How far down the page it stands, in points.
    y: f64,
}

/// What was found in a file.
#[derive(Debug, Default)]
struct PdfText {
    title: Option<String>,
    pages: Vec<(u32, Vec<Line>)>,
    damage: Vec<String>,
}

fn pages_of(bytes: &[u8]) -> Result<PdfText, String> {
    let mut pdf = pdf_extract::Document::load_mem(bytes)
        .map_err(|error| format!("it is no PDF that can be read: {error}"))?;
    if pdf.is_encrypted() && pdf.decrypt("").is_err() {
        return Err(String::from("it is protected by a password; save it without one and import that"));
    }
    let mut found = PdfText::default();
    let info = pdf.trailer.get(b"Info").ok().and_then(|info| match info {
        pdf_extract::Object::Reference(id) => pdf.get_dictionary(*id).ok(),
        other => other.as_dict().ok(),
    });
    if let Some(info) = info {
        let told = |name: &[u8]| {
            let value = info.get(name).ok()?;
            let value = match value {
                pdf_extract::Object::Reference(id) => pdf.get_object(*id).ok()?,
                value => value,
            };
            Some(told_text(value.as_str().ok()?))
        };
        found.title = told(b"Title").filter(|title| is_title(title));
    }
    for number in pdf.get_pages().into_keys() {
        let mut page = Page::default();
        // What is odd in one page does not cost the others.
        let read = catch_unwind(AssertUnwindSafe(|| output_doc_page(&pdf, &mut page, number)));
        if !matches!(read, Ok(Ok(()))) {
            found.damage.push(format!("page {number}: not all of it can be read"));
        }
        page.end_line_here();
        found.pages.push((number, page.lines));
    }
    Ok(found)
}

/// The text of a string object: UTF-16 with a mark, else Latin letters.
fn told_text(bytes: &[u8]) -> String {
    match bytes.strip_prefix(&[0xfe, 0xff]) {
        Some(wide) => {
            let units = wide
                .chunks_exact(2)
                .map(|pair| pair.iter().fold(0_u16, |unit, byte| unit << 8 | u16::from(*byte)));
            char::decode_utf16(units).map(|unit| unit.unwrap_or('\u{fffd}')).collect()
        }
        None => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
        },
    }
}

/// Whether a title is one, and not the name of a file or of the program that wrote it.
fn is_title(title: &str) -> bool {
    let lower = title.trim().to_lowercase();
    lower.split_whitespace().count() >= 2
        && !["microsoft word", "untitled", "layout 1", "powerpoint presentation"]
            .iter()
            .any(|name| lower.starts_with(name))
        && ![".doc", ".docx", ".indd", ".pdf", ".tex", ".qxd", ".rtf"].iter().any(|end| lower.ends_with(end))
}

/// A page while its letters come.
#[derive(Debug, Default)]
struct Page {
    lines: Vec<Line>,
    line: Line,
    height: f64,
    /// Where the last letter ended.
    end: f64,
    /// Letters that follow begin a word.
    begins: bool,
}

impl Page {
    fn end_line_here(&mut self) {
        let line = std::mem::take(&mut self.line);
        if !line.text.trim().is_empty() {
            self.lines.push(line);
        }
    }
}

impl OutputDev for Page {
    fn begin_page(
        &mut self,
        _: u32,
        media: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        self.height = media.ury - media.lly;
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        place: &Transform,
        width: f64,
        _: f64,
        font_size: f64,
        text: &str,
    ) -> Result<(), OutputError> {
        // The side of the square that is as large as the letter's box.
        let (x_scale, y_scale) = (place.m11.hypot(place.m12), place.m21.hypot(place.m22));
        let size = font_size.abs() * (x_scale * y_scale).sqrt();
        let (x, y) = (place.m31, self.height - place.m32);
        if self.begins {
            if (y - self.line.y).abs() > size * 0.5 {
                self.end_line_here();
            } else if x > self.end + size * 0.1 && !self.line.text.ends_with(' ') {
                self.line.text.push(' ');
            }
        }
        if self.line.text.is_empty() {
            self.line.y = y;
        }
        for c in text.chars() {
            match c {
                'ﬀ' => self.line.text.push_str("ff"),
                'ﬁ' => self.line.text.push_str("fi"),
                'ﬂ' => self.line.text.push_str("fl"),
                'ﬃ' => self.line.text.push_str("ffi"),
                'ﬄ' => self.line.text.push_str("ffl"),
                '\u{ad}' => self.line.text.push('-'),
                c if c.is_control() => self.line.text.push(' '),
                c => self.line.text.push(c),
            }
        }
        if !text.trim().is_empty() {
            self.line.size = self.line.size.max(size);
        }
        self.begins = false;
        self.end = x + width * size;
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        self.begins = true;
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

impl PdfText {
    fn into_document(self) -> Document {
        let body = self.body_size();
        let sizes = self.heading_sizes(body);
        let repeated = self.repeated();
        let mut outline = Outline::default();
        for (number, lines) in &self.pages {
            outline.page(*number);
            let mut paragraph = String::new();
            let mut above: Option<(&Line, Option<u8>)> = None;
            let end = |level: Option<u8>, text: &mut String, outline: &mut Outline| {
                match level {
                    Some(level) => outline.heading(level, text),
                    None => outline.paragraph(text),
                }
                text.clear();
            };
            for line in lines.iter().filter(|line| !repeated.contains(&shape(&line.text))) {
                let text = line.text.trim();
                let level = level_of(line, body, &sizes);
                let goes_on = above.is_some_and(|(last, was)| {
                    let gap = (line.y - last.y).abs();
                    let alike = (line.size - last.size).abs() < 0.5;
                    was == level
                        && gap < line.size.max(last.size) * 1.7
                        && !begins_item(text)
                        && (level.is_none() || alike)
                });
                // A numbered heading in the size of the text is one line.
                let numbered = level.is_some() && line.size <= body * LARGER;
                if !goes_on || numbered {
                    let was = above.and_then(|(_, was)| was);
                    end(was, &mut paragraph, &mut outline);
                }
                join(&mut paragraph, text);
                above = Some((line, level));
            }
            end(above.and_then(|(_, was)| was), &mut paragraph, &mut outline);
        }
        let title = self.title(body);
        // When a file was made is not when a guideline was published; what its first page says may be.
        let front = self
            .pages
            .first()
            .map(|(_, lines)| lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>());
        Document {
            title,
            dated: front.unwrap_or_default().join("\n"),
            parts: outline.finish(),
            damage: self.damage,
        }
    }

    /// What the properties say, where the first page says it too; else the largest words of that page.
    fn title(&self, body: f64) -> Option<String> {
        let (_, lines) = self.pages.first()?;
        let shown = fold::title(&lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" "));
        if let Some(title) = self.title.as_ref().filter(|title| shown.contains(&fold::title(title))) {
            return Some(title.clone());
        }
        let largest = lines.iter().map(|line| step(line.size)).max()?;
        let mut words = String::new();
        let mut last: Option<&Line> = None;
        for line in lines.iter().skip_while(|line| step(line.size) < largest) {
            let near = last.is_none_or(|last| (line.y - last.y).abs() < line.size * 2.0);
            if step(line.size) < largest || !near || (last.is_some() && heading(line.text.trim()).is_some()) {
                break;
            }
            join(&mut words, line.text.trim());
            last = Some(line);
        }
        let larger = last.is_some_and(|line| line.size > body * LARGER);
        Some(words)
            .filter(|words| larger && words.split_whitespace().count() >= 2)
            .or_else(|| self.title.clone())
    }

    /// The size in which most letters are set.
    fn body_size(&self) -> f64 {
        let mut letters: HashMap<i64, usize> = HashMap::new();
        for line in self.pages.iter().flat_map(|(_, lines)| lines) {
            *letters.entry(step(line.size)).or_default() += line.text.len();
        }
        let most = letters.into_iter().max_by_key(|(size, count)| (*count, -*size));
        #[expect(clippy::cast_precision_loss, reason = "half points of a font")]
        most.map_or(10.0, |(size, _)| size as f64 / 2.0)
    }

    /// The sizes above that of the text, the largest first, in half points.
    fn heading_sizes(&self, body: f64) -> Vec<i64> {
        let lines = self.pages.iter().flat_map(|(_, lines)| lines);
        let mut sizes: Vec<i64> =
            lines.filter(|line| line.size > body * LARGER).map(|line| step(line.size)).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.dedup();
        sizes
    }

    /// The lines at the top and at the foot of pages that come again and again, digits apart, and page numbers.
    fn repeated(&self) -> HashSet<String> {
        let mut seen: HashMap<String, usize> = HashMap::new();
        for (_, lines) in &self.pages {
            let near = lines.iter().take(2).chain(lines.iter().skip(2).rev().take(2));
            let mut here: Vec<String> = near.map(|line| shape(&line.text)).collect();
            here.sort();
            here.dedup();
            for line in here {
                *seen.entry(line).or_default() += 1;
            }
        }
        let pages = self.pages.len();
        let often = |count: usize| count >= 2 && (count == pages || (count >= 3 && count * 3 > pages));
        // The title of a chapter with the number of the page: on the pages of that chapter only.
        let edges = self.pages.iter().flat_map(|(_, lines)| [lines.first(), lines.last()]).flatten();
        let numbered: HashSet<String> = edges
            .map(|line| line.text.trim())
            .filter(|text| {
                text.starts_with(|c: char| c.is_ascii_digit()) || text.ends_with(|c: char| c.is_ascii_digit())
            })
            .map(shape)
            .collect();
        seen.retain(|line, count| {
            often(*count) || (*count >= 3 && numbered.contains(line)) || line.is_empty()
        });
        seen.into_keys().collect()
    }
}

fn step(size: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "half points of a font")]
    let step = (size.clamp(0.0, 4_000.0) * 2.0).round() as i64;
    step
}

/// A line without its digits: `Page 3 of 20`.
fn shape(line: &str) -> String {
    line.chars().filter(|c| !c.is_ascii_digit() && !c.is_whitespace()).collect()
}

/// The level of a line that is a heading.
fn level_of(line: &Line, body: f64, sizes: &[i64]) -> Option<u8> {
    let text = line.text.trim();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if letters < 3 || text.chars().count() > LONGEST_HEADING || text.contains("....") {
        return None;
    }
    if line.size > body * LARGER {
        let rank = sizes.iter().position(|size| *size == step(line.size)).unwrap_or(0);
        return Some(u8::try_from(rank + 1).unwrap_or(6).min(6));
    }
    // Below all that are larger.
    let deep = u8::try_from(sizes.len()).unwrap_or(5).min(5);
    heading(text).map(|level| (deep + level).min(7))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with these pages; a line is its size in points, how far down it stands, and its words.
    fn pdf(pages: &[&[(u32, u32, &str)]]) -> Vec<u8> {
        let mut objects = vec![String::from("<< /Type /Catalog /Pages 2 0 R >>")];
        let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
        objects.push(format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()));
        objects
            .push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".into());
        for (number, lines) in pages.iter().enumerate() {
            objects.push(format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
                5 + 2 * number
            ));
            let words: String = lines
                .iter()
                .map(|(size, down, text)| format!("BT /F1 {size} Tf 50 {} Td ({text}) Tj ET\n", 800 - down))
                .collect();
            objects.push(format!("<< /Length {} >>\nstream\n{words}endstream", words.len()));
        }
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
    fn what_cannot_be_read_is_said() {
        let broken = read(b"%PDF-1.4\nnothing else".to_vec());
        assert!(broken.parts.is_empty() && broken.damage.len() == 1, "{broken:?}");
        let mut cut = pdf(&[&[(10, 60, "Measure it.")]]);
        cut.truncate(cut.len() / 2);
        assert!(!read(cut).damage.is_empty());
    }
}
