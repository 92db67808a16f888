//! Notices for the user about online services after a run: a spent budget, an invalid key, a long
//! pause, requests that could not be sent.
//!
//! A notice concerns the run and not a reference, so it is shown once per run, even if every
//! reference was verified elsewhere. All programs that show results use these sentences.

use referee_literature::cache::date;
use referee_literature::lookup::ServiceFailure;
use referee_literature::online::all;
use referee_records::{Service, SourceError, source_name_at_start};
use referee_text::Language;
use serde_json::{Value, json};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The shortest pause that is worth a notice: shorter ones end before the command is run again.
const MIN_NOTABLE_PAUSE: Duration = Duration::from_secs(60);

/// The variable for the folder of the log and the limits.
const STATE_VARIABLE: &str = "REFEREE_STATE";

/// How many seconds after a full minute still count as that minute.
const CLOCK_TOLERANCE: u64 = 5;

/// A service's request to the user, or a problem that blocks all services.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceNotice {
    /// The id of the service in the settings, `openalex`; `None` for all services.
    pub service: Option<&'static str>,
    /// The reason of the failure.
    pub reason: SourceError,
    /// When the service answers again, in seconds since 1970; `None` if it is unknown.
    pub until: Option<u64>,
    /// The variable for the user's key; for an unwritable log that of its folder.
    pub variable: Option<String>,
    /// Whether that variable currently contains a key.
    pub has_key: bool,
    /// How many questions were not answered for this reason.
    pub unanswered: u64,
    /// The status or the error, in a few words; may be empty.
    detail: String,
    /// The time of the notice, in seconds since 1970.
    now: u64,
}

/// Returns the notices for the failures of a run, without duplicate pairs of service and reason, in
/// the order of the failures.
#[must_use]
pub fn service_notices(failures: &[ServiceFailure]) -> Vec<ServiceNotice> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    notices_at(failures, now, &|name| std::env::var(name).is_ok_and(|key| !key.trim().is_empty()))
}

fn notices_at(failures: &[ServiceFailure], now: u64, is_set: &dyn Fn(&str) -> bool) -> Vec<ServiceNotice> {
    let mut out: Vec<ServiceNotice> = Vec::new();
    for failure in failures {
        let pause = failure.again_in.filter(|pause| *pause >= MIN_NOTABLE_PAUSE);
        let is_notable = match failure.why {
            SourceError::BudgetSpent
            | SourceError::OwnLimit
            | SourceError::KeyRefused
            | SourceError::Forbidden
            | SourceError::Unlogged => true,
            // Once a budget is spent, the requested pause lasts until its renewal.
            SourceError::Busy | SourceError::Unavailable => {
                let is_spent = |other: &ServiceFailure| {
                    other.service == failure.service && other.why == SourceError::BudgetSpent
                };
                pause.is_some() && !failures.iter().any(is_spent)
            }
            _ => false,
        };
        if !is_notable {
            continue;
        }
        // A budget or a limit has a fixed renewal time, however soon.
        let until = match failure.why {
            SourceError::BudgetSpent | SourceError::OwnLimit => failure.again_in,
            _ => pause,
        };
        let until = until.map(|pause| now.saturating_add(pause.as_secs()));
        // All services share one log.
        let service = (failure.why != SourceError::Unlogged).then_some(failure.service);
        let known = out.iter_mut().find(|known| known.service == service && known.reason == failure.why);
        if let Some(known) = known {
            known.until = known.until.max(until);
            known.unanswered += failure.questions;
            continue;
        }
        let variable = match failure.why {
            SourceError::Unlogged => Some(STATE_VARIABLE.to_owned()),
            _ => failure.key_variable.clone(),
        };
        // A service that rejected the key is used without it: then the budget is that of the IP
        // address.
        let is_refused = failures
            .iter()
            .any(|other| other.service == failure.service && other.why == SourceError::KeyRefused);
        let is_keyed = failure.why == SourceError::KeyRefused || !is_refused;
        out.push(ServiceNotice {
            service,
            reason: failure.why,
            until,
            has_key: is_keyed && variable.as_deref().is_some_and(is_set),
            variable,
            unanswered: failure.questions,
            detail: failure.detail.clone(),
            now,
        });
    }
    out
}

impl ServiceNotice {
    /// Whether the notice is about this service.
    #[must_use]
    pub fn is_about(&self, service: &str) -> bool {
        self.service == Some(service)
    }

