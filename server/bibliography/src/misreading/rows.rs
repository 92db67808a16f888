//! The table of what BibTeX 0.99e, Biber 2.22, Pandoc 3.9 and Typst 0.15.2 do with places that they
//! read differently: names, dates and repeated fields.
//!
//! Source: the programs themselves, run on 2026-11-28 by `findings/bibliography-programs.sh`, which
//! prints the reference that results from each kind of place; docs/bibliography-programs.md has its
//! output. For a new version of a program, first compare its output with that page, then correct
//! the table.

use super::Effect::{self, Complains, DropsEntry, LosesField, NoYear, OtherAuthor, OtherWork, Stops};
use super::{Consequence, Row};
use crate::Program::{self, Biber, Bibtex, Pandoc, Typst};
use referee_text::Phrase;

pub(super) const fn phrase(english: &'static str, spanish: &'static str) -> Phrase {
    Phrase { english, spanish }
}

pub(super) const fn with(program: Program, effect: Effect, words: Phrase) -> Consequence {
    Consequence { program, effect, words }
}

/// The same consequence for all programs.
pub(super) const fn all(effect: Effect, words: Phrase) -> [Consequence; 4] {
    [
        with(Bibtex, effect, words),
        with(Biber, effect, words),
        with(Pandoc, effect, words),
        with(Typst, effect, words),
    ]
}

pub(super) const NO_ENTRY: Phrase =
    phrase("no entry of the file is read", "no se lee ninguna entrada del archivo");
const ENTRY_SKIPPED: Phrase = phrase("the whole entry is skipped", "se omite la entrada entera");
pub(super) const NO_YEAR_IS_PRINTED: Phrase = phrase("no year is printed", "no se imprime el año");
pub(super) const FIELD_LOST: Phrase = phrase("the field is lost", "se pierde el campo");
pub(super) const ERROR_MESSAGE: Phrase = phrase("there is an error message", "hay un mensaje de error");
const WRONG_NAME: Phrase = phrase("a wrong name is printed", "se imprime un nombre equivocado");
const EMPTY_NAME_IS_PRINTED: Phrase = phrase("an empty name is printed", "se imprime un nombre vacío");
const ONE_PERSON: Phrase =
    phrase("all names become one person", "todos los nombres pasan a ser una sola persona");
const PERSON: Phrase =
    phrase("it becomes a person of that name", "se convierte en una persona de ese nombre");

const fn twice(effect: Effect) -> [Consequence; 4] {
    const FIRST: Phrase = phrase("the first is printed", "se imprime el primero");
    const LAST: Phrase = phrase("the last is printed", "se imprime el último");
    [
        with(Bibtex, effect, FIRST),
        with(Biber, effect, LAST),
        with(Pandoc, effect, LAST),
        with(Typst, effect, LAST),
    ]
}

const fn field_twice(consequences: &'static [Consequence]) -> Row {
    Row {
        id: "field-twice",
        fact: phrase(
            "The field `{}` occurs twice in this entry with different values",
            "El campo `{}` aparece dos veces en esta entrada con valores distintos",
        ),
        consequences,
        advice: phrase("Keep the one that is right.", "Deje el que es correcto."),
    }
}

const OTHER_WORK_TWICE: [Consequence; 4] = twice(OtherWork);
const OTHER_AUTHOR_TWICE: [Consequence; 4] = twice(OtherAuthor);
const OTHER_YEAR_TWICE: [Consequence; 4] = twice(NoYear);
const OTHER_FIELD_TWICE: [Consequence; 4] = twice(LosesField);

pub(crate) static WORK_TWICE: Row = field_twice(&OTHER_WORK_TWICE);
pub(crate) static AUTHOR_TWICE: Row = field_twice(&OTHER_AUTHOR_TWICE);
pub(crate) static YEAR_TWICE: Row = field_twice(&OTHER_YEAR_TWICE);
pub(crate) static FIELD_TWICE: Row = field_twice(&OTHER_FIELD_TWICE);

const YEAR_OF_YEAR: Phrase = phrase("the year of `year` is printed", "se imprime el año de `year`");
const YEAR_OF_DATE: Phrase = phrase("the year of `date` is printed", "se imprime el año de `date`");

pub(crate) static YEAR_AND_DATE: Row = Row {
    id: "year-and-date",
    fact: phrase(
        "The fields `year` and `date` name different years: {}",
        "Los campos `year` y `date` indican años distintos: {}",
    ),
    consequences: &[
        with(Bibtex, NoYear, YEAR_OF_YEAR),
        with(Biber, NoYear, YEAR_OF_DATE),
        with(Pandoc, NoYear, YEAR_OF_DATE),
        with(Typst, NoYear, YEAR_OF_DATE),
    ],
    advice: phrase("Keep the one that is right.", "Deje el que es correcto."),
};

