//! Lists of names with the given names written out in front, as BibTeX's plain styles and the ACM print them: `Frank
//! Bretz, Alan Genz, and Ludwig A. Hothorn`.
//!
//! `Heart Failure and Atrial Fibrillation` has the same shape and is a title. So a list is taken only where several
//! names are joined as names are, or an initial stands in one, and none of its words is one that titles have.

use super::list::{conjoined, initials_first, is_full, is_initial_and_given, without_others};
use super::{Name, NameList, is_initials, is_suffix};

/// Words of titles that no name of a person has, in small letters; chosen by hand for what titles of medicine and of
/// statistics join with "and".
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

/// Reads names with their given names in front, up to the end of `text`; `None` where a part of it is no such name, or
/// where it could be a title as well.
pub(crate) fn given_first_names(text: &str) -> Option<NameList> {
    let (text, truncated) = without_others(text.trim().trim_end_matches([',', ' ']));
    if text.contains([';', ':', '(', '"', '\u{201c}']) {
        return None;
    }
    let parts = conjoined(text);
    let pieces =
        || parts.iter().flat_map(|part| part.split(',')).map(str::trim).filter(|piece| !piece.is_empty());
    // Beside names that are written out `C. Michael Stein` has two given names.
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

/// Whether a word of `text` is one that titles have and names of people do not.
pub(crate) fn has_word_of_titles(text: &str) -> bool {
    text.split([' ', '-', ',', '.'])
        .any(|word| WORDS_OF_TITLES.split(' ').any(|known| word.to_lowercase() == known))
}

#[cfg(test)]
mod tests {
    use super::given_first_names;

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
}
