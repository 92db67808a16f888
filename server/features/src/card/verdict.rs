//! Writes the verdict about a reference on its card.

use super::words::{day, describe, on_day, shortened};
use crate::markup::Markup;
use referee_bibliography::Date;
use referee_citations::{CitedPage, Judgement, Outcome, Reference, Verdict};
use referee_records::services::would_cover;
use referee_records::{Record, SourceError, source_name};
use referee_text::Language;

/// The maximum number of differences on a card.
const MAX_DIFFERENCES: usize = 4;

/// Writes the verdict, its basis, and advice if nothing could be compared.
pub(super) fn tell_verdict(
    language: Language,
    card: &mut Markup,
    reference: &Reference,
    judgement: &Judgement,
    heard: Option<Date>,
) {
    let (word, rest) = match judgement.verdict {
        Verdict::Verified => {
            language.pick(("Verified", "matches the record"), ("Verificada", "coincide con el registro"))
        }
        Verdict::Differs => language.pick(
            ("Differs", "same work, but some fields do not match the record"),
            ("Difiere", "el mismo trabajo, pero algunos campos no coinciden con el registro"),
        ),
        Verdict::Misidentified => language.pick(
            ("Points to another work", "an identifier belongs to it."),
            ("Apunta a otro trabajo", "un identificador pertenece a él."),
        ),
        Verdict::NotFound => language.pick(
            ("Not found", "every source that covers this kind of work answered, and none has it."),
            (
                "No encontrada",
                "todas las fuentes que cubren este tipo de publicación respondieron, y ninguna la tiene.",
            ),
        ),
        Verdict::Uncovered => language.pick(
            ("Not covered", "no source that was asked lists this kind of work."),
            ("Sin cobertura", "ninguna de las fuentes consultadas recoge este tipo de publicación."),
        ),
        Verdict::Unchecked => {
            (language.pick("Not checked", "Sin comprobar"), unchecked(language, judgement.unchecked_because))
        }
    };
    card.strong(word).words(": ").words(rest);
    match &judgement.record {
        Some(record) if is_same_work(judgement) => provenance(language, card, judgement, record, heard),
        Some(record) => {
            card.words(
                language.pick(" The work described here is in ", " El trabajo descrito aquí está en "),
            );
            card.words(source_name(language, &record.source)).words(".");
        }
        None if is_same_work(judgement) => {
            card.words(".");
        }
        None => {}
    }
    if let Some((source, why)) = &judgement.withdrawal_unchecked {
        tell_withdrawal(language, card, source, *why);
    }
    if judgement.verdict == Verdict::Uncovered {
        let covering = would_cover(reference.work.kind).text(language);
        card.words(language.pick(" What would: ", " La recogería: ")).words(covering).words(".");
    }
    if let Some(page) = &judgement.page {
        tell_page(language, card, page);
    }
    if let Some((identifier, record)) = &judgement.other {
        card.line().words(&format!("{identifier} {}: ", language.pick("is", "es")));
        describe(card, &record.work);
    }
}

/// Writes that a source did not answer whether the work was withdrawn.
fn tell_withdrawal(language: Language, card: &mut Markup, source: &str, why: SourceError) {
    let source = source_name(language, source);
    let sentence = match (language, why) {
        (Language::English, why) => format!("Withdrawal not checked: {source} {why}."),
        (Language::Spanish, SourceError::Busy) => {
            format!("No se comprobó si fue retirada: {source} está ocupado.")
        }
        (Language::Spanish, _) => format!("No se comprobó si fue retirada: {source} no respondió."),
    };
    card.words(" ").words(&sentence);
}

/// Writes whether the page of a reference is still available, and where an archived copy is.
fn tell_page(language: Language, card: &mut Markup, page: &CitedPage) {
    match page.is_there {
        Some(true) => card.words(language.pick(" Its page is there.", " Su página está.")),
        Some(false) => {
            card.words(language.pick(" Its page is not there any more.", " Su página ya no está."))
        }
        None => card,
    };
    if let Some(copy) = &page.copy {
        let copy_at = language.pick("A copy at", "Una copia en");
        card.words(" ").link(&format!("{copy_at} {}", source_name(language, &copy.source)), &copy.address);
        if let Some(date) = copy.date {
            card.words(language.pick(" is of ", ", de ")).words(&day(language, date));
        }
        card.words(".");
    }
}

/// Returns the reason why a reference is unchecked, as a sentence to follow a colon.
fn unchecked(language: Language, why: Option<SourceError>) -> &'static str {
    let (english, spanish) = match why {
        Some(SourceError::Offline) => (
            "no source on this machine has it, and none was asked online.",
            "ninguna fuente de este equipo la tiene, y no se consultó en línea.",
        ),
        Some(SourceError::NotAsked) => ("a source was not asked yet.", "todavía no se consultó una fuente."),
        Some(SourceError::Unsuited) => {
            ("no source could be asked about it.", "no se pudo consultar ninguna fuente sobre ella.")
        }
        Some(SourceError::Private) => (
            "what would be sent may not leave a clinical note.",
            "lo que se enviaría no puede salir de una nota clínica.",
        ),
        Some(SourceError::Unavailable) => {
            ("a source could not be read or reached.", "no se pudo leer una fuente o conectar con ella.")
        }
        Some(SourceError::Timeout) => {
            ("a source did not answer in time.", "una fuente no respondió a tiempo.")
        }
        Some(SourceError::Busy) => {
            ("a source is busy; try again later.", "una fuente está ocupada; inténtelo más tarde.")
        }
        Some(SourceError::Unreadable) => {
            ("a source sent an unreadable answer.", "una fuente envió una respuesta ilegible.")
        }
        Some(SourceError::Refused) => ("a source refused the question.", "una fuente rechazó la pregunta."),
        Some(SourceError::KeyRefused) => ("a source refused your key.", "una fuente rechazó su clave."),
        Some(SourceError::Forbidden) => (
            "a source refuses requests from this program or network.",
            "una fuente rechaza las peticiones de este programa o de esta red.",
        ),
        Some(SourceError::BudgetSpent) => (
            "a source answers no more questions today: the budget is spent.",
            "una fuente ya no responde hoy: el cupo está agotado.",
        ),
        Some(SourceError::OwnLimit) => (
            "this program's own limit of requests to a source is used up.",
            "se agotó el límite de consultas a una fuente que fija este programa.",
        ),
        Some(SourceError::Unlogged) => (
            "the log of what leaves this machine cannot be written, so nothing was asked online.",
            "no se puede escribir el registro de lo que sale de este equipo, así que no se preguntó nada en línea.",
        ),
        Some(SourceError::Cancelled) => ("checking was cancelled.", "se canceló la comprobación."),
        None => (
            "no source on this machine has it, which does not show that it does not exist.",
            "ninguna fuente de este equipo la tiene, y eso no demuestra que no exista.",
        ),
    };
    language.pick(english, spanish)
}

