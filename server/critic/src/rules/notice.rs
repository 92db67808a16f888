//! The disclaimer at the end of every page about clinical notes.

/// Expands to the disclaimer.
macro_rules! notice {
    () => {
        "\nFindings in clinical notes support the judgement of a clinician, who can look at the same words and lists; \
         they replace none. referee is not a medical device.\n"
    };
}
pub(crate) use notice;
