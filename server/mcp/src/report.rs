//! Reports of this session's checks for people, in Markdown, kept in memory until the server ends.

use referee_operations::check_references::CheckPage;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// The number of reports to keep.
const MAX_REPORTS: usize = 20;

/// The prefix of the addresses of reports.
pub(crate) const REPORT_URI: &str = "referee://report/";

/// The result of one check as a resource for people.
#[derive(Clone)]
pub(crate) struct Report {
    /// The address of the resource: [`REPORT_URI`] and a number.
    pub(crate) uri: String,
    /// The report.
    pub(crate) page: CheckPage,
}

/// The last [`MAX_REPORTS`] reports, and the total number of reports.
#[derive(Default)]
pub(crate) struct Reports(Mutex<(usize, VecDeque<Report>)>);

impl Reports {
    /// Stores a report; returns its address.
    pub(crate) fn keep(&self, page: CheckPage) -> String {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.0 += 1;
        let uri = format!("{REPORT_URI}{}", all.0);
        all.1.push_back(Report { uri: uri.clone(), page });
        if all.1.len() > MAX_REPORTS {
            all.1.pop_front();
        }
        uri
    }

    /// Returns all reports, the oldest first.
    pub(crate) fn all(&self) -> Vec<Report> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.iter().cloned().collect()
    }

    /// Returns the report at an address.
    pub(crate) fn get(&self, uri: &str) -> Option<Report> {
        self.all().into_iter().find(|report| report.uri == uri)
    }
}
