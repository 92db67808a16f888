//! The names of the months.

use crate::language::Language;

/// The names of a month.
#[derive(Clone, Copy, Debug)]
pub struct Month {
    /// The number, from 1.
    pub number: u8,
    /// The English name.
    pub english: &'static str,
    /// The name in English and its abbreviations, in lower case. The abbreviation of three letters,
    /// which BibTeX defines, is the second one, except for May.
    pub english_forms: &'static [&'static str],
    /// The names in Spanish, the usual one first.
    pub spanish: &'static [&'static str],
    /// The names in German and French, in lower case, with and without accents.
    others: &'static [&'static str],
}

/// The months in order.
pub const MONTHS: [Month; 12] = [
    Month {
        number: 1,
        english: "January",
        english_forms: &["january", "jan"],
        spanish: &["enero"],
        others: &["januar", "janvier"],
    },
    Month {
        number: 2,
        english: "February",
        english_forms: &["february", "feb"],
        spanish: &["febrero"],
        others: &["februar", "février", "fevrier"],
    },
    Month {
        number: 3,
        english: "March",
        english_forms: &["march", "mar"],
        spanish: &["marzo"],
        others: &["märz", "maerz", "mars"],
    },
    Month {
        number: 4,
        english: "April",
        english_forms: &["april", "apr"],
        spanish: &["abril"],
        others: &["avril"],
    },
    Month { number: 5, english: "May", english_forms: &["may"], spanish: &["mayo"], others: &["mai"] },
    Month {
        number: 6,
        english: "June",
        english_forms: &["june", "jun"],
        spanish: &["junio"],
        others: &["juni", "juin"],
    },
    Month {
        number: 7,
        english: "July",
        english_forms: &["july", "jul"],
        spanish: &["julio"],
        others: &["juli", "juillet"],
    },
    Month {
        number: 8,
        english: "August",
        english_forms: &["august", "aug"],
        spanish: &["agosto"],
        others: &["août", "aout"],
    },
    Month {
        number: 9,
        english: "September",
        english_forms: &["september", "sep", "sept"],
        spanish: &["septiembre", "setiembre"],
        others: &["septembre"],
    },
    Month {
        number: 10,
        english: "October",
        english_forms: &["october", "oct"],
        spanish: &["octubre"],
        others: &["oktober", "octobre"],
    },
    Month {
        number: 11,
        english: "November",
        english_forms: &["november", "nov"],
        spanish: &["noviembre"],
        others: &["novembre"],
    },
    Month {
        number: 12,
        english: "December",
        english_forms: &["december", "dec"],
        spanish: &["diciembre"],
        others: &["dezember", "décembre", "decembre"],
    },
];

impl Month {
    /// Returns the month with a number from 1 to 12.
    #[must_use]
    pub fn of_number(number: u8) -> Option<&'static Month> {
        MONTHS.get(usize::from(number).checked_sub(1)?)
    }

    /// Returns the month whose English or Spanish name begins with the same three letters as a word:
    /// `Sept`, `ene`, `Marzo`.
    ///
    /// ```
    /// use referee_text::months::Month;
    ///
    /// assert_eq!(Month::of_start("Sept").map(|month| month.number), Some(9));
    /// assert_eq!(Month::of_start("ene").map(|month| month.number), Some(1));
    /// assert!(Month::of_start("Me").is_none());
    /// ```
    #[must_use]
    pub fn of_start(word: &str) -> Option<&'static Month> {
        let start = word.get(..3)?.to_lowercase();
        MONTHS.iter().find(|month| month.forms().any(|name| name.starts_with(&start)))
    }

    /// Returns the month whose name in English, Spanish, German or French begins with a word of
    /// three letters or more.
    ///
    /// ```
    /// use referee_text::months::Month;
    ///
    /// assert_eq!(Month::of_abbreviation("Juill").map(|month| month.number), Some(7));
    /// assert!(Month::of_abbreviation("marble").is_none());
    /// ```
    #[must_use]
    pub fn of_abbreviation(word: &str) -> Option<&'static Month> {
        let word = word.to_lowercase();
        if word.chars().count() < 3 {
            return None;
        }
        MONTHS.iter().find(|month| month.forms().chain(month.others).any(|name| name.starts_with(&word)))
    }

    /// Returns the English abbreviation of three letters in lower case: `jan`.
    #[must_use]
    pub fn abbreviation(&self) -> &'static str {
        self.english_forms.get(1).copied().unwrap_or("may")
    }

    /// Iterates over the names and abbreviations in English and the names in Spanish, in lower case.
    pub fn forms(&self) -> impl Iterator<Item = &'static &'static str> + use<> {
        self.english_forms.iter().chain(self.spanish)
    }

    /// Returns the name in a language.
    #[must_use]
    pub fn name(&self, language: Language) -> &'static str {
        language.pick(self.english, self.spanish.first().copied().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_numbered_in_order_and_found_by_every_form() {
        for (number, month) in (1..).zip(&MONTHS) {
            assert_eq!(month.number, number);
            assert!(month.english.to_lowercase().starts_with(month.abbreviation()));
            assert_eq!(month.abbreviation().len(), 3);
            for form in month.forms() {
                assert_eq!(Month::of_start(form).map(|found| found.number), Some(number), "{form}");
            }
            for form in month.forms().chain(month.others) {
                assert_eq!(Month::of_abbreviation(form).map(|found| found.number), Some(number), "{form}");
            }
        }
        assert!(Month::of_number(0).is_none() && Month::of_number(13).is_none());
    }
}
