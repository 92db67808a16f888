//! Builds a document from the lines of a PDF: headings by font size, paragraphs, and removal of
//! repeated lines.

use super::pages::{Line, PdfText};
use crate::import::guideline::document::Document;
use crate::import::guideline::lines::{begins_item, heading, join};
use crate::import::guideline::outline::Outline;
use referee_text::fold;
use std::collections::{HashMap, HashSet};

/// The minimum ratio of a heading's font size to that of the body text.
const HEADING_SIZE_RATIO: f64 = 1.12;

/// The maximum length of a heading, in characters.
const MAX_HEADING_CHARACTERS: usize = 160;

impl PdfText {
    pub(super) fn into_document(self) -> Document {
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
                // A numbered heading in the size of the body text is a single line.
                let numbered = level.is_some() && line.size <= body * HEADING_SIZE_RATIO;
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
        // The creation date of the file is not the publication date of a guideline; the first page
        // may state that.
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

    /// Returns the title from the metadata if the first page contains it too; else the largest
    /// words of that page.
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
        let larger = last.is_some_and(|line| line.size > body * HEADING_SIZE_RATIO);
        Some(words)
            .filter(|words| larger && words.split_whitespace().count() >= 2)
            .or_else(|| self.title.clone())
    }

    /// Returns the font size of most letters.
    fn body_size(&self) -> f64 {
        let mut letters: HashMap<i64, usize> = HashMap::new();
        for line in self.pages.iter().flat_map(|(_, lines)| lines) {
            *letters.entry(step(line.size)).or_default() += line.text.len();
        }
        let most = letters.into_iter().max_by_key(|(size, count)| (*count, -*size));
        #[expect(clippy::cast_precision_loss, reason = "half points of a font")]
        most.map_or(10.0, |(size, _)| size as f64 / 2.0)
    }

    /// Returns the font sizes above that of the body text, largest first, in half points.
    fn heading_sizes(&self, body: f64) -> Vec<i64> {
        let lines = self.pages.iter().flat_map(|(_, lines)| lines);
        let mut sizes: Vec<i64> =
            lines.filter(|line| line.size > body * HEADING_SIZE_RATIO).map(|line| step(line.size)).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.dedup();
        sizes
    }

    /// Returns the lines at the top and bottom of pages that repeat, ignoring digits, and page
    /// numbers.
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
        // A chapter title with the page number repeats only on the pages of that chapter.
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

/// Returns a line without digits and spaces, so that `Page 3 of 20` is equal on all pages.
fn shape(line: &str) -> String {
    line.chars().filter(|c| !c.is_ascii_digit() && !c.is_whitespace()).collect()
}

/// Returns the level of a line if it is a heading.
fn level_of(line: &Line, body: f64, sizes: &[i64]) -> Option<u8> {
    let text = line.text.trim();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if letters < 3 || text.chars().count() > MAX_HEADING_CHARACTERS || text.contains("....") {
        return None;
    }
    if line.size > body * HEADING_SIZE_RATIO {
        let rank = sizes.iter().position(|size| *size == step(line.size)).unwrap_or(0);
        return Some(u8::try_from(rank + 1).unwrap_or(6).min(6));
    }
    // A numbered heading ranks below all larger ones.
    let deep = u8::try_from(sizes.len()).unwrap_or(5).min(5);
    heading(text).map(|level| (deep + level).min(7))
}
