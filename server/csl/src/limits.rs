//! What a style may cost, counted before anything is printed with it.
//!
//! A macro of a style may use others, so a few lines can stand for billions of elements, or for an endless recursion.

use referee_bibliography::xml_tree::Element;
use std::collections::HashMap;

/// The largest text of a style that is read, in bytes. The largest one that is published has a fifth of it.
pub const MAX_STYLE_BYTES: usize = 1 << 20;

/// The most elements that a part of a style may have with every macro written out where it is used.
pub const MAX_EXPANDED_ELEMENTS: u64 = 1_000_000;

/// How deep elements may lie in each other with every macro written out where it is used.
pub const MAX_EXPANDED_DEPTH: u32 = 300;

/// How much an element is with every macro written out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// The elements, itself included.
    pub elements: u64,
    /// How deep they lie in each other; 1 for an element with nothing in it.
    pub depth: u32,
}

/// How much the largest part of a style is with every macro written out; `None` where a macro uses itself.
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

/// The macros of a style with what is known of their sizes.
struct Macros<'a> {
    by_name: HashMap<&'a str, &'a Element>,
    /// `None` while a macro is being counted.
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
        // A name that no macro has prints nothing.
        let Some(element) = self.by_name.get(name).copied() else { return Some(Expansion::default()) };
        self.known.insert(name, None);
        let counted = self.of_element(element)?;
        self.known.insert(name, Some(counted));
        Some(counted)
    }
}

impl Expansion {
    /// The expansion with `inner` in it.
    fn with(self, inner: Expansion) -> Expansion {
        Expansion {
            elements: self.elements.saturating_add(inner.elements),
            depth: self.depth.max(inner.depth),
        }
    }
}
