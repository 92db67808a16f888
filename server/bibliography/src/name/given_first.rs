//! Reads name lists with full given names first, as BibTeX's plain styles and the ACM print them:
//! `Frank Bretz, Alan Genz, and Ludwig A. Hothorn`.
//!
//! `Heart Failure and Atrial Fibrillation` has the same shape but is a title. So a list is accepted
//! only with an initial or, for several names, a conjunction or "et al.", and only without words
//! that are typical of titles.

use super::list::{
    conjoined, initials_first, is_full, is_group, is_initial_and_given, organisation, read_names,
    without_others,
};
use super::{Name, NameList, is_initials, is_suffix};

/// Words of titles that do not occur in personal names, in lower case. They were chosen by hand
/// from what titles of medicine and statistics join with "and".
const WORDS_OF_TITLES: &str = "\
    activity acute adult adults adverse air alcohol analysis anxiety applications artery assessment atrial blood \
    body bone brain breast cancer cardiac cardiovascular care cell cells change child childhood children chronic \
    clinical cognitive computing control coronary data dementia dental depression development diabetes diagnosis \
    diet dietary disease diseases disorder disorders drug drugs early economic education effect effects elderly \
    environmental epidemiology estimation evidence exercise exposure failure family fat fibrillation function gene \
    general genetic global growth guidelines health heart hepatic human hypertension infant infection infections \
    inference inflammation injury insulin intake kidney learning life lipid liver lung management maternal \
    mathematical medical medicine mental metabolic metabolism methods model models mortality muscle national neural \
    nutrition obesity occupational oral outcome outcomes pain parallel patient patients physical pollution practice \
    pregnancy prevention primary prognosis programming protein psychiatric psychological public pulmonary quality \
    renal research respiratory review risk safety science sciences screening sex skin sleep smoking social software \
    statistical statistics stress stroke studies study surgery surgical survival symptoms syndrome system systematic \
    systems technology test testing theory therapy tissue tobacco treatment trial trials tumor use vaccination \
    vascular viral virus vitamin weight women";

/// Reads names with given names first, up to the end of `text`; `None` if a part is not such a
/// name, or if the text could also be a title.
pub(crate) fn given_first_names(text: &str) -> Option<NameList> {
    let (text, truncated) = without_others(text.trim().trim_end_matches([',', ' ']));
    if text.contains([';', ':', '(', '"', '\u{201c}']) {
        return None;
    }
    let parts = conjoined(text);
    let pieces =
        || parts.iter().flat_map(|part| part.split(',')).map(str::trim).filter(|piece| !piece.is_empty());
    // Next to full names, `C. Michael Stein` has two given names.
    let are_written_out = pieces().any(|piece| initials_first(piece).is_none() && !is_suffix(piece));
    let mut list = NameList { truncated, ..NameList::default() };
    let mut has_initial = false;
    for piece in pieces() {
        if is_suffix(piece)
            && let Some(Name::Person { suffix, .. }) = list.names.last_mut()
        {
            *suffix = piece.trim_end_matches('.').to_owned();
            continue;
        }
        let mut words = piece.split_whitespace();
        has_initial |= words.any(|word| word.ends_with('.') && is_initials(word));
        let initials = initials_first(piece).filter(|_| !(are_written_out && is_initial_and_given(piece)));
        if let Some(name) = initials {
            list.names.push(name);
        } else if is_full(piece) && !has_word_of_titles(piece) {
            list.names.push(Name::given_first(piece)?);
        } else {
            return None;
        }
    }
    let are_joined = list.names.len() >= 2 && (parts.len() >= 2 || truncated || has_initial);
    (are_joined || (has_initial && !list.names.is_empty())).then_some(list)
}

/// Whether `text` contains a word that occurs in titles but not in personal names.
pub(crate) fn has_word_of_titles(text: &str) -> bool {
    text.split([' ', '-', ',', '.'])
        .any(|word| WORDS_OF_TITLES.split(' ').any(|known| word.to_lowercase() == known))
}

/// Reads a text that is only a name list, such as the first block of a BibTeX item: with given
/// names first (`William C. Knowler, Jan van der Berg, and Research Group`) or last. `None` if a
/// part is not a name.
pub(crate) fn names_of_block(text: &str) -> Option<NameList> {
    if text.contains(|c: char| c.is_ascii_digit() || matches!(c, '"' | '“' | ':' | '?')) {
        return None;
    }
    let (names, truncated) = without_others(text.trim().trim_end_matches([',', ' ']));
    let parts = conjoined(names);
    let last = parts.last()?;
    let pieces: Vec<&str> =
        parts.iter().flat_map(|part| part.split(',')).map(str::trim).filter(|one| !one.is_empty()).collect();
    // With given names first, only one name follows "and".
    let ends_with_name = last.split(',').skip(1).all(|piece| is_suffix(piece.trim()));
    let is_joined = parts.len() > 1 || truncated || pieces.iter().filter(|one| !is_suffix(one)).count() == 1;
    let is_given_first = ends_with_name && is_joined && !names.contains(';');
    if is_given_first && let Some(list) = given_first_list(&pieces, truncated) {
        return Some(list);
    }
    let list = read_names(text)?;
    let is_list = list.sure || names.contains(';') || parts.len() > 1 || pieces.len() == 2;
    is_list.then_some(list)
}