    /// Returns the text of the notice with its solution, in one or two sentences.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let Some(service) = self.service else { return self.unlogged(language) };
        let service = source_name_at_start(language, service);
        let until = self.until.map(|until| moment(language, until, self.now));
        match self.reason {
            SourceError::BudgetSpent => self.budget(language, &service, until.as_deref()),
            SourceError::OwnLimit => self.own_limit(language, &service, until.as_deref()),
            SourceError::KeyRefused => self.key(language, &service),
            SourceError::Forbidden => self.forbidden(language, &service),
            _ => match until {
                Some(until) => language.pick(
                    format!("{service} asked for a pause until {until}; it is not asked again before."),
                    format!(
                        "{service} pidió una pausa hasta las {until}; no se le vuelve a preguntar antes."
                    ),
                ),
                None => language
                    .pick(format!("{service} {}.", self.reason), format!("{service} no responde por ahora.")),
            },
        }
    }

    fn budget(&self, language: Language, service: &str, until: Option<&str>) -> String {
        let spent = match (until, self.has_key) {
            (Some(until), false) => language.pick(
                format!("{service} answers no more questions until {until}: today's budget is spent."),
                format!("{service} no responde a más consultas hasta las {until}: el cupo de hoy está agotado."),
            ),
            (Some(until), true) => language.pick(
                format!("{service} answers no more questions until {until}: today's budget of your key is spent."),
                format!("{service} no responde a más consultas hasta las {until}: el cupo de hoy de su clave está agotado."),
            ),
            (None, _) => language.pick(
                format!("{service} answers no more questions today: the budget is spent."),
                format!("{service} no responde a más consultas hoy: el cupo está agotado."),
            ),
        };
        self.with_remedy(language, spent)
    }

    fn own_limit(&self, language: Language, service: &str, until: Option<&str>) -> String {
        let limit = match self.detail.trim() {
            "" => String::new(),
            limit => format!(" ({limit})"),
        };
        let spent = match until {
            Some(until) => language.pick(
                format!(
                    "{service} is not asked again before {until}: this program's own limit of requests{limit} is \
                     used up."
                ),
                format!(
                    "{service}: no se le vuelve a preguntar antes de las {until}, porque se agotó el límite de consultas \
                     que este programa se impone{limit}."
                ),
            ),
            None => language.pick(
                format!("{service} was not asked again: this program's own limit of requests{limit} is used up."),
                format!(
                    "{service}: no se le volvió a preguntar, porque se agotó el límite de consultas que este programa se \
                     impone{limit}."
                ),
            ),
        };
        self.with_remedy(language, spent)
    }

    /// Adds to the sentence about a spent budget or limit that a key increases it, if no key is
    /// set.
    fn with_remedy(&self, language: Language, spent: String) -> String {
        let Some(variable) = self.variable.as_deref().filter(|_| !self.has_key) else { return spent };
        // OpenAlex grants $0.10 a day per IP address and $1 a day for a free key (its pricing page,
        // 2026-02).
        let remedy = if self.is_about(Service::OpenAlex.name()) {
            language.pick(
                format!("A free key gives ten times as much: set {variable}."),
                format!("Una clave gratuita da diez veces más: defina {variable}."),
            )
        } else {
            language.pick(
                format!("A key may give more: set {variable}."),
                format!("Una clave puede dar más: defina {variable}."),
            )
        };
        format!("{spent} {remedy}")
    }

    fn key(&self, language: Language, service: &str) -> String {
        let in_variable = |in_word: &str| match &self.variable {
            Some(variable) => format!(" {in_word} {variable}"),
            None => String::new(),
        };
        let key = language.pick(in_variable("in"), in_variable("de"));
        if self.unanswered == 0 {
            language.pick(
                format!("{service} refused the key{key}; it was asked without one. Correct the key, or unset the variable."),
                format!("{service} rechazó la clave{key}; se le preguntó sin clave. Corrija la clave o quite la variable."),
            )
        } else {
            language.pick(
                format!("{service} refused the key{key}: it is wrong, expired or blocked. Correct it, or unset the variable."),
                format!("{service} rechazó la clave{key}: es errónea, ha caducado o está bloqueada. Corríjala o quite la variable."),
            )
        }
    }

    fn unlogged(&self, language: Language) -> String {
        let detail = self.detail.trim();
        language.pick(
            format!(
                "Nothing was sent to any service: the log of what leaves this machine cannot be written ({detail}), and \
                 what is not logged is not sent. {STATE_VARIABLE} names another folder for it."
            ),
            format!(
                "No se envió nada a ningún servicio: no se puede escribir el registro de lo que sale de este equipo \
                 ({detail}), y lo que no se registra no se envía. {STATE_VARIABLE} indica otra carpeta para él."
            ),
        )
    }

    fn forbidden(&self, language: Language, service: &str) -> String {
        let detail = match self.detail.trim() {
            "" => String::new(),
            detail => format!(" ({detail})"),
        };
        let refused = language.pick(
            format!("{service} refuses requests from this program or network{detail}."),
            format!("{service} rechaza las consultas de este programa o de esta red{detail}."),
        );
        if !all().iter().any(|other| self.is_about(other.name()) && other.wants_contact()) {
            return refused;
        }
        let remedy = language.pick(
            "An address in the setting `contact` may help, if there is none.",
            "Una dirección en el ajuste `contact` puede ayudar, si no la hay.",
        );
        format!("{refused} {remedy}")
    }

    /// Returns the notice as an element of `summary.notices` in `referee.check/1`.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "service": self.service,
            "reason": self.reason.slug(),
            "until": self.until.map(timestamp),
            "variable": self.variable,
            "message": self.text(Language::English),
        })
    }
}

