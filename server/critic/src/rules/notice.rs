//! What every page about clinical notes says at its end.

/// What every page about notes says once.
macro_rules! notice {
    () => {
        "\nFindings in clinical notes support the judgement of a clinician, who can look at the same words and lists; \
         they replace none. referee is not a medical device.\n"
    };
}
pub(crate) use notice;
