//! Numbers written as words.

/// Units, the numbers from ten to nineteen, and tens in English.
const ENGLISH: &[(&str, u32)] = &[
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];

/// Units, the numbers from ten to fifteen, and tens in Spanish. Eleven is omitted: `once` is also
/// an English word.
const SPANISH: &[(&str, u32)] = &[
    ("un", 1),
    ("una", 1),
    ("uno", 1),
    ("dos", 2),
    ("tres", 3),
    ("cuatro", 4),
    ("cinco", 5),
    ("seis", 6),
    ("siete", 7),
    ("ocho", 8),
    ("nueve", 9),
    ("diez", 10),
    ("doce", 12),
    ("trece", 13),
    ("catorce", 14),
    ("quince", 15),
    ("veinte", 20),
    ("treinta", 30),
    ("cuarenta", 40),
    ("cincuenta", 50),
    ("sesenta", 60),
    ("setenta", 70),
    ("ochenta", 80),
    ("noventa", 90),
];

/// Multiples, shares and powers of ten in English; shares are in percent.
const ENGLISH_MULTIPLES: &[(&str, u32)] = &[
    ("once", 1),
    ("single", 1),
    ("twice", 2),
    ("twofold", 2),
    ("doubled", 2),
    ("threefold", 3),
    ("tripled", 3),
    ("fourfold", 4),
    ("fivefold", 5),
    ("tenfold", 10),
    ("dozen", 12),
    ("quarter", 25),
    ("third", 33),
    ("half", 50),
    ("halved", 50),
    ("hundred", 100),
    ("thousand", 1000),
    ("million", 1_000_000),
];

/// Returns the value of one English or Spanish number word in lower case.
///
/// ```
/// use referee_text::number_words::value_of_word;
///
/// assert_eq!(value_of_word("thirty"), Some(30));
/// assert_eq!(value_of_word("treinta"), Some(30));
/// assert_eq!(value_of_word("dozen"), None);
/// ```
#[must_use]
pub fn value_of_word(word: &str) -> Option<u32> {
    ENGLISH.iter().chain(SPANISH).find(|(known, _)| *known == word).map(|(_, value)| *value)
}

/// Returns the value of one English number word in lower case.
#[must_use]
pub fn value_of_english_word(word: &str) -> Option<u32> {
    ENGLISH.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

/// Iterates over the English words for an amount, in lower case, with their values: number words,
/// multiples (`twofold` is 2), shares in percent (`half` is 50) and powers of ten.
pub fn english_amounts() -> impl Iterator<Item = (&'static str, u32)> {
    ENGLISH.iter().chain(ENGLISH_MULTIPLES).copied()
}