/// Writes the source of a record and its date.
fn provenance(
    language: Language,
    card: &mut Markup,
    judgement: &Judgement,
    record: &Record,
    heard: Option<Date>,
) {
    let mut sources = vec![source_name(language, &record.source)];
    for consulted in judgement.consulted.iter().filter(|consulted| consulted.outcome == Outcome::Match) {
        let name = source_name(language, &consulted.name);
        if !sources.contains(&name) {
            sources.push(name);
        }
    }
    let last = sources.pop().unwrap_or_default();
    card.words(language.pick(" in ", " de "));
    if !sources.is_empty() {
        card.words(&sources.join(", ")).words(language.pick(" and ", " y "));
    }
    card.words(last);
    if let Some(date) = heard.or(record.as_of) {
        card.words(" (").words(&day(language, date)).words(")");
    }
    card.words(".");
}

/// Whether the record is of the work that the reference describes.
fn is_same_work(judgement: &Judgement) -> bool {
    matches!(judgement.verdict, Verdict::Verified | Verdict::Differs)
}

/// Writes the differences between the reference and the record, one per line.
pub(super) fn tell_differences(language: Language, card: &mut Markup, judgement: &Judgement) {
    let (open, close) = language.pick(("“", "”"), ("«", "»"));
    for difference in judgement.differences.iter().take(MAX_DIFFERENCES) {
        card.item().words(field_name(language, difference.field)).words(": ");
        if difference.claimed.is_empty() {
            card.words(language.pick("missing here, ", "no figura aquí, "));
        } else {
            let here = language.pick(" here, ", " aquí, ");
            card.words(open).words(&shortened(&difference.claimed)).words(close).words(here);
        }
        let recorded = language.pick(" in the record", " en el registro");
        card.words(open).words(&shortened(&difference.recorded)).words(close).words(recorded);
    }
    let more = judgement.differences.len().saturating_sub(MAX_DIFFERENCES);
    if more > 0 {
        card.item().words(&language.pick(format!("and {more} more"), format!("y {more} más")));
    }
}

/// Returns the name of a field of a difference.
fn field_name(language: Language, field: &'static str) -> &'static str {
    let spanish = match field {
        "title" => "título",
        "authors" => "autores",
        "year" => "año",
        "journal" => "revista",
        "volume" => "volumen",
        "issue" => "número",
        "pages" => "páginas",
        other => other,
    };
    language.pick(field, spanish)
}

/// Writes which sources were asked, with the outcome and the date.
pub(super) fn consulted(language: Language, card: &mut Markup, judgement: &Judgement, heard: Option<Date>) {
    let named = |outcome: Outcome| -> Vec<&str> {
        let of = judgement.consulted.iter().filter(|consulted| consulted.outcome == outcome);
        of.map(|consulted| source_name(language, &consulted.name)).collect()
    };
    // The verdict already names the sources that have the work.
    let has = if is_same_work(judgement) { Vec::new() } else { named(Outcome::Match) };
    let lacks = named(Outcome::NoMatch);
    let silent: Vec<String> = judgement
        .consulted
        .iter()
        .filter(|consulted| consulted.outcome == Outcome::Error)
        .map(|consulted| match consulted.why {
            // The reason exists only in English; in Spanish the verdict contains it.
            Some(why) if language == Language::English => {
                format!("{} ({why})", source_name(language, &consulted.name))
            }
            Some(_) | None => source_name(language, &consulted.name).to_owned(),
        })
        .collect();
    let accused = matches!(judgement.verdict, Verdict::NotFound | Verdict::Misidentified);
    if (heard.is_some() || accused) && !(has.is_empty() && lacks.is_empty()) {
        card.paragraph().words(language.pick("Checked", "Comprobado"));
        if let Some(date) = heard {
            card.words(" ").words(&on_day(language, date));
        }
        if !has.is_empty() {
            card.words(language.pick(": in ", ": está en ")).words(&has.join(", "));
        }
        if !lacks.is_empty() {
            let not_in = if has.is_empty() {
                language.pick(": not in ", ": no está en ")
            } else {
                language.pick(", not in ", ", no en ")
            };
            card.words(not_in).words(&lacks.join(", "));
        }
        card.words(".");
    }
    if !silent.is_empty() {
        card.paragraph()
            .words(language.pick("Without an answer: ", "Sin respuesta: "))
            .words(&silent.join(", "))
            .words(".");
    }
}
