//! The second part of the table of [`rows`](super::rows): abbreviations, comments, keys, LaTeX's
//! special characters, `crossref`.

use super::Effect::{Complains, DropsEntry, LosesField, NoYear, OtherAuthor, OtherWork, Stops, StopsAtEntry};
use super::rows::{ERROR_MESSAGE, FIELD_LOST, NO_ENTRY, NO_YEAR_IS_PRINTED, all, phrase, with};
use super::{Consequence, Row};
use crate::Program::{Biber, Bibtex, Pandoc, Typst};
use referee_text::Phrase;

const REST_LOST: Phrase =
    phrase("every field after this place is lost", "se pierden todos los campos que siguen a este lugar");
const LATEX_STOPS: Phrase =
    phrase("LaTeX stops at this reference with an error", "LaTeX se detiene en esta referencia con un error");
const NAME_IS_PRINTED: Phrase = phrase("its name is printed", "se imprime su nombre");
const NEXT_ENTRY_LOST: Phrase = phrase("the next entry is lost", "se pierde la entrada siguiente");

const BIBER_PANDOC_TYPST_STOP: [Consequence; 3] =
    [with(Biber, Stops, NO_ENTRY), with(Pandoc, Stops, NO_ENTRY), with(Typst, Stops, NO_ENTRY)];
/// BibTeX loses the rest of the entry, the other programs the whole file.
const ENTRY_CUT_OFF: [Consequence; 4] = [
    with(Bibtex, OtherWork, REST_LOST),
    with(Biber, Stops, NO_ENTRY),
    with(Pandoc, Stops, NO_ENTRY),
    with(Typst, Stops, NO_ENTRY),
];

const DEFINE_IT: Phrase = phrase(
    "Define it with `@string`, or put the words into braces.",
    "Defínala con `@string` o ponga las palabras entre llaves.",
);
const UNDEFINED: Phrase =
    phrase("The abbreviation `{}` is not defined", "La abreviatura `{}` no está definida");

pub(crate) static UNDEFINED_ABBREVIATION: Row = Row {
    id: "undefined-abbreviation",
    fact: UNDEFINED,
    consequences: &[
        with(Bibtex, LosesField, FIELD_LOST),
        with(Biber, LosesField, FIELD_LOST),
        with(Pandoc, LosesField, NAME_IS_PRINTED),
        with(Typst, Stops, NO_ENTRY),
    ],
    advice: DEFINE_IT,
};

pub(crate) static PAGES_WITH_COMMAS: Row = Row {
    id: "pages-with-commas",
    fact: phrase("The pages “{}” are a list", "Las páginas «{}» son una lista"),
    consequences: &[with(
        Typst,
        LosesField,
        phrase(
            "the commas are dropped, so that other pages are printed",
            "se imprimen sin las comas y parecen otras páginas",
        ),
    )],
    advice: phrase("Write semicolons.", "Escriba puntos y coma."),
};

/// An abbreviation that another file of the draft, or the style, may define.
pub(crate) static DEFINED_ELSEWHERE: Row = Row {
    id: "undefined-abbreviation",
    fact: phrase(
        "This file does not define the abbreviation `{}`",
        "Este archivo no define la abreviatura `{}`",
    ),
    consequences: &[with(Typst, Stops, NO_ENTRY)],
    advice: DEFINE_IT,
};

pub(crate) static UNDEFINED_YEAR: Row = Row {
    id: "undefined-abbreviation",
    fact: UNDEFINED,
    consequences: &[
        with(Bibtex, NoYear, NO_YEAR_IS_PRINTED),
        with(Biber, NoYear, NO_YEAR_IS_PRINTED),
        with(Pandoc, LosesField, NAME_IS_PRINTED),
        with(Typst, Stops, NO_ENTRY),
    ],
    advice: DEFINE_IT,
};

pub(crate) static ABBREVIATION_IN_OTHER_CASE: Row = Row {
    id: "abbreviation-in-other-case",
    fact: phrase(
        "The abbreviation `{}` is defined in other capitals",
        "La abreviatura `{}` está definida con otras mayúsculas",
    ),
    consequences: &[with(Typst, Stops, NO_ENTRY)],
    advice: phrase("Write it as it is defined.", "Escríbala como está definida."),
};

