//! Reads the letters of a PDF, page by page, as lines.

use super::fonts;
use super::opening::{OpenError, open};
use pdf_extract::{MediaBox, OutputDev, OutputError, Transform, output_doc_page};
use referee_text::accents::{accented, combining};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The maximum number of letters read from one page.
const MAX_PAGE_LETTERS: usize = 1_000_000;

/// The time limit for one page.
const MAX_PAGE_TIME: Duration = Duration::from_secs(5);

/// The time after which no further page is started.
const MAX_PAGES_TIME: Duration = Duration::from_secs(20);

/// Why a PDF cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum PdfError {
    /// It cannot be opened.
    #[error(transparent)]
    Unopened(#[from] OpenError),
    /// The structure is broken in a way that the parser did not expect.
    #[error("it is not a readable PDF")]
    Failed,
    /// No thread or process could be started to read it.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// The maximum length of the rotated text of a page that is kept, in bytes.
const MAX_STAMP_BYTES: usize = 200;

/// A line of a page, or a part of one.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Line {
    /// Its letters, with a space at each gap.
    pub text: String,
    /// The size of its largest letter, in points; 0 for the stamp of a preprint server, which is
    /// rotated and not part of any line.
    pub size: f64,
    /// Its distance from the top of the page, in points.
    pub y: f64,
    /// The start of its first letter, in points from the left.
    pub x: f64,
    /// The end of its last letter, in points from the left.
    pub end: f64,
    /// Whether it is rotated, as the labels of a figure, the stamp of a preprint and a watermark
    /// are.
    #[serde(skip)]
    is_turned: bool,
}

/// The text of a PDF.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct PdfText {
    /// The title in the metadata.
    pub title: Option<String>,
    /// The lines of each page, in drawing order, with the page number from 1.
    pub pages: Vec<(u32, Vec<Line>)>,
    /// The parts that could not be read, each with its page.
    pub damage: Vec<String>,
}

impl PdfText {
    /// Returns whether nothing could be read because of a password.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        self.damage.first().is_some_and(|reason| *reason == OpenError::Protected.to_string())
    }

    /// Translates a reason in [`PdfText::damage`] why a PDF cannot be read into Spanish; the other
    /// process reports it in English. `None` for an error of the operating system.
    #[must_use]
    pub fn damage_in_spanish(reason: &str) -> Option<String> {
        if reason == OpenError::Protected.to_string() {
            return Some(String::from("está protegido con una contraseña; guárdelo antes sin ella"));
        }
        let detail = reason.strip_prefix(&PdfError::Failed.to_string())?;
        Some(format!("no es un PDF que se pueda leer{detail}"))
    }
}

/// How far the letters of a page are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Joining {
    /// Joins all letters on one line.
    #[default]
    Lines,
    /// Joins consecutive letters of one size without a gap; columns are still to be detected.
    Fragments,
}

/// Reads the pages of a PDF.
pub(super) fn read(bytes: &[u8], joining: Joining) -> Result<PdfText, PdfError> {
    let begun = Instant::now();
    let mut pdf = open(bytes)?;
    fonts::prepare(&mut pdf);
    let mut text = PdfText { title: title(&pdf), ..PdfText::default() };
    for number in pdf.get_pages().into_keys() {
        if begun.elapsed() > MAX_PAGES_TIME {
            text.damage.push(format!(
                "page {number}: the pages before it took longer than {} seconds: this page and the following ones are left out",
                MAX_PAGES_TIME.as_secs()
            ));
            break;
        }
        let mut page = PageReader {
            joining,
            deadline: Instant::now().checked_add(MAX_PAGE_TIME),
            ..PageReader::default()
        };
        // A panic in one page does not affect the others.
        let read = catch_unwind(AssertUnwindSafe(|| output_doc_page(&pdf, &mut page, number)));
        if page.letters > MAX_PAGE_LETTERS {
            text.damage.push(format!(
                "page {number}: it has more than {MAX_PAGE_LETTERS} letters: the rest is left out"
            ));
        } else if page.deadline.is_some_and(|end| Instant::now() > end) {
            text.damage.push(format!(
                "page {number}: it took longer than {} seconds: the rest is left out",
                MAX_PAGE_TIME.as_secs()
            ));
        } else if !matches!(read, Ok(Ok(()))) {
            text.damage.push(format!("page {number}: part of it cannot be read"));
        }
        text.pages.push((number, page.finish()));
    }
    Ok(text)
}

