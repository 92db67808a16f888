//! The list of the rules about citations.

use super::definition::CitationRule;
use super::{
    concern, configuration_invalid, corrected, differs, duplicate_key, duplicate_work, evidence_changed,
    malformed_identifier, misidentified, not_found, not_in_evidence, number_not_in_source,
    preprint_published, quote_not_found, retracted, undefined_key, unsupported, unsupported_recommendation,
    unused_entry, unused_suppression,
};

/// All `citation/` rules in the order of the documentation.
pub static RULES: &[&CitationRule] = &[
    &undefined_key::RULE,
    &duplicate_key::RULE,
    &unused_entry::RULE,
    &duplicate_work::RULE,
    &malformed_identifier::RULE,
    &not_found::RULE,
    &misidentified::RULE,
    &differs::RULE,
    &retracted::RULE,
    &concern::RULE,
    &corrected::RULE,
    &preprint_published::RULE,
    &not_in_evidence::RULE,
    &evidence_changed::RULE,
    &quote_not_found::RULE,
    &number_not_in_source::RULE,
    &unsupported::RULE,
    &unsupported_recommendation::RULE,
    &configuration_invalid::RULE,
    &unused_suppression::RULE,
];
