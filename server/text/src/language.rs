//! The languages in which referee speaks to its authors.

/// A language in which referee speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, where nothing asks for another.
    #[default]
    English,
    /// Spanish.
    Spanish,
}

impl Language {
    /// The language of a locale as editors and systems name it: `es`, `es-CL`, `es_ES.UTF-8`. A language that referee
    /// does not speak is answered in English.
    #[must_use]
    pub fn of_locale(locale: &str) -> Language {
        let language = locale.split(['-', '_', '.', '@']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("es") { Language::Spanish } else { Language::English }
    }

    /// Spanish if `spanish` is true, else English.
    #[must_use]
    pub fn spanish_if(spanish: bool) -> Language {
        if spanish { Language::Spanish } else { Language::English }
    }

    /// The one of two values that is in this language. A further language is a further argument, so that the compiler
    /// finds every place that lacks it.
    #[must_use]
    pub fn pick<T>(self, english: T, spanish: T) -> T {
        match self {
            Language::English => english,
            Language::Spanish => spanish,
        }
    }
}

/// A number with the word for what is counted: `1 work`, `2 works`.
///
/// ```
/// use referee_text::language::counted;
///
/// assert_eq!(counted(1, "work", "works"), "1 work");
/// assert_eq!(counted(0, "work", "works"), "0 works");
/// ```
#[must_use]
pub fn counted(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// Words that are the same wherever they are said, in each language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Phrase {
    /// The words in English.
    pub english: &'static str,
    /// The words in Spanish.
    pub spanish: &'static str,
}

impl Phrase {
    /// The words in a language.
    #[must_use]
    pub fn text(self, language: Language) -> &'static str {
        language.pick(self.english, self.spanish)
    }
}

/// What is said to an author, in each language that referee speaks; one of them is chosen when it is shown. There is no
/// way to make one from a single text, so nothing is said that lacks its Spanish.
///
/// ```
/// use referee_text::{Language, Message};
///
/// let key = "smith2020";
/// let message = Message::new(format!("Nothing cites “{key}”."), format!("Nada cita «{key}»."));
/// assert_eq!(message.text(Language::Spanish), "Nada cita «smith2020».");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Message {
    english: String,
    spanish: String,
}

impl Message {
    /// A message of these words.
    #[must_use]
    pub fn new(english: impl Into<String>, spanish: impl Into<String>) -> Message {
        Message { english: english.into(), spanish: spanish.into() }
    }

    /// A message of what `write` returns for each language, for messages of several parts.
    #[must_use]
    pub fn written(write: impl Fn(Language) -> String) -> Message {
        Message { english: write(Language::English), spanish: write(Language::Spanish) }
    }

    /// The words in a language.
    #[must_use]
    pub fn text(&self, language: Language) -> &str {
        language.pick(&self.english, &self.spanish)
    }

    /// The words in a language; those in the others are dropped.
    #[must_use]
    pub fn into_text(self, language: Language) -> String {
        language.pick(self.english, self.spanish)
    }
}

impl From<Phrase> for Message {
    fn from(phrase: Phrase) -> Message {
        Message::new(phrase.english, phrase.spanish)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_is_spanish_by_its_language_and_not_by_its_country() {
        for spanish in ["es", "ES", "es-CL", "es_ES.UTF-8", "es@euro"] {
            assert_eq!(Language::of_locale(spanish), Language::Spanish, "{spanish}");
        }
        for other in ["", "en", "en-ES", "est", "C", "de_DE"] {
            assert_eq!(Language::of_locale(other), Language::English, "{other}");
        }
    }
}