pub(crate) static EMPTY_NAME: Row = Row {
    id: "empty-name",
    fact: phrase(
        "Two “and” follow one another in the list of names",
        "En la lista de nombres hay dos «and» seguidos",
    ),
    consequences: &[
        with(Bibtex, OtherAuthor, EMPTY_NAME_IS_PRINTED),
        with(Biber, DropsEntry, ENTRY_SKIPPED),
        with(Pandoc, OtherAuthor, WRONG_NAME),
        with(Typst, OtherAuthor, EMPTY_NAME_IS_PRINTED),
    ],
    advice: phrase("Write one “and” between two names.", "Escriba un solo «and» entre dos nombres."),
};

pub(crate) static HANGING_AND: Row = Row {
    id: "hanging-and",
    fact: phrase(
        "The list of names begins or ends with “and”",
        "La lista de nombres empieza o termina con «and»",
    ),
    consequences: &all(
        OtherAuthor,
        phrase("“and” becomes part of a name", "«and» pasa a ser parte de un nombre"),
    ),
    advice: phrase("Remove it, or add the missing name.", "Quítelo o añada el nombre que falta."),
};

const JOIN_WITH_AND: Phrase = phrase("Join the names with “and”.", "Una los nombres con «and».");
const SEMICOLONS: Phrase =
    phrase("The names are separated by semicolons", "Los nombres están separados por punto y coma");

pub(crate) static NAMES_WITH_SEMICOLONS: Row = Row {
    id: "names-with-semicolons",
    fact: SEMICOLONS,
    consequences: &all(OtherAuthor, ONE_PERSON),
    advice: JOIN_WITH_AND,
};

/// The list has more than two commas in addition to the semicolons.
pub(crate) static NAMES_WITH_SEMICOLONS_AND_COMMAS: Row = Row {
    id: "names-with-semicolons",
    fact: SEMICOLONS,
    consequences: &[
        with(Bibtex, OtherAuthor, ONE_PERSON),
        with(Biber, DropsEntry, ENTRY_SKIPPED),
        with(Pandoc, OtherAuthor, ONE_PERSON),
        with(Typst, OtherAuthor, ONE_PERSON),
    ],
    advice: JOIN_WITH_AND,
};

pub(crate) static NAMES_WITH_AMPERSAND: Row = Row {
    id: "names-with-ampersand",
    fact: phrase("“{}” joins two names with “&”", "«{}» une dos nombres con «&»"),
    consequences: &all(OtherAuthor, ONE_PERSON),
    advice: JOIN_WITH_AND,
};

pub(crate) static NAMES_WITH_COMMAS: Row = Row {
    id: "names-with-commas",
    fact: phrase("Commas separate the names in “{}”", "Las comas separan los nombres en «{}»"),
    consequences: &all(OtherAuthor, ONE_PERSON),
    advice: JOIN_WITH_AND,
};

pub(crate) static TOO_MANY_COMMAS: Row = Row {
    id: "too-many-commas",
    fact: phrase("The name “{}” has more than two commas", "El nombre «{}» tiene más de dos comas"),
    consequences: &[
        with(Bibtex, OtherAuthor, WRONG_NAME),
        with(Biber, DropsEntry, ENTRY_SKIPPED),
        with(Pandoc, OtherAuthor, WRONG_NAME),
        with(Typst, OtherAuthor, WRONG_NAME),
    ],
    advice: phrase(
        "Join several names with “and”, or put the name of an organisation into braces.",
        "Una varios nombres con «and» o ponga entre llaves el nombre de una organización.",
    ),
};

pub(crate) static COMMA_ENDS_NAME: Row = Row {
    id: "comma-ends-name",
    fact: phrase("A name in the list ends with a comma", "Un nombre de la lista termina con una coma"),
    consequences: &[with(Bibtex, Complains, ERROR_MESSAGE)],
    advice: phrase("Remove the comma.", "Quite la coma."),
};

pub(crate) static INITIALS_LAST: Row = Row {
    id: "initials-last",
    fact: phrase("“{}” has no comma before the initials", "«{}» no tiene coma antes de las iniciales"),
    consequences: &all(
        OtherAuthor,
        phrase("the initials are printed as the family name", "las iniciales se imprimen como apellido"),
    ),
    advice: phrase("Write a comma after the family name.", "Escriba una coma tras el apellido."),
};

pub(crate) static CAPITAL_AND: Row = Row {
    id: "capital-and",
    fact: phrase("“{}” joins two names", "«{}» une dos nombres"),
    consequences: &[with(Pandoc, OtherAuthor, ONE_PERSON), with(Typst, OtherAuthor, ONE_PERSON)],
    advice: phrase("Write “and” in small letters.", "Escriba «and» en minúsculas."),
};

pub(crate) static ET_AL: Row = Row {
    id: "et-al",
    fact: phrase("The list of names ends with “and {}”", "La lista de nombres termina en «and {}»"),
    consequences: &all(OtherAuthor, PERSON),
    advice: phrase("Write “and others”.", "Escriba «and others»."),
};