pub(crate) static ABBREVIATION_DEFINED_LATER: Row = Row {
    id: "abbreviation-defined-later",
    fact: phrase(
        "The abbreviation `{}` is defined after this entry",
        "La abreviatura `{}` se define después de esta entrada",
    ),
    consequences: &[
        with(Bibtex, LosesField, FIELD_LOST),
        with(Biber, LosesField, FIELD_LOST),
        with(Pandoc, LosesField, NAME_IS_PRINTED),
    ],
    advice: phrase(
        "Move its `@string` to the top of the file.",
        "Pase su `@string` al principio del archivo.",
    ),
};

pub(crate) static BARE_VALUE: Row = Row {
    id: "bare-value",
    fact: phrase(
        "The value `{}` is not a number and not in braces",
        "El valor `{}` no es un número ni está entre llaves",
    ),
    consequences: &[
        with(Bibtex, OtherWork, REST_LOST),
        with(Biber, LosesField, FIELD_LOST),
        with(Typst, Stops, NO_ENTRY),
    ],
    advice: phrase("Put it into braces.", "Póngalo entre llaves."),
};

const AT_SIGN: Phrase =
    phrase("“{}” has the sign @ outside of an entry", "«{}» tiene el signo @ fuera de una entrada");
const WITHOUT_AT_SIGN: Phrase = phrase("Remove the sign.", "Quite el signo.");

pub(crate) static AT_SIGN_IN_TEXT: Row = Row {
    id: "at-sign-in-text",
    fact: AT_SIGN,
    consequences: &[
        with(Bibtex, Complains, ERROR_MESSAGE),
        with(Biber, Stops, NO_ENTRY),
        with(Pandoc, Stops, NO_ENTRY),
        with(Typst, Stops, NO_ENTRY),
    ],
    advice: WITHOUT_AT_SIGN,
};

/// The word after the sign ends its line, and an entry follows.
pub(crate) static AT_SIGN_BEFORE_ENTRY: Row = Row {
    id: "at-sign-in-text",
    fact: AT_SIGN,
    consequences: &[
        with(Bibtex, DropsEntry, NEXT_ENTRY_LOST),
        with(Biber, Stops, NO_ENTRY),
        with(Pandoc, Stops, NO_ENTRY),
        with(Typst, Stops, NO_ENTRY),
    ],
    advice: WITHOUT_AT_SIGN,
};

pub(crate) static AT_SIGN_IN_COMMENT: Row = Row {
    id: "at-sign-in-comment",
    fact: AT_SIGN,
    consequences: &[with(Bibtex, Complains, ERROR_MESSAGE)],
    advice: WITHOUT_AT_SIGN,
};

pub(crate) static AT_SIGN_IN_COMMENT_BEFORE_ENTRY: Row = Row {
    id: "at-sign-in-comment",
    fact: AT_SIGN,
    consequences: &[with(Bibtex, DropsEntry, NEXT_ENTRY_LOST)],
    advice: WITHOUT_AT_SIGN,
};

pub(crate) static COMMENT_WITHOUT_BRACES: Row = Row {
    id: "comment-without-braces",
    fact: phrase("No brace follows `@comment`", "Ninguna llave sigue a `@comment`"),
    consequences: &BIBER_PANDOC_TYPST_STOP,
    advice: phrase("Write `@comment{…}` around it.", "Escriba `@comment{…}` alrededor."),
};

const REST_OF_FILE_LOST: Phrase = phrase(
    "this entry is cut off here and every later entry is lost",
    "esta entrada se corta aquí y se pierden todas las siguientes",
);
const OPEN_BRACE: Phrase = phrase(
    "A brace is opened in {} and not closed before the quotation mark",
    "En {} se abre una llave que no se cierra antes de las comillas",
);
const CLOSE_BRACE: Phrase = phrase(
    "Close the brace, remove it, or write %7B for it in an address.",
    "Cierre la llave, quítela o escriba %7B en su lugar en una dirección.",
);