/// Formats a time for people: `14:20 UTC`, with the day if it is not today.
fn moment(language: Language, at: u64, now: u64) -> String {
    // Round up: a request at that minute is then answered. Services count whole seconds, and an
    // answer takes some of them to arrive: midnight must not become a minute past midnight.
    let minutes = at.saturating_sub(CLOCK_TOLERANCE).div_ceil(60);
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    let clock = format!("{hour:02}:{minute:02} UTC");
    let days = (minutes / (24 * 60)).saturating_sub(now / 86_400);
    match days {
        0 => clock,
        // The midnight at the end of today.
        1 if minutes.is_multiple_of(24 * 60) => clock,
        1 => language.pick(format!("{clock} tomorrow"), format!("{clock} de mañana")),
        _ => {
            let day = date(minutes * 60);
            format!("{clock} ({:04}-{:02}-{:02})", day.year, day.month.unwrap_or(1), day.day.unwrap_or(1))
        }
    }
}

/// Formats a time for programs: `2026-11-28T14:20:00Z`.
fn timestamp(at: u64) -> String {
    let (day, second) = (date(at), at % 86_400);
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
        day.year,
        day.month.unwrap_or(1),
        day.day.unwrap_or(1),
        second / 3600,
        second / 60 % 60,
        second % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-28 09:00:00 UTC.
    const NOW: u64 = 1_795_856_400;

    fn failure(service: &'static str, why: SourceError, variable: &str, wait: u64) -> ServiceFailure {
        ServiceFailure {
            service,
            why,
            detail: String::from("status 429"),
            questions: 0,
            again_in: (wait > 0).then(|| Duration::from_secs(wait)),
            key_variable: (!variable.is_empty()).then(|| variable.to_owned()),
        }
    }

    fn text(failure: ServiceFailure, is_set: bool) -> String {
        let all = notices_at(&[failure], NOW, &|_| is_set);
        all.first().map(|notice| notice.text(Language::English)).unwrap_or_default()
    }

    #[test]
    fn a_spent_budget_names_the_hour_and_the_variable_of_a_free_key() {
        let spent = failure("openalex", SourceError::BudgetSpent, "OPENALEX_API_KEY", 15 * 3600);
        assert_eq!(
            text(spent.clone(), false),
            "OpenAlex answers no more questions until 00:00 UTC: today's budget is spent. A free key gives ten times \
             as much: set OPENALEX_API_KEY."
        );
        let with_key = text(spent.clone(), true);
        assert!(with_key.contains("of your key") && !with_key.contains("set OPENALEX"), "{with_key}");
        let notice = &notices_at(&[spent], NOW, &|_| false)[0];
        assert_eq!(notice.json()["until"], "2026-11-29T00:00:00Z");
        assert_eq!(notice.json()["reason"], "budget-spent");
        assert!(notice.text(Language::Spanish).contains("defina OPENALEX_API_KEY"));
    }

    #[test]
    fn a_refused_key_names_its_variable_and_whether_the_service_was_asked_without_it() {
        let refused = failure("semanticscholar", SourceError::KeyRefused, "S2_API_KEY", 0);
        let gone_on = text(refused.clone(), true);
        assert!(
            gone_on.starts_with("Semantic Scholar refused the key in S2_API_KEY; it was asked without one.")
        );
        let stopped = text(ServiceFailure { questions: 3, ..refused }, true);
        assert!(stopped.contains("wrong, expired or blocked"), "{stopped}");
        assert!(!stopped.contains("without one"), "{stopped}");
    }

    #[test]
    fn a_budget_spent_after_the_key_was_refused_is_that_of_the_address() {
        let refused = failure("openalex", SourceError::KeyRefused, "OPENALEX_API_KEY", 0);
        let spent = failure("openalex", SourceError::BudgetSpent, "OPENALEX_API_KEY", 15 * 3600 + 2);
        let all = notices_at(&[spent, refused], NOW, &|_| true);
        let texts: Vec<String> = all.iter().map(|notice| notice.text(Language::English)).collect();
        let [spent, refused] = texts.as_slice() else { panic!("{texts:?}") };
        assert!(spent.contains("until 00:00 UTC: today's budget is spent."), "{spent}");
        assert!(refused.contains("refused the key in OPENALEX_API_KEY"), "{refused}");
    }

    #[test]
    fn a_long_pause_is_a_notice_and_a_short_one_is_not() {
        let pause = |wait| failure("clinicaltrials", SourceError::Unavailable, "", wait);
        assert_eq!(
            text(pause(19_200), false),
            "ClinicalTrials.gov asked for a pause until 14:20 UTC; it is not asked again before."
        );
        assert_eq!(text(pause(30), false), "");
        assert!(text(pause(86_400), false).contains("until 09:00 UTC tomorrow;"));
        assert!(text(pause(3 * 86_400), false).contains("2026-12-01"));
        assert_eq!(text(failure("crossref", SourceError::Timeout, "", 0), false), "");
    }

    #[test]
    fn own_limit_is_not_reported_as_a_pause_of_the_service() {
        let limited = ServiceFailure {
            detail: String::from("60/h"),
            ..failure("github", SourceError::OwnLimit, "GITHUB_TOKEN", 1_200)
        };
        assert_eq!(
            text(limited.clone(), false),
            "GitHub is not asked again before 09:20 UTC: this program's own limit of requests (60/h) is used up. \
             A key may give more: set GITHUB_TOKEN."
        );
        assert!(text(limited.clone(), true).ends_with("is used up."));
        let notice = &notices_at(&[limited], NOW, &|_| true)[0];
        assert_eq!(notice.json()["reason"], "own-limit");
        assert_eq!(notice.json()["until"], "2026-11-28T09:20:00Z");
        assert!(
            notice.text(Language::Spanish).contains("límite de consultas que este programa se impone (60/h)")
        );
    }

    #[test]
    fn a_spent_budget_and_the_pause_until_its_end_are_one_notice() {
        let spent = failure("openalex", SourceError::BudgetSpent, "OPENALEX_API_KEY", 15 * 3600);
        let busy = failure("openalex", SourceError::Busy, "OPENALEX_API_KEY", 15 * 3600);
        let other = failure("crossref", SourceError::Busy, "", 3600);
        let all = notices_at(&[busy, other, spent], NOW, &|_| false);
        let reasons: Vec<_> = all.iter().map(|notice| (notice.service, notice.reason)).collect();
        assert_eq!(
            reasons,
            [(Some("crossref"), SourceError::Busy), (Some("openalex"), SourceError::BudgetSpent)]
        );
    }

    #[test]
    fn an_unwritable_log_is_one_notice_for_all_services() {
        let unlogged = |service| ServiceFailure {
            detail: String::from("permission denied"),
            ..failure(service, SourceError::Unlogged, "", 0)
        };
        let all = notices_at(&[unlogged("crossref"), unlogged("pubmed")], NOW, &|_| false);
        let [notice] = all.as_slice() else { panic!("{all:?}") };
        let text = notice.text(Language::English);
        assert!(text.contains("permission denied") && text.contains("REFEREE_STATE"), "{text}");
        assert!(!text.contains("Crossref"), "{text}");
        assert_eq!(notice.json()["service"], Value::Null);
    }

    #[test]
    fn each_service_and_reason_is_told_once() {
        let spent = |wait| failure("openalex", SourceError::BudgetSpent, "OPENALEX_API_KEY", wait);
        let all = notices_at(&[spent(3600), spent(7200), spent(60)], NOW, &|_| false);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].until, Some(NOW + 7200));
    }
}
