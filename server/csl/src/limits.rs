//! Bounds the cost of a style before anything is printed with it.
//!
//! Macros may use other macros, so a few lines can expand to billions of elements or recurse
//! endlessly.

use referee_bibliography::xml_tree::Element;
use std::collections::HashMap;

/// The maximum size of a style in bytes. The largest published style has a fifth of it.
pub const MAX_STYLE_BYTES: usize = 1 << 20;

/// The maximum number of elements in a part of a style with all macros expanded.
pub const MAX_EXPANDED_ELEMENTS: u64 = 1_000_000;

/// The maximum nesting depth of elements with all macros expanded.
pub const MAX_EXPANDED_DEPTH: u32 = 300;

/// The size of an element with all macros expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// The number of elements, including itself.
    pub elements: u64,
    /// The nesting depth; 1 for an element without children.
    pub depth: u32,
}

/// Returns the size of the largest part of a style with all macros expanded; `None` if a macro is
/// recursive.
#[must_use]
pub fn expansion(style: &Element) -> Option<Expansion> {
    let mut macros = Macros { by_name: HashMap::new(), known: HashMap::new() };
    for child in style.children().filter(|child| child.name == "macro") {
        if let Some(name) = child.attribute("name") {
            macros.by_name.entry(name).or_insert(child);
        }
    }
    let mut largest = Expansion::default();
    for part in style.children() {
        let part = macros.of_element(part)?;
        largest.elements = largest.elements.max(part.elements);
        largest.depth = largest.depth.max(part.depth);
    }
    Some(largest)
}

/// The macros of a style and their known sizes.
struct Macros<'a> {
    by_name: HashMap<&'a str, &'a Element>,
    /// The value is `None` while a macro is being counted.
    known: HashMap<&'a str, Option<Expansion>>,
}

impl<'a> Macros<'a> {
    fn of_element(&mut self, element: &'a Element) -> Option<Expansion> {
        let mut out = Expansion { elements: 1, depth: 0 };
        let used = match element.name.as_str() {
            "macro" => None,
            _ => element.attribute("macro"),
        };
        if let Some(name) = used {
            out = out.with(self.of_macro(name)?);
        }
        for child in element.children() {
            out = out.with(self.of_element(child)?);
        }
        Some(Expansion { depth: out.depth.saturating_add(1), ..out })
    }

    fn of_macro(&mut self, name: &'a str) -> Option<Expansion> {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        // A reference to an undefined macro prints nothing.
        let Some(element) = self.by_name.get(name).copied() else { return Some(Expansion::default()) };
        self.known.insert(name, None);
        let counted = self.of_element(element)?;
        self.known.insert(name, Some(counted));
        Some(counted)
    }
}

impl Expansion {
    /// Returns the size with `inner` added as a child.
    fn with(self, inner: Expansion) -> Expansion {
        Expansion {
            elements: self.elements.saturating_add(inner.elements),
            depth: self.depth.max(inner.depth),
        }
    }
}