/// The words “et al.” are part of the last name, not a separate name.
pub(crate) static ET_AL_IN_NAME: Row = Row {
    id: "et-al",
    fact: phrase("The name “{}” ends with “et al.”", "El nombre «{}» termina en «et al.»"),
    consequences: &all(
        OtherAuthor,
        phrase("“et al.” becomes part of the name", "«et al.» pasa a ser parte del nombre"),
    ),
    advice: ET_AL.advice,
};

pub(crate) static OTHERS_IN_BRACES: Row = Row {
    id: "et-al",
    fact: ET_AL.fact,
    consequences: &[with(Bibtex, OtherAuthor, PERSON), with(Typst, OtherAuthor, PERSON)],
    advice: ET_AL.advice,
};

pub(crate) static OTHERS: Row = Row {
    id: "others",
    fact: phrase("The list of names ends with “and others”", "La lista de nombres termina en «and others»"),
    consequences: &[with(Typst, OtherAuthor, PERSON)],
    advice: phrase("Write out the list of names.", "Escriba la lista completa de nombres."),
};

const ISO: Phrase =
    phrase("Write it as 2020-05-01, 2020-05 or 2020.", "Escríbala como 2020-05-01, 2020-05 o 2020.");
const NOT_ISO: Phrase =
    phrase("The date “{}” is not in the form of ISO 8601", "La fecha «{}» no tiene la forma de ISO 8601");

pub(crate) static DATE_FORM: Row = Row {
    id: "date-form",
    fact: NOT_ISO,
    consequences: &[
        with(Biber, NoYear, NO_YEAR_IS_PRINTED),
        with(Pandoc, NoYear, NO_YEAR_IS_PRINTED),
        with(Typst, NoYear, NO_YEAR_IS_PRINTED),
    ],
    advice: ISO,
};

/// The date cannot be read, but the entry has a year.
pub(crate) static DATE_BESIDE_YEAR: Row = Row {
    id: "date-form",
    fact: NOT_ISO,
    consequences: &[
        with(Biber, LosesField, FIELD_LOST),
        with(Pandoc, LosesField, FIELD_LOST),
        with(Typst, NoYear, NO_YEAR_IS_PRINTED),
    ],
    advice: ISO,
};

/// A date other than that of the work: of a visit or an event.
pub(crate) static OTHER_DATE: Row =
    Row { id: "date-form", fact: NOT_ISO, consequences: &[with(Biber, LosesField, FIELD_LOST)], advice: ISO };

pub(crate) static DATE_ONE_DIGIT: Row = Row {
    id: "date-one-digit",
    fact: phrase(
        "The date “{}” has a month or a day of one digit",
        "La fecha «{}» tiene un mes o un día de una cifra",
    ),
    consequences: &[with(Biber, NoYear, NO_YEAR_IS_PRINTED), with(Pandoc, NoYear, NO_YEAR_IS_PRINTED)],
    advice: phrase("Write two digits.", "Escriba dos cifras."),
};

pub(crate) static DATE_IMPOSSIBLE: Row = Row {
    id: "date-impossible",
    fact: phrase("No calendar has the date “{}”", "Ningún calendario tiene la fecha «{}»"),
    consequences: &[
        with(Biber, NoYear, NO_YEAR_IS_PRINTED),
        with(Pandoc, LosesField, phrase("a wrong date is printed", "se imprime una fecha equivocada")),
        with(Typst, NoYear, NO_YEAR_IS_PRINTED),
    ],
    advice: phrase("Correct it.", "Corríjala."),
};

pub(crate) static EMPTY_DATE: Row = Row {
    id: "empty-date",
    fact: phrase(
        "The field `date` is empty and hides the year",
        "El campo `date` está vacío y oculta el año",
    ),
    consequences: &[with(Pandoc, NoYear, NO_YEAR_IS_PRINTED), with(Typst, NoYear, NO_YEAR_IS_PRINTED)],
    advice: phrase("Remove the field `date`.", "Quite el campo `date`."),
};

pub(crate) static YEAR_IN_WORDS: Row = Row {
    id: "year-in-words",
    fact: phrase("The year “{}” does not begin with its digits", "El año «{}» no empieza por sus cifras"),
    consequences: &[with(Typst, Stops, NO_ENTRY)],
    advice: phrase(
        "Write the digits alone, or move the words to the field `note`.",
        "Escriba solo las cifras o pase las palabras al campo `note`.",
    ),
};

pub(crate) static EMPTY_YEAR: Row = Row {
    id: "empty-year",
    fact: phrase("The field `year` is empty", "El campo `year` está vacío"),
    consequences: &[with(Typst, Stops, NO_ENTRY)],
    advice: phrase("Remove the field.", "Quite el campo."),
};