/// Returns the title in the metadata, if it is a real title.
fn title(pdf: &pdf_extract::Document) -> Option<String> {
    let info = match pdf.trailer.get(b"Info").ok()? {
        pdf_extract::Object::Reference(id) => pdf.get_dictionary(*id).ok()?,
        other => other.as_dict().ok()?,
    };
    let title = match info.get(b"Title").ok()? {
        pdf_extract::Object::Reference(id) => pdf.get_object(*id).ok()?,
        title => title,
    };
    Some(decode_string(title.as_str().ok()?)).filter(|title| is_title(title))
}

/// Decodes a string object: UTF-16 with a byte-order mark, else Latin-1.
fn decode_string(bytes: &[u8]) -> String {
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

/// Returns whether a title is a real one, not the name of a file or of the program that wrote it.
fn is_title(title: &str) -> bool {
    let lower = title.trim().to_lowercase();
    lower.split_whitespace().count() >= 2
        && !["microsoft word", "untitled", "layout 1", "powerpoint presentation"]
            .iter()
            .any(|name| lower.starts_with(name))
        && ![".doc", ".docx", ".indd", ".pdf", ".tex", ".qxd", ".rtf"].iter().any(|end| lower.ends_with(end))
}

/// A page whose letters are being read.
#[derive(Debug, Default)]
struct PageReader {
    joining: Joining,
    lines: Vec<Line>,
    line: Line,
    height: f64,
    /// The end of the last letter.
    end: f64,
    /// Whether the next letters begin a word.
    begins: bool,
    /// The number of letters on the page so far.
    letters: usize,
    /// When reading the page must stop.
    deadline: Option<Instant>,
    /// An accent that may belong to the letter that is drawn next.
    accent: Option<PlacedLetters>,
    /// The first rotated letters of the page.
    turned: String,
}

/// Letters as a page draws them.
#[derive(Clone, Debug)]
struct PlacedLetters {
    text: String,
    size: f64,
    x: f64,
    end: f64,
    y: f64,
    is_turned: bool,
}

impl PlacedLetters {
    /// Returns whether an accent is above these letters, rather than before or after them.
    fn carries(&self, accent: &PlacedLetters) -> bool {
        let middle = (accent.x + accent.end) / 2.0;
        self.x < middle && middle < self.end && (self.y - accent.y).abs() < 0.6 * self.size
    }
}

/// Returns the character that `text` consists of, if it is a single one.
fn only_character(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

impl PageReader {
    /// Counts a letter; returns an error if the page has too many letters or takes too long.
    fn go_on(&mut self) -> Result<(), OutputError> {
        self.letters += 1;
        // Check the clock only once every 256 letters.
        let late = self.letters.is_multiple_of(256) && self.deadline.is_some_and(|end| Instant::now() > end);
        if self.letters > MAX_PAGE_LETTERS || late {
            return Err(OutputError::IoError(std::io::ErrorKind::FileTooLarge.into()));
        }
        Ok(())
    }
}

impl PageReader {
    /// Returns the lines of the page. Rotated lines are left out unless most letters are rotated:
    /// their letters would mix with those of the lines that they cross.
    fn finish(mut self) -> Vec<Line> {
        if let Some(accent) = self.accent.take() {
            self.draw(&accent);
        }
        self.end_line_here();
        let letters = |turned: bool| {
            let lines = self.lines.iter().filter(|line| line.is_turned == turned);
            lines.map(|line| line.text.chars().count()).sum::<usize>()
        };
        if self.joining == Joining::Fragments && letters(false) > letters(true) {
            self.lines.retain(|line| !line.is_turned);
            if self.turned.contains("arXiv:") {
                self.lines.push(Line { text: self.turned, ..Line::default() });
            }
        }
        self.lines
    }

    /// Combines an accent with its letter: the last one of the line, or the next one. Returns
    /// `None` if these letters have been drawn or must wait for the next ones.
    fn with_accent(&mut self, mut letters: PlacedLetters) -> Option<PlacedLetters> {
        if let Some(accent) = self.accent.take() {
            let base = only_character(&letters.text).filter(|_| letters.carries(&accent));
            let made = base.zip(only_character(&accent.text)).and_then(|(base, sign)| accented(base, sign));
            match made {
                Some(made) => letters.text = made.to_string(),
                None => self.draw(&accent),
            }
            return Some(letters);
        }
        let Some(sign) = only_character(&letters.text).filter(|sign| combining(*sign).is_some()) else {
            return Some(letters);
        };
        // An accent that is drawn after its letter is combined with that letter.
        let is_over_the_last = (letters.x + letters.end) / 2.0 < self.end - 0.05 * letters.size
            && letters.x > self.end - 0.9 * letters.size
            && (letters.y - self.line.y).abs() < 0.6 * letters.size;
        if is_over_the_last
            && let Some(made) = self.line.text.chars().next_back().and_then(|last| accented(last, sign))
        {
            self.line.text.pop();
            self.line.text.push(made);
            return None;
        }
        self.accent = Some(letters);
        None
    }

    /// Returns whether a letter begins another fragment.
    fn is_apart(&self, x: f64, y: f64, size: f64, is_turned: bool) -> bool {
        let before = self.line.size;
        !self.line.text.trim().is_empty()
            && (is_turned != self.line.is_turned
                || (y - self.line.y).abs() > 0.1 * before
                || (size - before).abs() > 0.12 * before
                || x > self.end + 0.8 * size
                || x < self.end - 0.6 * size)
    }

    /// Adds letters to the line, or begins another line with them.
    fn draw(&mut self, letters: &PlacedLetters) {
        let PlacedLetters { ref text, size, x, end, y, is_turned } = *letters;
        if self.joining == Joining::Fragments && self.is_apart(x, y, size, is_turned) {
            self.end_line_here();
        }
        if self.begins {
            if (y - self.line.y).abs() > size * 0.5 {
                self.end_line_here();
            } else if x > self.end + size * 0.1 && !self.line.text.ends_with(' ') {
                self.line.text.push(' ');
            }
        }
        if self.line.text.is_empty() {
            self.line.y = y;
            self.line.x = x;
            self.line.is_turned = is_turned;
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
        self.end = end;
    }

    fn end_line_here(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        line.end = self.end;
        if !line.text.trim().is_empty() {
            self.lines.push(line);
        }
    }
}

impl OutputDev for PageReader {
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
        self.go_on()?;
        // The side of the square with the same area as the letter's box.
        let (x_scale, y_scale) = (place.m11.hypot(place.m12), place.m21.hypot(place.m22));
        let size = font_size.abs() * (x_scale * y_scale).sqrt();
        let (x, y) = (place.m31, self.height - place.m32);
        let letters = PlacedLetters {
            text: text.to_owned(),
            size,
            x,
            end: x + width * size,
            y,
            is_turned: place.m12.abs() > 0.2 * place.m11.abs(),
        };
        if letters.is_turned && self.turned.len() + text.len() <= MAX_STAMP_BYTES {
            self.turned.push_str(text);
        }
        if let Some(letters) = self.with_accent(letters) {
            self.draw(&letters);
        }
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
