//! The languages of referee's messages.

/// A language of referee's messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, the default.
    #[default]
    English,
    /// Spanish.
    Spanish,
}

impl Language {
    /// Returns the language of a locale in the notation of editors and systems: `es`, `es-CL`,
    /// `es_ES.UTF-8`. Unsupported languages become English.
    #[must_use]
    pub fn of_locale(locale: &str) -> Language {
        let language = locale.split(['-', '_', '.', '@']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("es") { Language::Spanish } else { Language::English }
    }

    /// Returns Spanish if `spanish` is true, otherwise English.
    #[must_use]
    pub fn spanish_if(spanish: bool) -> Language {
        if spanish { Language::Spanish } else { Language::English }
    }

    /// Returns the value in this language. A further language requires a further argument, so that
    /// the compiler finds every call that lacks it.
    #[must_use]
    pub fn pick<T>(self, english: T, spanish: T) -> T {
        match self {
            Language::English => english,
            Language::Spanish => spanish,
        }
    }
}

/// Formats a number with the word for what is counted: `1 work`, `2 works`.
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

/// A fixed phrase in each language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Phrase {
    /// The English text.
    pub english: &'static str,
    /// The Spanish text.
    pub spanish: &'static str,
}

impl Phrase {
    /// Returns the text in a language.
    #[must_use]
    pub fn text(self, language: Language) -> &'static str {
        language.pick(self.english, self.spanish)
    }
}

/// A message to an author in each supported language; one is chosen when it is shown. It cannot be
/// created from a single text, so every message has a Spanish version.
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
    /// Creates a message from its texts.
    #[must_use]
    pub fn new(english: impl Into<String>, spanish: impl Into<String>) -> Message {
        Message { english: english.into(), spanish: spanish.into() }
    }

    /// Creates a message by calling `write` for each language, for messages with several parts.
    #[must_use]
    pub fn written(write: impl Fn(Language) -> String) -> Message {
        Message { english: write(Language::English), spanish: write(Language::Spanish) }
    }

    /// Returns the text in a language.
    #[must_use]
    pub fn text(&self, language: Language) -> &str {
        language.pick(&self.english, &self.spanish)
    }

    /// Returns the text in a language and drops the others.
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
