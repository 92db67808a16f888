//! Relations in words: `a p value of .036`, `t(28): 2.20`, `P-value of < .001`.

use super::super::equation::{Equation, Relation, label_before, value};
use super::names::{is_p, statistic};

/// Text allowed between a name and its value; each entry begins with a character that ends a name.
const RELATIONS: [(&str, Relation); 8] = [
    (" of ", Relation::Equal),
    (":", Relation::Equal),
    (" was ", Relation::Equal),
    (" is ", Relation::Equal),
    (" de ", Relation::Equal),
    (" fue ", Relation::Equal),
    (" below ", Relation::Less),
    (" less than ", Relation::Less),
];

/// The equations including those with a word as their relation, in order of their names. Worded ones count only for a
/// statistic, its degrees of freedom and p.
pub(super) fn add(text: &str, equations: &[Equation], comma: bool) -> Vec<Equation> {
    let mut all: Vec<Equation> = equations.iter().map(|equation| through_word(text, equation)).collect();
    for (word, relation) in RELATIONS {
        for (start, _) in text.match_indices(word) {
            let end = start + word.len();
            let suffix = text.get(end..).unwrap_or_default();
            let place = end + suffix.len() - suffix.trim_start_matches(' ').len();
            let rest = text.get(place..).unwrap_or_default();
            let is_number =
                rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '–'));
            let Some((number, length)) = is_number.then(|| value(rest, comma)).flatten() else { continue };
            let Some(found) = label_before(text, start) else { continue };
            let equation = Equation {
                label: found.label,
                group: found.group,
                mark: found.mark,
                relation,
                number: Some(number),
                place: place..place + length,
                worded: true,
            };
            if counts(text, &equation) {
                all.push(equation);
            }
        }
    }
    all.sort_by_key(|equation| equation.label.start);
    all.dedup_by_key(|equation| equation.label.start);
    all
}

/// An equation labelled by a relation word, relabelled with the name before it: `p value of < .001`.
fn through_word(text: &str, equation: &Equation) -> Equation {
    let label = text.get(equation.label.clone()).unwrap_or_default();
    let found = matches!(label, "of" | "was" | "is" | "de" | "fue")
        .then(|| label_before(text, equation.label.start))
        .flatten();
    let Some(found) = found else { return equation.clone() };
    let through = Equation {
        label: found.label,
        group: found.group,
        mark: found.mark,
        worded: true,
        ..equation.clone()
    };
    if counts(text, &through) { through } else { equation.clone() }
}

fn counts(text: &str, equation: &Equation) -> bool {
    let label = text.get(equation.label.clone()).unwrap_or_default();
    is_p(text, &equation.label).is_some()
        || statistic(text, equation).is_some()
        || matches!(label.to_lowercase().as_str(), "df" | "d.f." | "gl" | "g.l." | "n")
}