/// A value in quotation marks with an unclosed brace. Typst does not count braces there.
pub(crate) static BRACE_IN_QUOTES: Row = Row {
    id: "brace-in-quotes",
    fact: OPEN_BRACE,
    consequences: &[
        with(Bibtex, Stops, REST_OF_FILE_LOST),
        with(Biber, Stops, NO_ENTRY),
        with(Pandoc, Stops, NO_ENTRY),
    ],
    advice: CLOSE_BRACE,
};

/// The brace has a backslash, but BibTeX and Biber ignore that.
pub(crate) static ESCAPED_BRACE_IN_QUOTES: Row = Row {
    id: "brace-in-quotes",
    fact: OPEN_BRACE,
    consequences: &[with(Bibtex, Stops, REST_OF_FILE_LOST), with(Biber, Stops, NO_ENTRY)],
    advice: CLOSE_BRACE,
};

const PREAMBLE_ADVICE: Phrase =
    phrase("Write one string in quotation marks.", "Escriba una sola cadena entre comillas.");

/// Strings joined by `#`, or a string in braces.
pub(crate) static PREAMBLE: Row = Row {
    id: "preamble",
    fact: phrase(
        "The `@preamble` is not one string in quotation marks",
        "El `@preamble` no es una sola cadena entre comillas",
    ),
    consequences: &[with(Typst, Stops, NO_ENTRY)],
    advice: PREAMBLE_ADVICE,
};

/// Text without quotation marks or braces.
pub(crate) static BARE_PREAMBLE: Row = Row {
    id: "preamble",
    fact: phrase(
        "The text of the `@preamble` is not in quotation marks",
        "El texto del `@preamble` no está entre comillas",
    ),
    consequences: &[
        with(Bibtex, Complains, ERROR_MESSAGE),
        with(Biber, Stops, NO_ENTRY),
        with(Typst, Stops, NO_ENTRY),
    ],
    advice: PREAMBLE_ADVICE,
};

/// `@comment` before an entry on the same line, with which the author means to disable the entry.
pub(crate) static COMMENT_BEFORE_ENTRY: Row = Row {
    id: "comment-without-braces",
    fact: phrase(
        "No brace follows the `@comment` before this entry",
        "Ninguna llave sigue al `@comment` que precede a esta entrada",
    ),
    consequences: &[
        with(Bibtex, OtherWork, phrase("the entry is read all the same", "la entrada se lee de todos modos")),
        with(Biber, Stops, NO_ENTRY),
        with(Pandoc, Stops, NO_ENTRY),
        with(Typst, Stops, NO_ENTRY),
    ],
    advice: phrase(
        "Remove the signs @ to switch it off, or the `@comment` to keep it.",
        "Quite los signos @ para desactivarla, o el `@comment` para conservarla.",
    ),
};

pub(crate) static COMMENTED_ENTRY: Row = Row {
    id: "commented-entry",
    fact: phrase(
        "An entry with the key {} is commented out here, and another follows",
        "Aquí hay una entrada comentada con la clave {}, y otra la sigue",
    ),
    consequences: &[with(
        Bibtex,
        OtherWork,
        phrase("the one that is commented out is printed", "se imprime la que está comentada"),
    )],
    advice: phrase("Remove the sign @ of the old one.", "Quite el signo @ de la antigua."),
};

/// The lines after the first are also comments. BibTeX reads no fields there.
pub(crate) static COMMENTED_LINES: Row = Row {
    id: "commented-entry",
    fact: COMMENTED_ENTRY.fact,
    consequences: &[with(Bibtex, DropsEntry, FIRST_LINE)],
    advice: COMMENTED_ENTRY.advice,
};

/// The entry that BibTeX prints precedes the commented-out one.
pub(crate) static COMMENTED_AGAIN: Row = Row {
    id: "commented-entry",
    fact: phrase(
        "An entry with the key {} is commented out here, and another precedes it",
        "Aquí hay una entrada comentada con la clave {}, y otra la precede",
    ),
    consequences: &[with(Bibtex, Complains, ERROR_MESSAGE)],
    advice: COMMENTED_ENTRY.advice,
};

const FIRST_LINE: Phrase = phrase(
    "only what its first line says is printed, often nothing",
    "solo se imprime lo que dice su primera línea, a menudo nada",
);
const TAKE_OUT: Phrase = phrase("Take the entry out of the comment.", "Saque la entrada del comentario.");

