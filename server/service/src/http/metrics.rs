//! The counters of the service, and their text format for Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper bounds of the duration buckets, in seconds.
const BOUNDS: [f64; 9] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

/// The histogram of the request durations of one route.
#[derive(Clone, Debug, Default)]
struct Durations {
    /// The number of requests that took at most the bound with the same index.
    buckets: [u64; BOUNDS.len()],
    count: u64,
    /// The sum over all requests.
    seconds: f64,
}

/// All counters, by the labels that they have in Prometheus.
#[derive(Debug, Default)]
struct Counters {
    /// By route and status.
    requests: BTreeMap<(String, u16), u64>,
    durations: BTreeMap<String, Durations>,
    checks: BTreeMap<&'static str, u64>,
    verdicts: BTreeMap<String, u64>,
    lookups: BTreeMap<&'static str, u64>,
}

/// The counters of a service since its start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    counters: Mutex<Counters>,
}

impl Metrics {
    fn with(&self, change: impl FnOnce(&mut Counters)) {
        change(&mut self.counters.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Counts a request that was answered with `status` after `took`.
    pub(crate) fn request(&self, route: &str, status: u16, took: Duration) {
        self.with(|counters| {
            *counters.requests.entry((route.to_owned(), status)).or_default() += 1;
            let durations = counters.durations.entry(route.to_owned()).or_default();
            let seconds = took.as_secs_f64();
            durations.count += 1;
            durations.seconds += seconds;
            for (bucket, bound) in durations.buckets.iter_mut().zip(BOUNDS) {
                *bucket += u64::from(seconds <= bound);
            }
        });
    }

    /// Counts a check that ended as `state` (`done`, `not-looked-up` if services did not answer,
    /// `refused`, `failed`) with the number of references per verdict.
    pub(crate) fn check(&self, state: &'static str, verdicts: &BTreeMap<String, usize>) {
        self.with(|counters| {
            *counters.checks.entry(state).or_default() += 1;
            for (verdict, count) in verdicts {
                *counters.verdicts.entry(verdict.clone()).or_default() += *count as u64;
            }
        });
    }

    /// Counts a look-up by its outcome: `found`, or the verdict.
    pub(crate) fn lookup(&self, outcome: &'static str) {
        self.with(|counters| *counters.lookups.entry(outcome).or_default() += 1);
    }

    /// Returns all counters in the text format of Prometheus, with the current number of waiting
    /// and running checks.
    pub(crate) fn render(&self, waiting: usize, working: usize) -> String {
        let counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = String::new();
        let head = |out: &mut String, name: &str, kind: &str, help: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
        };
        head(&mut out, "referee_http_requests_total", "counter", "Requests by route and status.");
        for ((route, status), count) in &counters.requests {
            let _ =
                writeln!(out, "referee_http_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}");
        }
        let name = "referee_http_request_duration_seconds";
        head(&mut out, name, "histogram", "How long requests took.");
        for (route, durations) in &counters.durations {
            for (bucket, bound) in durations.buckets.iter().zip(BOUNDS) {
                let _ = writeln!(out, "{name}_bucket{{route=\"{route}\",le=\"{bound}\"}} {bucket}");
            }
            let _ = writeln!(out, "{name}_bucket{{route=\"{route}\",le=\"+Inf\"}} {}", durations.count);
            let _ = writeln!(out, "{name}_sum{{route=\"{route}\"}} {}", durations.seconds);
            let _ = writeln!(out, "{name}_count{{route=\"{route}\"}} {}", durations.count);
        }
        head(&mut out, "referee_checks_total", "counter", "Checks that ended, by how.");
        for (state, count) in &counters.checks {
            let _ = writeln!(out, "referee_checks_total{{state=\"{state}\"}} {count}");
        }
        head(&mut out, "referee_references_total", "counter", "References that were judged, by verdict.");
        for (verdict, count) in &counters.verdicts {
            let _ = writeln!(out, "referee_references_total{{verdict=\"{verdict}\"}} {count}");
        }
        head(&mut out, "referee_lookups_total", "counter", "Works that were looked up, by what came of it.");
        for (outcome, count) in &counters.lookups {
            let _ = writeln!(out, "referee_lookups_total{{outcome=\"{outcome}\"}} {count}");
        }
        head(&mut out, "referee_checks_waiting", "gauge", "Checks that wait for their turn.");
        let _ = writeln!(out, "referee_checks_waiting {waiting}");
        head(&mut out, "referee_checks_working", "gauge", "Checks that are under way.");
        let _ = writeln!(out, "referee_checks_working {working}");
        out
    }
}
