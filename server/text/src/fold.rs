//! Folding: the forms in which titles and names are compared, indexed and searched.
//!
//! Two spellings of the same thing must fold to the same text, and two different things must not.
//! The steps have a fixed order:
//!
//! 1. compatibility composition (NFKC): `ﬁ` becomes `fi`, `₂` becomes `2`, MICRO SIGN becomes mu;
//! 2. Greek letters are spelled out. This precedes transliteration, which would turn `β` into `b`:
//!    then "β-catenin" and "beta-catenin" would differ, and "b-catenin" would be the same;
//! 3. Latin letters are transliterated to ASCII (`é` to `e`, `ß` to `ss`). In titles, all other
//!    scripts are kept, because their transliteration is not one-to-one, and many different Chinese
//!    titles would fold to the same pinyin;
//! 4. lower case;
//! 5. each sequence of characters that are neither letters nor digits becomes one space.
//!
//! The readers of the formats resolve markup (LaTeX, HTML, XML) beforehand.

use crate::stop_words::{StopWordUse, is_stop_word};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Folds a title: `The β₂-Adrenoceptor: a Review` becomes `the beta2 adrenoceptor a review`.
///
/// Each ideograph and kana is a separate word, so that titles without spaces have words to compare.
#[must_use]
pub fn title(text: &str) -> String {
    let mut out = Folded::with_capacity(text.len());
    if text.is_ascii() {
        for byte in text.bytes() {
            out.ascii(byte);
        }
        return out.finish();
    }
    let composed: Vec<char> = text.chars().filter(|c| !is_ignorable(*c)).nfkc().collect();
    let mut index = 0;
    while let Some(&c) = composed.get(index) {
        if is_greek(c) {
            let run =
                composed[index..].iter().take_while(|c| is_greek(**c) || is_combining_mark(**c)).count();
            out.greek(&composed[index..index + run]);
            index += run;
            continue;
        }
        index += 1;
        match c {
            _ if c.is_ascii() => out.ascii(c as u8),
            // A degree sign is ignored: "37°C", "37 C".
            '°' => out.space(),
            _ if is_combining_mark(c) => out.mark(c),
            _ if is_latin(c) => out.transliterated(c),
            _ if c.is_numeric() => out.transliterated(c),
            _ if is_ideographic(c) => {
                out.space();
                out.push(c);
                out.space();
            }
            _ if c.is_alphabetic() => {
                // Russian usually prints ё as е.
                let c = if matches!(c, 'ё' | 'Ё') { 'е' } else { c };
                out.push_lower(c);
            }
            '×' => out.push('x'),
            _ => out.space(),
        }
    }
    out.finish()
}

/// Folds a title and returns its words, in order.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    title(text).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Removes the leading article of a folded title (English, French, German, Italian, Portuguese,
/// Spanish).
#[must_use]
pub fn without_article(folded: &str) -> &str {
    match folded.split_once(' ') {
        Some((first, rest)) if is_stop_word(first, StopWordUse::LeadingArticle) && !rest.is_empty() => rest,
        _ => folded,
    }
}

/// Removes the spaces of a folded text, so that `health care` equals `healthcare` and `TGF-β`
/// equals `TGFβ`.
#[must_use]
pub fn compact(folded: &str) -> String {
    folded.chars().filter(|c| *c != ' ').collect()
}

/// Folds a folded word further, to one spelling for British and American English and for the
/// ligatures of Latin and Greek words: `tumour` and `tumor`, `randomised` and `randomized`,
/// `oedema` and `edema`.
///
/// Use it as a second attempt; the result is for comparison, not for display.
#[must_use]
pub fn spelling(word: &str) -> String {
    if !word.is_ascii() || word.len() < 4 {
        return word.to_owned();
    }
    match word {
        "ageing" => return String::from("aging"),
        "grey" => return String::from("gray"),
        "defence" => return String::from("defense"),
        "licence" => return String::from("license"),
        "practise" => return String::from("practice"),
        _ => {}
    }
    let mut out = word.to_owned();
    let mut replace = |from: &str, to: &str| {
        if out.contains(from) {
            out = out.replace(from, to);
        }
    };
    replace("ae", "e");
    replace("oe", "e");
    // "four", "hours" and "your" are not British spellings.
    if word.len() > 5 {
        replace("our", "or");
    }
    for (from, to) in [
        ("sulph", "sulf"),
        ("ogue", "og"),
        ("gramme", "gram"),
        ("artefact", "artifact"),
        ("isation", "ization"),
    ] {
        replace(from, to);
    }
    for (from, to) in [
        ("ise", "ize"),
        ("ised", "ized"),
        ("ises", "izes"),
        ("iser", "izer"),
        ("ising", "izing"),
        ("yse", "yze"),
        ("ysed", "yzed"),
        ("ysing", "yzing"),
        ("elling", "eling"),
        ("elled", "eled"),
        ("eller", "eler"),
        ("alling", "aling"),
        ("tre", "ter"),
        ("tres", "ters"),
        ("bre", "ber"),
        ("bres", "bers"),
    ] {
        if let Some(stem) = out.strip_suffix(from) {
            return format!("{stem}{to}");
        }
    }
    out
}

