//! Prints one work in one style.

use crate::style::Style;
use hayagriva::citationberg::{FontStyle, FontWeight, Locale, LocaleCode, json};
use hayagriva::{
    BibliographyDriver, BibliographyRequest, CitationItem, CitationRequest, ElemChild, ElemMeta, Formatted,
    archive,
};
use referee_bibliography::csl_write::csl_json;
use referee_bibliography::printed::{Emphasis, PrintedWords};
use referee_bibliography::{Name, Work};
use std::sync::OnceLock;

/// Fields that references do not show, or that hayagriva does not support.
const NOT_PRINTED: [&str; 3] = ["abstract", "available-date", "original-title"];

/// Characters around the number of a reference, which remain after its removal.
const AROUND_NUMBER: [char; 6] = ['[', ']', '(', ')', '.', ' '];

/// Prints a work as an item of the reference list, or as a citation if the style lacks one.
pub(crate) fn print(style: &Style, work: &Work, language: Option<&str>) -> Option<Vec<PrintedWords>> {
    let mut item = csl_json(work);
    let fields = item.as_object_mut()?;
    for name in NOT_PRINTED {
        fields.remove(name);
    }
    let item: json::Item = serde_json::from_value(item).ok()?;
    let language = style.language.as_deref().or(language).filter(|language| is_known(language));
    let locale = language.map(|language| LocaleCode(language.to_owned()));
    let mut driver = BibliographyDriver::new();
    let items = vec![CitationItem::with_entry(&item)];
    driver.citation(CitationRequest::new(items, &style.inner, locale.clone(), locales(), Some(1)));
    let rendered = driver.finish(BibliographyRequest::new(&style.inner, locale, locales()));
    let mut out = Words::default();
    match rendered.bibliography {
        Some(list) => {
            let item = list.items.into_iter().next()?;
            item.first_field.iter().chain(&item.content.0).for_each(|child| out.child(child));
        }
        None => rendered.citations.first()?.citation.0.iter().for_each(|child| out.child(child)),
    }
    out.finish().filter(|words| names_somebody(words, work))
}

/// Whether the printed text contains an author. hayagriva 0.10.1 loses all authors in some styles
/// (`vancouver`), and a reference without them is useless.
fn names_somebody(words: &[PrintedWords], work: &Work) -> bool {
    let shown: String = words.iter().map(|words| words.text.to_lowercase()).collect();
    let mut names = work.authors.iter().map(|name| match name {
        Name::Organisation { name } => name.to_lowercase(),
        Name::Person { family, .. } => family.to_lowercase(),
    });
    work.authors.is_empty() || names.any(|name| shown.contains(&name))
}

/// Returns the localised terms of all languages, such as “et al.” and months.
fn locales() -> &'static [Locale] {
    static LOCALES: OnceLock<Vec<Locale>> = OnceLock::new();
    LOCALES.get_or_init(archive::locales)
}

/// Whether there are terms for this language. Without them a reference would lose its “and”.
fn is_known(language: &str) -> bool {
    let asked = LocaleCode(language.to_owned());
    let fallback = asked.fallback();
    locales().iter().any(|locale| {
        locale.lang.as_ref().is_some_and(|lang| *lang == asked || Some(lang) == fallback.as_ref())
    })
}

/// The text printed so far.
#[derive(Default)]
struct Words {
    words: Vec<PrintedWords>,
    /// Whether a number was omitted: the characters around it are omitted too.
    number_left_out: bool,
}

impl Words {
    fn child(&mut self, child: &ElemChild) {
        match child {
            ElemChild::Text(text) | ElemChild::Link { text, .. } => self.text(text),
            ElemChild::Elem(element) => {
                // A hover card shows a single work, whose number in the list is unknown.
                if element.meta == Some(ElemMeta::CitationNumber) {
                    self.leave_number_out();
                    return;
                }
                element.children.0.iter().for_each(|child| self.child(child));
                if element.display.is_some() {
                    self.add(" ", Emphasis::None);
                }
            }
            ElemChild::Markup(_) | ElemChild::Transparent { .. } => {}
        }
    }

    fn text(&mut self, text: &Formatted) {
        let emphasis = match (text.formatting.font_weight, text.formatting.font_style) {
            (FontWeight::Bold, _) => Emphasis::Bold,
            (_, FontStyle::Italic) => Emphasis::Italic,
            _ => Emphasis::None,
        };
        self.add(&text.text, emphasis);
    }

    /// Omits a number and the bracket before it.
    fn leave_number_out(&mut self) {
        self.number_left_out = true;
        if self.words.iter().all(|words| words.text.chars().all(|c| AROUND_NUMBER.contains(&c))) {
            self.words.clear();
        }
    }

    /// Adds text; consecutive white space becomes one space.
    fn add(&mut self, text: &str, emphasis: Emphasis) {
        for c in text.chars() {
            let c = if c.is_whitespace() { ' ' } else { c };
            let is_first = self.words.is_empty();
            let after_space = self.words.last().is_some_and(|last| last.text.ends_with(' '));
            let is_dropped = match c {
                ' ' => is_first || after_space,
                _ => is_first && self.number_left_out && AROUND_NUMBER.contains(&c),
            };
            if is_dropped {
                continue;
            }
            match self.words.last_mut() {
                Some(last) if last.emphasis == emphasis => last.text.push(c),
                _ => self.words.push(PrintedWords { text: String::from(c), emphasis }),
            }
        }
    }

    /// Returns the printed text; `None` if it is empty.
    fn finish(mut self) -> Option<Vec<PrintedWords>> {
        while let Some(last) = self.words.last_mut() {
            let length = last.text.trim_end().len();
            last.text.truncate(length);
            if length > 0 {
                break;
            }
            self.words.pop();
        }
        (!self.words.is_empty()).then_some(self.words)
    }
}