/// A citation of a commented-out entry.
pub static CITED_COMMENT: Row = Row {
    id: "cited-comment",
    fact: phrase(
        "The entry “{}” is commented out in the bibliography",
        "La entrada «{}» está comentada en la bibliografía",
    ),
    consequences: &[with(
        Bibtex,
        OtherWork,
        phrase("it is printed all the same", "se imprime de todos modos"),
    )],
    advice: TAKE_OUT,
};

/// A citation of an entry whose lines are all commented out.
pub static CITED_COMMENT_LINES: Row = Row {
    id: "cited-comment",
    fact: CITED_COMMENT.fact,
    consequences: &[with(Bibtex, DropsEntry, FIRST_LINE)],
    advice: TAKE_OUT,
};

/// An item of an example list in Pandoc's Markdown, `(@key) …`, whose label is the key of an entry.
pub static EXAMPLE_LABEL: Row = Row {
    id: "example-label",
    fact: phrase(
        "“(@{})” starts a paragraph, where it is the label of an example",
        "«(@{})» empieza un párrafo, donde es la etiqueta de un ejemplo",
    ),
    consequences: &[with(
        Pandoc,
        DropsEntry,
        phrase(
            "it and each later citation without brackets print the number of the example, and the reference is not printed",
            "esta y cada cita posterior sin corchetes imprimen el número del ejemplo, y la referencia no se imprime",
        ),
    )],
    advice: phrase("Write the citation in square brackets.", "Escriba la cita entre corchetes."),
};

/// The same, if the draft also cites the entry in brackets.
pub static EXAMPLE_LABEL_BESIDE_CITATION: Row = Row {
    id: "example-label",
    fact: EXAMPLE_LABEL.fact,
    consequences: &[with(
        Pandoc,
        OtherAuthor,
        phrase(
            "it and each citation without brackets print the number of the example",
            "esta y cada cita sin corchetes imprimen el número del ejemplo",
        ),
    )],
    advice: EXAMPLE_LABEL.advice,
};

const ENTRY_TYPE: Phrase = phrase(
    "The type of the entry, `@{}`, has a character that is not a letter",
    "El tipo de la entrada, `@{}`, tiene un signo que no es una letra",
);
const UNKNOWN_TYPE: Phrase = phrase(
    "the journal or book is lost, since the type is unknown",
    "se pierde la revista o el libro, porque el tipo no se conoce",
);

pub(crate) static SIGN_IN_TYPE: Row = Row {
    id: "entry-type",
    fact: ENTRY_TYPE,
    consequences: &[
        with(Bibtex, LosesField, UNKNOWN_TYPE),
        with(Pandoc, Stops, NO_ENTRY),
        with(Typst, LosesField, UNKNOWN_TYPE),
    ],
    advice: phrase("Write a type of letters only.", "Escriba un tipo que solo tenga letras."),
};

pub(crate) static BLANK_BEFORE_TYPE: Row = Row {
    id: "entry-type",
    fact: phrase("A blank follows the sign @ of `@{}`", "Un espacio sigue al signo @ de `@{}`"),
    consequences: &[with(Pandoc, Stops, NO_ENTRY), with(Typst, Stops, NO_ENTRY)],
    advice: phrase("Remove the blank.", "Quite el espacio."),
};

pub(crate) static PARENTHESES: Row = Row {
    id: "parentheses",
    fact: phrase("Parentheses enclose it instead of braces", "Lo encierran paréntesis en lugar de llaves"),
    consequences: &[with(Pandoc, Stops, NO_ENTRY), with(Typst, Stops, NO_ENTRY)],
    advice: phrase("Write braces.", "Escriba llaves."),
};

pub(crate) static TWO_COMMAS: Row = Row {
    id: "two-commas",
    fact: phrase("Two commas follow one another between fields", "Hay dos comas seguidas entre campos"),
    consequences: &ENTRY_CUT_OFF,
    advice: phrase("Write one.", "Escriba una."),
};