/// Folds a name to ASCII: `Müller-Lüdenscheidt` becomes `muller ludenscheidt`, `O’Brien` becomes
/// `obrien`, `王` becomes `wang`.
///
/// All scripts are transliterated, because the same person's name is written in several.
#[must_use]
pub fn name(text: &str) -> String {
    let mut out = Folded::with_capacity(text.len());
    for c in text.chars().filter(|c| !is_ignorable(*c)).nfkc() {
        match c {
            // O'Brien, D’Amico, Vel'kov: one printed word, with various apostrophes.
            '\'' | '’' | '‘' | 'ʼ' | 'ʹ' | 'ʻ' | 'ʿ' | 'ʾ' | '`' | '´' => {}
            _ if c.is_ascii() => out.ascii(c as u8),
            _ if is_combining_mark(c) => {}
            _ if is_ideographic(c) => {
                // deunicode usually ends a transliterated ideograph with a space; add it if it is
                // missing.
                out.transliterated(c);
                out.space();
            }
            _ if c.is_alphanumeric() => out.transliterated(c),
            _ => out.space(),
        }
    }
    out.finish()
}

/// Folds a name further, so that the ASCII spellings of an umlaut or a ring agree: `muller` for
/// `Müller`, `Mueller` and `Muller`; `agard` for `Ågaard` and `Aagaard`. For comparison, not for
/// display.
#[must_use]
pub fn name_key(text: &str) -> String {
    let folded = name(text);
    let mut out = String::with_capacity(folded.len());
    let mut chars = folded.chars().filter(|c| *c != ' ').peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        // The second letter of "ae", "oe", "ue" and "aa" is the ASCII spelling of the mark on the
        // first.
        while match c {
            'a' => matches!(chars.peek(), Some('e' | 'a')),
            'o' | 'u' => matches!(chars.peek(), Some('e')),
            _ => false,
        } {
            chars.next();
        }
    }
    out
}

/// A text being folded: it never has consecutive, leading or trailing spaces.
struct Folded {
    out: String,
}

impl Folded {
    fn with_capacity(capacity: usize) -> Self {
        Folded { out: String::with_capacity(capacity) }
    }

    fn space(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with(' ') {
            self.out.push(' ');
        }
    }

    fn push(&mut self, c: char) {
        self.out.push(c);
    }

    fn push_lower(&mut self, c: char) {
        self.out.extend(c.to_lowercase());
    }

    fn ascii(&mut self, byte: u8) {
        if byte.is_ascii_alphanumeric() {
            self.out.push(byte.to_ascii_lowercase() as char);
        } else {
            self.space();
        }
    }

    /// Adds a mark that remains after composition: Indic vowel signs belong to their word, but
    /// marks after an ASCII letter are dropped.
    fn mark(&mut self, c: char) {
        if self.out.chars().next_back().is_some_and(|last| !last.is_ascii()) {
            self.out.push(c);
        }
    }

    fn transliterated(&mut self, c: char) {
        match deunicode::deunicode_char(c) {
            Some(ascii) => ascii.bytes().for_each(|byte| self.ascii(byte)),
            None => self.push_lower(c),
        }
    }

    /// Spells out Greek letters that are used as symbols; a word of Greek text is kept.
    fn greek(&mut self, run: &[char]) {
        const MAX_SYMBOL_LETTERS: usize = 3;
        let word = run.iter().filter(|c| !is_combining_mark(**c)).count() > MAX_SYMBOL_LETTERS;
        for &c in run {
            let base = std::iter::once(c).nfd().next().unwrap_or(c);
            match greek_name(base) {
                Some(name) if !word => self.out.push_str(name),
                _ if is_combining_mark(base) => {}
                _ => self.push_lower(base),
            }
        }
    }

    fn finish(mut self) -> String {
        if self.out.ends_with(' ') {
            self.out.pop();
        }
        self.out
    }
}

/// Whether a character is a trademark sign or invisible: it is not part of a title but may be
/// within a word.
fn is_ignorable(c: char) -> bool {
    matches!(
        c,
        '™' | '®' | '©' | '℠' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}'
    )
}

fn is_greek(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}') && c.is_alphabetic()
}

fn is_latin(c: char) -> bool {
    c.is_alphabetic()
        && matches!(
            c,
            '\u{aa}'..='\u{24f}' | '\u{250}'..='\u{2af}' | '\u{1d00}'..='\u{1dbf}' | '\u{1e00}'..='\u{1eff}'
            | '\u{2c60}'..='\u{2c7f}' | '\u{a720}'..='\u{a7ff}' | '\u{ab30}'..='\u{ab6f}'
        )
}

/// Whether a character belongs to a script without spaces, where a letter is the closest unit to a
/// word.
fn is_ideographic(c: char) -> bool {
    matches!(
        c,
        '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}'
    ) && c.is_alphanumeric()
}

