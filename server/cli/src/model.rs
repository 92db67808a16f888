//! The author's consent for a language model on another machine, or for a local one that reads
//! clinical notes.

use crate::output;
use referee_research::model::{Payload, Permission};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns the permission to send data to a model on another machine: `agreed` is the flag
/// `--send-to-model`. Without it the first refusal is printed to standard error.
pub(crate) fn permission(agreed: bool) -> Arc<Permission> {
    let reported = AtomicBool::new(false);
    Arc::new(move |payload: &Payload<'_>| {
        if !agreed && !reported.swap(true, Ordering::Relaxed) {
            output::complain(&if payload.local {
                format!(
                    "the model {} at {} was given nothing: it was never allowed to read clinical notes. --send-to-model allows it once and for all",
                    payload.model, payload.host
                )
            } else {
                format!(
                    "the model {} is at {}, which is not this machine: nothing was sent. --show-payload prints what it would be sent, --send-to-model agrees to it",
                    payload.model, payload.host
                )
            });
        }
        agreed
    })
}
