//! Numbers that are spoken in parts: "nine nine nine", "thirty seven one".

use super::word::{Said, Word};

/// Adds the reading with a decimal to a temperature that is spoken without its point: "thirty seven one", "ninety eight
/// six".
pub(super) fn join_decimal(words: &[Word], numbers: &mut Vec<Said>) {
    let mut last = 1;
    while last < numbers.len() {
        let (whole, decimal) = (&numbers[last - 1], &numbers[last]);
        let between = words.get(whole.words.1..decimal.words.0).unwrap_or_default();
        let is_short = decimal.words.1 == decimal.words.0 + 1 && decimal.value < 10.0;
        let is_whole = whole.value.fract() == 0.0 && decimal.value.fract() == 0.0;
        let value = whole.value + decimal.value / 10.0;
        // "Treinta y ocho con cinco" is said of temperatures only.
        let is_with = matches!(between, [with] if &*with.text == "con");
        if is_short && is_whole && is_with && (33.0..44.0).contains(&whole.value) {
            let end = decimal.words.1;
            let whole = &mut numbers[last - 1];
            whole.others.push(whole.value);
            whole.value = value;
            whole.words.1 = end;
            numbers.remove(last);
            continue;
        }
        if is_short && is_whole && between.is_empty() && (33.0..=110.0).contains(&whole.value) {
            numbers[last - 1].others.push(value);
        }
        last += 1;
    }
}

/// Adds the reading as one number to digits that are spoken one by one: "nine nine nine".
pub(super) fn join_digits(words: &[Word], numbers: &mut [Said]) {
    let is_digit = |said: &Said| {
        said.value < 10.0
            && said.value.fract() == 0.0
            && said.words.1 == said.words.0 + 1
            && words[said.words.0].is_letters()
    };
    for last in 1..numbers.len() {
        let (mut value, mut factor, mut at) = (numbers[last].value, 1.0, last);
        while at > 0
            && is_digit(&numbers[at])
            && is_digit(&numbers[at - 1])
            && numbers[at - 1].words.1 == numbers[at].words.0
        {
            at -= 1;
            factor *= 10.0;
            value += numbers[at].value * factor;
            numbers[last].others.push(value);
        }
    }
}