pub(crate) static COMMENT_IN_ENTRY: Row = Row {
    id: "comment-in-entry",
    fact: phrase(
        "There is a comment with % inside of the entry",
        "Hay un comentario con % dentro de la entrada",
    ),
    consequences: &[with(Bibtex, OtherWork, REST_LOST)],
    advice: phrase("Remove it, or move it above the entry.", "Quítelo o páselo encima de la entrada."),
};

pub(crate) static BLANK_IN_FIELD_NAME: Row = Row {
    id: "field-name",
    fact: phrase("The name of the field `{}` has a blank", "El nombre del campo `{}` tiene un espacio"),
    consequences: &ENTRY_CUT_OFF,
    advice: phrase("Write a hyphen instead.", "Escriba un guion en su lugar."),
};

pub(crate) static DIGIT_STARTS_FIELD_NAME: Row = Row {
    id: "field-name",
    fact: phrase(
        "The name of the field `{}` begins with a digit",
        "El nombre del campo `{}` empieza por una cifra",
    ),
    consequences: &[with(Bibtex, OtherWork, REST_LOST), with(Biber, Stops, NO_ENTRY)],
    advice: phrase("Begin it with a letter.", "Empiécelo con una letra."),
};

const OTHER_KEY: Phrase = phrase(
    "Give the entry a key of letters, digits, hyphens and colons.",
    "Dé a la entrada una clave de letras, cifras, guiones y dos puntos.",
);
const KEY_SIGN: Phrase = phrase("The key has the sign {}", "La clave tiene el signo {}");

pub(crate) static NO_KEY: Row = Row {
    id: "no-key",
    fact: phrase("The entry has no key", "La entrada no tiene clave"),
    consequences: &[
        with(Biber, Stops, NO_ENTRY),
        with(Pandoc, Stops, NO_ENTRY),
        with(Typst, Stops, NO_ENTRY),
    ],
    advice: OTHER_KEY,
};

pub(crate) static BLANK_IN_KEY: Row = Row {
    id: "key-sign",
    fact: phrase("The key has a blank", "La clave tiene un espacio"),
    consequences: &[
        with(Bibtex, DropsEntry, phrase("the entry is lost", "se pierde la entrada")),
        with(Biber, Stops, NO_ENTRY),
        with(Pandoc, Stops, NO_ENTRY),
        with(Typst, Stops, NO_ENTRY),
    ],
    advice: OTHER_KEY,
};

pub(crate) static KEY_SIGN_BIBER: Row =
    Row { id: "key-sign", fact: KEY_SIGN, consequences: &[with(Biber, Stops, NO_ENTRY)], advice: OTHER_KEY };

pub(crate) static KEY_SIGN_PANDOC: Row =
    Row { id: "key-sign", fact: KEY_SIGN, consequences: &[with(Pandoc, Stops, NO_ENTRY)], advice: OTHER_KEY };

pub(crate) static KEY_SIGN_BIBER_PANDOC: Row = Row {
    id: "key-sign",
    fact: KEY_SIGN,
    consequences: &[with(Biber, Stops, NO_ENTRY), with(Pandoc, Stops, NO_ENTRY)],
    advice: OTHER_KEY,
};

const ESCAPE: Phrase =
    phrase("Write a backslash before the sign.", "Escriba una barra invertida delante del signo.");
const PERCENT_FACT: Phrase =
    phrase("“{}” has a % without a backslash", "«{}» tiene un % sin barra invertida");
const LIST_LOST: Phrase =
    phrase("LaTeX loses the whole list of references", "LaTeX pierde toda la lista de referencias");
const CUT_OFF: Phrase = phrase("the text ends before the sign", "el texto termina antes del signo");

pub(crate) static PERCENT: Row = Row {
    id: "bare-percent",
    fact: PERCENT_FACT,
    consequences: &[
        with(Bibtex, OtherWork, CUT_OFF),
        with(Biber, StopsAtEntry, LIST_LOST),
        with(Pandoc, OtherWork, CUT_OFF),
    ],
    advice: ESCAPE,
};

/// The sign is in a field that is not printed but that Biber writes for biblatex.
pub(crate) static PERCENT_NOT_PRINTED: Row = Row {
    id: "bare-percent",
    fact: PERCENT_FACT,
    consequences: &[with(Biber, StopsAtEntry, LIST_LOST)],
    advice: ESCAPE,
};

