//! One work in one style.

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

/// Fields that no reference shows, or that hayagriva does not know.
const NOT_PRINTED: [&str; 3] = ["abstract", "available-date", "original-title"];

/// Signs around the number of a reference, which are left where the number is taken away.
const AROUND_NUMBER: [char; 6] = ['[', ']', '(', ')', '.', ' '];

/// A work as an item of the list of references; as a citation of it where the style has no such list.
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

/// Whether what was printed names one of the authors. hayagriva 0.10.1 loses all of them in some styles (`vancouver`),
/// and a reference without them is none.
fn names_somebody(words: &[PrintedWords], work: &Work) -> bool {
    let shown: String = words.iter().map(|words| words.text.to_lowercase()).collect();
    let mut names = work.authors.iter().map(|name| match name {
        Name::Organisation { name } => name.to_lowercase(),
        Name::Person { family, .. } => family.to_lowercase(),
    });
    work.authors.is_empty() || names.any(|name| shown.contains(&name))
}

/// The words that styles take from a language, such as “et al.” and the names of months, of every language there is.
fn locales() -> &'static [Locale] {
    static LOCALES: OnceLock<Vec<Locale>> = OnceLock::new();
    LOCALES.get_or_init(archive::locales)
}

/// Whether there are words in this language. Without them a reference would lose its “and”.
fn is_known(language: &str) -> bool {
    let asked = LocaleCode(language.to_owned());
    let fallback = asked.fallback();
    locales().iter().any(|locale| {
        locale.lang.as_ref().is_some_and(|lang| *lang == asked || Some(lang) == fallback.as_ref())
    })
}

/// What was printed so far.
#[derive(Default)]
struct Words {
    words: Vec<PrintedWords>,
    /// A number was left out: what stands around it goes too.
    number_left_out: bool,
}

impl Words {
    fn child(&mut self, child: &ElemChild) {
        match child {
            ElemChild::Text(text) | ElemChild::Link { text, .. } => self.text(text),
            ElemChild::Elem(element) => {
                // A card shows one work, whose number in the list is not known.
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

    /// Leaves a number out, and the bracket before it.
    fn leave_number_out(&mut self) {
        self.number_left_out = true;
        if self.words.iter().all(|words| words.text.chars().all(|c| AROUND_NUMBER.contains(&c))) {
            self.words.clear();
        }
    }

    /// Adds words; of spaces and line ends in a row one space is left.
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

    /// Everything that was printed; `None` where that is nothing.
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