fn greek_name(c: char) -> Option<&'static str> {
    Some(match c {
        'α' | 'Α' => "alpha",
        'β' | 'Β' | 'ϐ' => "beta",
        'γ' | 'Γ' => "gamma",
        'δ' | 'Δ' => "delta",
        'ε' | 'Ε' | 'ϵ' => "epsilon",
        'ζ' | 'Ζ' => "zeta",
        'η' | 'Η' => "eta",
        'θ' | 'Θ' | 'ϑ' => "theta",
        'ι' | 'Ι' => "iota",
        'κ' | 'Κ' | 'ϰ' => "kappa",
        'λ' | 'Λ' => "lambda",
        'μ' | 'Μ' => "mu",
        'ν' | 'Ν' => "nu",
        'ξ' | 'Ξ' => "xi",
        'ο' | 'Ο' => "omicron",
        'π' | 'Π' | 'ϖ' => "pi",
        'ρ' | 'Ρ' | 'ϱ' => "rho",
        'σ' | 'ς' | 'Σ' => "sigma",
        'τ' | 'Τ' => "tau",
        'υ' | 'Υ' | 'ϒ' => "upsilon",
        'φ' | 'Φ' | 'ϕ' => "phi",
        'χ' | 'Χ' => "chi",
        'ψ' | 'Ψ' => "psi",
        'ω' | 'Ω' => "omega",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn greek_letters_and_their_names_are_one() {
        assert_eq!(title("β-catenin"), title("Beta-Catenin"));
        assert_eq!(title("α-thalassaemia"), "alpha thalassaemia");
        assert_eq!(title("𝛽-catenin"), "beta catenin");
        assert_ne!(title("β-catenin"), title("b-catenin"));
    }

    #[test]
    fn the_micro_sign_is_the_letter_mu() {
        assert_eq!(title("\u{b5}-opioid"), title("\u{3bc}-opioid"));
        assert_eq!(title("\u{b5}-opioid"), "mu opioid");
    }

    #[test]
    fn ligatures_subscripts_and_odd_hyphens_do_not_matter() {
        assert_eq!(title("e\u{fb03}cacy of CO₂\u{2010}laser"), "efficacy of co2 laser");
        assert_eq!(title("micro\u{ad}biome™"), "microbiome");
    }

    #[test]
    fn accents_do_not_matter_and_decomposed_ones_neither() {
        assert_eq!(title("Ménière"), "meniere");
        assert_eq!(title("Me\u{301}nie\u{300}re"), "meniere");
        assert_eq!(title("Erdős"), "erdos");
        assert_eq!(title("Łódź"), "lodz");
    }

    #[test]
    fn different_chinese_titles_stay_different() {
        assert_ne!(title("糖尿病视网膜病变的研究"), title("高血压心脏病的研究"));
        // Both are "shi" in pinyin.
        assert_ne!(title("是"), title("事"));
        assert_eq!(words("糖尿病"), ["糖", "尿", "病"]);
        assert_ne!(title("Война и мир"), "");
    }

    #[test]
    fn greek_text_is_not_spelled_out() {
        assert_eq!(title("Καρδιά"), "καρδια");
    }

    #[test]
    fn a_leading_article_can_be_left_out() {
        assert_eq!(without_article(&title("The Lancet")), "lancet");
        assert_eq!(without_article("the"), "the");
    }

    #[test]
    fn british_and_american_spelling_agree() {
        for (british, american) in [
            ("tumour", "tumor"),
            ("randomised", "randomized"),
            ("oedema", "edema"),
            ("haemorrhage", "hemorrhage"),
            ("paediatric", "pediatric"),
            ("centre", "center"),
            ("behaviour", "behavior"),
            ("leukaemia", "leukemia"),
            ("modelling", "modeling"),
            ("hospitalisation", "hospitalization"),
            ("analyse", "analyze"),
            ("ageing", "aging"),
        ] {
            assert_eq!(spelling(british), spelling(american), "{british}");
        }
        assert_ne!(spelling("four"), spelling("for"));
    }

    #[test]
    fn names_fold_over_marks_hyphens_and_scripts() {
        assert_eq!(name("O’Brien"), "obrien");
        assert_eq!(name("García-Márquez"), "garcia marquez");
        assert_eq!(name("Erdős"), name("Erdos"));
        assert_eq!(name("Møller"), "moller");
        assert_eq!(name("王"), "wang");
        assert_eq!(name_key("Müller"), name_key("Mueller"));
        assert_eq!(name_key("Müller"), name_key("Muller"));
        assert_eq!(name_key("Ågaard"), name_key("Aagaard"));
        assert_eq!(name_key("Plöen"), name_key("Ploeen"));
        assert_eq!(name_key("Jørgensen"), name_key("Joergensen"));
    }

    proptest! {
        #[test]
        fn folding_any_text_twice_changes_nothing_more(text in "\\PC*") {
            let once = title(&text);
            prop_assert!(!once.contains("  ") && once.trim() == once);
            prop_assert_eq!(words(&text).join(" "), once);
            let _ = (name(&text), name_key(&text), spelling(&text));
        }
    }
}
