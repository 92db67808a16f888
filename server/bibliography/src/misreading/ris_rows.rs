//! What Pandoc 3.9 does with dates and names in RIS, which the other programs do not read.
//!
//! Source: Pandoc itself, run on 2026-11-29 by `findings/ris-in-pandoc.sh`.

use super::Effect::{LosesField, NoYear, OtherAuthor};
use super::Row;
use super::rows::{NO_YEAR_IS_PRINTED, phrase, with};
use crate::Program::Pandoc;
use referee_text::Phrase;

const YEAR_ALONE: Phrase = phrase("Write `PY  - ` and the year alone.", "Escriba `PY  - ` y solo el año.");

pub(crate) static RIS_DATE: Row = Row {
    id: "ris-date",
    fact: phrase(
        "The first date of this record is “{}”, which RIS allows",
        "La primera fecha de este registro es «{}», que RIS permite",
    ),
    consequences: &[with(Pandoc, NoYear, NO_YEAR_IS_PRINTED)],
    advice: YEAR_ALONE,
};

pub(crate) static RIS_YEAR_WITH_SLASHES: Row = Row {
    id: "ris-year-with-slashes",
    fact: phrase("The year is written “{}”, which RIS allows", "El año está escrito «{}», que RIS permite"),
    consequences: &[with(
        Pandoc,
        LosesField,
        phrase("it is printed as a range without an end", "se imprime como un intervalo sin final"),
    )],
    advice: YEAR_ALONE,
};

pub(crate) static RIS_SUFFIX: Row = Row {
    id: "ris-suffix",
    fact: phrase(
        "The name “{}” ends with its suffix, as RIS demands",
        "El nombre «{}» acaba con su sufijo, como exige RIS",
    ),
    consequences: &[with(
        Pandoc,
        OtherAuthor,
        phrase("the suffix is taken for the first name", "el sufijo se toma por el nombre de pila"),
    )],
    advice: phrase(
        "Write the suffix before the first name.",
        "Escriba el sufijo delante del nombre de pila.",
    ),
};

pub(crate) static RIS_GROUP: Row = Row {
    id: "ris-group",
    fact: phrase("The author “{}” is a group", "El autor «{}» es un grupo"),
    consequences: &[with(
        Pandoc,
        OtherAuthor,
        phrase("it becomes a person with a first name", "se convierte en una persona con nombre de pila"),
    )],
    advice: phrase("Write a comma after its name.", "Escriba una coma después del nombre."),
};

pub(crate) static RIS_INITIALS_LAST: Row = Row {
    id: "ris-initials-last",
    fact: phrase(
        "The name “{}” has no comma before its initials",
        "El nombre «{}» no tiene coma antes de las iniciales",
    ),
    consequences: &[with(
        Pandoc,
        OtherAuthor,
        phrase("the initials are taken for the surname", "las iniciales se toman por el apellido"),
    )],
    advice: phrase("Write a comma after the surname.", "Escriba una coma después del apellido."),
};