pub(crate) static AMPERSAND: Row = Row {
    id: "bare-sign",
    fact: phrase("“{}” has a & or _ without a backslash", "«{}» tiene un & o _ sin barra invertida"),
    consequences: &[with(Bibtex, StopsAtEntry, LATEX_STOPS), with(Biber, StopsAtEntry, LATEX_STOPS)],
    advice: ESCAPE,
};

const TEXT_LOST: Phrase = phrase("the whole field is lost", "se pierde el campo entero");

pub(crate) static HASH: Row = Row {
    id: "bare-sign",
    fact: phrase("“{}” has a # without a backslash", "«{}» tiene un # sin barra invertida"),
    consequences: &[
        with(Bibtex, StopsAtEntry, LATEX_STOPS),
        with(Biber, StopsAtEntry, LATEX_STOPS),
        with(Pandoc, OtherWork, TEXT_LOST),
    ],
    advice: ESCAPE,
};

const DOLLAR_FACT: Phrase =
    phrase("“{}” has a $ without a second one", "«{}» tiene un $ sin otro que lo cierre");

pub(crate) static DOLLAR: Row = Row {
    id: "one-dollar",
    fact: DOLLAR_FACT,
    consequences: &[
        with(Bibtex, StopsAtEntry, LATEX_STOPS),
        with(Biber, StopsAtEntry, LATEX_STOPS),
        with(Pandoc, OtherWork, TEXT_LOST),
        with(Typst, Stops, NO_ENTRY),
    ],
    advice: ESCAPE,
};

pub(crate) static DOLLAR_NOT_PRINTED: Row = Row {
    id: "one-dollar",
    fact: DOLLAR_FACT,
    consequences: &[with(Typst, Stops, NO_ENTRY)],
    advice: ESCAPE,
};

const NOTHING_INHERITED: Phrase = phrase("nothing is inherited", "no se hereda nada");

pub(crate) static CROSSREF_TO_NOTHING: Row = Row {
    id: "crossref-to-nothing",
    fact: phrase(
        "`crossref` names {}, which no entry has as its key",
        "`crossref` nombra {}, que no es la clave de ninguna entrada",
    ),
    consequences: &all(LosesField, NOTHING_INHERITED),
    advice: phrase("Correct the key or add the entry.", "Corrija la clave o añada la entrada."),
};

pub(crate) static XDATA_TO_NOTHING: Row = Row {
    id: "xdata-to-nothing",
    fact: phrase(
        "`xdata` names {}, which no entry has as its key",
        "`xdata` nombra {}, que no es la clave de ninguna entrada",
    ),
    consequences: &all(LosesField, NOTHING_INHERITED),
    advice: CROSSREF_TO_NOTHING.advice,
};

const XDATA_UNKNOWN: Phrase =
    phrase("the fields of this `@xdata` are not printed", "los campos de este `@xdata` no se imprimen");
const XDATA_FACT: Phrase = phrase("`xdata` takes over the fields of {}", "`xdata` toma los campos de {}");
const XDATA_ADVICE: Phrase =
    phrase("Write the fields into this entry.", "Escriba los campos en esta entrada.");

/// An entry that takes its year from an `@xdata`.
pub(crate) static XDATA_WITH_YEAR: Row = Row {
    id: "xdata",
    fact: XDATA_FACT,
    consequences: &[with(Bibtex, NoYear, XDATA_UNKNOWN)],
    advice: XDATA_ADVICE,
};

pub(crate) static XDATA: Row = Row {
    id: "xdata",
    fact: XDATA_FACT,
    consequences: &[with(Bibtex, LosesField, XDATA_UNKNOWN)],
    advice: XDATA_ADVICE,
};

pub(crate) static CROSSREF_IN_OTHER_CASE: Row = Row {
    id: "crossref-in-other-case",
    fact: phrase(
        "`crossref` names {} in other capitals than the entry has",
        "`crossref` nombra {} con otras mayúsculas que la entrada",
    ),
    consequences: &[
        with(Biber, NoYear, NOTHING_INHERITED),
        with(Pandoc, NoYear, NOTHING_INHERITED),
        with(Typst, NoYear, NOTHING_INHERITED),
    ],
    advice: phrase("Write the key as the entry has it.", "Escriba la clave como la tiene la entrada."),
};

