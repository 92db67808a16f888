//! Computes the numbers that Word puts in front of paragraphs and that are not part of their text.

use referee_bibliography::xml_tree::Element;
use std::collections::HashMap;

/// The numbering that a paragraph belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct NumberingPlace {
    id: String,
    level: u8,
}

impl NumberingPlace {
    /// Reads the numbering from the properties of a paragraph or a style.
    pub(super) fn of(properties: &Element) -> Option<Self> {
        let numbering = properties.child("numPr")?;
        let value = |name: &str| numbering.child(name)?.attribute("val");
        Some(NumberingPlace {
            id: value("numId")?.to_owned(),
            level: value("ilvl").and_then(|level| level.parse().ok()).unwrap_or(0),
        })
    }
}

/// How one level of a list is numbered.
#[derive(Clone, Debug, Default)]
struct Level {
    /// Whether the level has Arabic numbers, without the numbers of higher levels.
    counts: bool,
    in_brackets: bool,
    start: u32,
}

/// The numberings of a document with their counters.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// The kinds of lists, by the numberings that use them.
    kinds: HashMap<String, String>,
    levels: HashMap<(String, u8), Level>,
    counters: HashMap<(String, u8), u32>,
}

impl Numbering {
    pub(super) fn read(root: &Element) -> Self {
        let mut out = Numbering::default();
        for kind in root.children().filter(|child| child.name == "abstractNum") {
            let Some(id) = kind.attribute("abstractNumId") else { continue };
            for level in kind.children().filter(|child| child.name == "lvl") {
                let value = |name: &str| level.child(name).and_then(|child| child.attribute("val"));
                let Some(number) = level.attribute("ilvl").and_then(|number| number.parse().ok()) else {
                    continue;
                };
                let text = value("lvlText").unwrap_or_default();
                let counts =
                    matches!(value("numFmt"), Some("decimal") | None) && text.matches('%').count() == 1;
                let start = value("start").and_then(|start| start.parse().ok()).unwrap_or(1);
                out.levels.insert(
                    (id.to_owned(), number),
                    Level { counts, in_brackets: text.contains('['), start },
                );
            }
        }
        for number in root.children().filter(|child| child.name == "num") {
            let kind = number.child("abstractNumId").and_then(|kind| kind.attribute("val"));
            if let (Some(id), Some(kind)) = (number.attribute("numId"), kind) {
                out.kinds.insert(id.to_owned(), kind.to_owned());
            }
        }
        out
    }

    /// Returns the number in front of the next paragraph of a list: `3.`, `[3]`. `None` for
    /// bullets, letters and other markers.
    pub(super) fn next(&mut self, place: &NumberingPlace) -> Option<String> {
        let kind = self.kinds.get(&place.id)?;
        let level = self.levels.get(&(kind.clone(), place.level))?;
        let counter =
            self.counters.entry((place.id.clone(), place.level)).or_insert(level.start.saturating_sub(1));
        *counter = counter.saturating_add(1);
        let number = *counter;
        if !level.counts {
            return None;
        }
        Some(if level.in_brackets { format!("[{number}]") } else { format!("{number}.") })
    }
}