/// Reads the names of a list with given names first.
fn given_first_list(pieces: &[&str], truncated: bool) -> Option<NameList> {
    let mut list = NameList { truncated, sure: true, ..NameList::default() };
    let people = pieces.iter().filter(|piece| !is_suffix(piece)).count();
    let are_written_out =
        pieces.iter().any(|piece| initials_first(piece).is_none() && !is_suffix(piece) && !is_group(piece));
    for piece in pieces {
        if is_suffix(piece)
            && let Some(Name::Person { suffix, .. }) = list.names.last_mut()
        {
            *suffix = piece.trim_end_matches('.').to_owned();
        } else if is_group(piece) {
            list.names.push(organisation(piece));
        } else if let Some(name) =
            initials_first(piece).filter(|_| !(are_written_out && is_initial_and_given(piece)))
        {
            list.names.push(name);
        } else if Name::vancouver(piece).is_some() {
            // Family names come first, then initials.
            return None;
        } else if is_full(piece) && !(people == 1 && has_word_of_titles(piece)) {
            list.names.push(Name::given_first(piece)?);
        } else if people > 1 && is_one_word(piece) && list.names.len() + 1 >= people {
            // A one-word group after people.
            list.names.push(Name::organisation(*piece));
        } else {
            return None;
        }
    }
    (!list.names.is_empty()).then_some(list)
}

/// Whether a text is a single word, like some organisations: `OpenAI`, `Eurostat`.
fn is_one_word(text: &str) -> bool {
    text.chars().count() > 2
        && text.starts_with(char::is_uppercase)
        && text.chars().all(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::{given_first_names, names_of_block};

    #[test]
    fn names_with_given_names_in_front_are_told_from_titles() {
        for (text, surnames) in [
            ("Frank Bretz, Alan Genz, and Ludwig A. Hothorn", Some("Bretz, Genz, Hothorn")),
            (
                "Torsten Hothorn, Kurt Hornik, Mark A. van de Wiel, and Achim Zeileis",
                Some("Hothorn, Hornik, van de Wiel, Zeileis"),
            ),
            ("Yosef Hochberg and Ajit C. Tamhane", Some("Hochberg, Tamhane")),
            ("Sean R. Eddy", Some("Eddy")),
            ("Rafal Ablamowicz and Bertfried Fauser", Some("Ablamowicz, Fauser")),
            ("Heart Failure and Atrial Fibrillation", None),
            ("Physical Activity and Breast Cancer", None),
            ("Tobacco Control", None),
            ("Alan Genz", None),
            ("Metformin and the liver", None),
        ] {
            let read = given_first_names(text)
                .map(|list| list.names.iter().map(crate::Name::surname).collect::<Vec<_>>().join(", "));
            assert_eq!(read.as_deref(), surnames, "{text}");
        }
    }

    #[test]
    fn a_block_of_names_is_read_in_either_order() {
        for (text, names) in [
            (
                "William C. Ferro, Elizabeth Barrow-Conn, Jan van der Berg, and Night Watch Research Group",
                Some("WC Ferro, E Barrow-Conn, J van der Berg,  Night Watch Research Group"),
            ),
            ("Jacob Tull and Ming-Wei Oda", Some("J Tull, MW Oda")),
            ("John Roe", Some("J Roe")),
            ("M. L. King, Jr. and R. Poe", Some("ML King, R Poe")),
            ("Tull, J. and M.-W. Oda", Some("J Tull, MW Oda")),
            ("Tull, Jacob and Oda, Ming-Wei", Some("J Tull, MW Oda")),
            ("Tull, J., and Oda, M.-W.", Some("J Tull, MW Oda")),
            ("TULL J, VAN DER BERG J, et al", Some("J TULL, J VAN DER BERG")),
            ("Tull JK, Oda M", Some("JK Tull, M Oda")),
            ("Jan de Wit and OpenAI", Some("J de Wit,  OpenAI")),
            ("R. Roe, On the memory of mice", None),
            ("Heart Failure", None),
            ("Effects of sleep on memory", None),
        ] {
            let read = names_of_block(text).map(|list| {
                let shown = list.names.iter().map(|name| {
                    let initials = name.initials();
                    format!("{initials} {}", name.surname())
                });
                shown.collect::<Vec<_>>().join(", ")
            });
            assert_eq!(read.as_deref(), names, "{text}");
        }
    }
}