pub(crate) static CROSSREF_BEFORE_CHILD: Row = Row {
    id: "crossref-before-child",
    fact: phrase(
        "The entry {}, which `crossref` names, precedes this one",
        "La entrada {}, que `crossref` nombra, precede a esta",
    ),
    consequences: &[with(Bibtex, NoYear, NOTHING_INHERITED)],
    advice: phrase("Move it after this entry.", "Pásela después de esta entrada."),
};

/// The entry itself has a year.
pub(crate) static CROSSREF_IN_OTHER_CASE_WITH_YEAR: Row = Row {
    id: "crossref-in-other-case",
    fact: CROSSREF_IN_OTHER_CASE.fact,
    consequences: &[
        with(Biber, LosesField, NOTHING_INHERITED),
        with(Pandoc, LosesField, NOTHING_INHERITED),
        with(Typst, LosesField, NOTHING_INHERITED),
    ],
    advice: CROSSREF_IN_OTHER_CASE.advice,
};

/// The entry itself has a year.
pub(crate) static CROSSREF_BEFORE_CHILD_WITH_YEAR: Row = Row {
    id: "crossref-before-child",
    fact: CROSSREF_BEFORE_CHILD.fact,
    consequences: &[with(Bibtex, LosesField, NOTHING_INHERITED)],
    advice: CROSSREF_BEFORE_CHILD.advice,
};

const NOT_FOUND: Phrase = phrase("no reference is printed", "no se imprime ninguna referencia");
const EMPTY_REFERENCE: Phrase = phrase("an empty reference is printed", "se imprime una referencia vacía");

/// A citation of one of an entry's alternative keys (`ids`).
pub static CITED_ALIAS: Row = Row {
    id: "cited-alias",
    fact: phrase(
        "“{}” is another key of an entry, in its field `ids`",
        "«{}» es otra clave de una entrada, en su campo `ids`",
    ),
    consequences: &[
        with(Bibtex, DropsEntry, NOT_FOUND),
        with(Pandoc, DropsEntry, NOT_FOUND),
        with(Typst, Stops, phrase("the draft is not compiled", "el texto no se compila")),
    ],
    advice: phrase("Cite the key of the entry itself.", "Cite la clave de la propia entrada."),
};

/// A citation of a set of entries.
pub static CITED_SET: Row = Row {
    id: "cited-set",
    fact: phrase("“{}” is a set of entries", "«{}» es un conjunto de entradas"),
    consequences: &[
        with(Bibtex, DropsEntry, EMPTY_REFERENCE),
        with(Pandoc, DropsEntry, EMPTY_REFERENCE),
        with(Typst, DropsEntry, EMPTY_REFERENCE),
    ],
    advice: phrase("Cite the entries of the set.", "Cite las entradas del conjunto."),
};

/// A citation of an entry that only provides fields for others.
pub static CITED_XDATA: Row = Row {
    id: "cited-xdata",
    fact: phrase(
        "“{}” only lends its fields to other entries",
        "«{}» solo presta sus campos a otras entradas",
    ),
    consequences: &[
        with(Bibtex, DropsEntry, EMPTY_REFERENCE),
        with(Biber, DropsEntry, NOT_FOUND),
        with(Pandoc, DropsEntry, NOT_FOUND),
        with(Typst, DropsEntry, EMPTY_REFERENCE),
    ],
    advice: phrase("Cite an entry that uses it.", "Cite una entrada que lo use."),
};

/// A malformed entry: a comma is missing or a brace is not closed.
pub static DAMAGED: Row = Row {
    id: "damaged",
    fact: phrase("The entry is not of the format", "La entrada no es del formato"),
    consequences: &[
        with(Bibtex, DropsEntry, phrase("the entry ends at this place", "la entrada termina en este lugar")),
        with(Biber, Stops, NO_ENTRY),
        with(Pandoc, Stops, NO_ENTRY),
        with(Typst, Stops, NO_ENTRY),
    ],
    advice: phrase("Close the brace, or add the comma.", "Cierre la llave o añada la coma."),
};
