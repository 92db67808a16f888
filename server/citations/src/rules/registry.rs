//! The list of the rules about citations.

use super::definition::CitationRule;
use super::{
    concern, configuration_invalid, corrected, dead_link, differs, duplicate_key, duplicate_work,
    evidence_changed, journal_abbreviation, malformed_identifier, misidentified, missing_field, not_found,
    not_in_evidence, number_not_in_source, numbering, page_range, preprint_published, quote_not_found,
    read_otherwise, registry_differs, retracted, undefined_key, unsupported, unsupported_recommendation,
    unused_entry, unused_suppression,
};

/// The rules about the form of entries: an editor shows their hints in the bibliography, a report
/// only on request.
pub const BIBLIOGRAPHY_ONLY_RULES: [&str; 3] =
    [missing_field::RULE.rule.id, page_range::RULE.rule.id, journal_abbreviation::RULE.rule.id];

/// All `citation/` rules in the order of the documentation.
pub static RULES: &[&CitationRule] = &[
    &undefined_key::RULE,
    &duplicate_key::RULE,
    &unused_entry::RULE,
    &numbering::UNCITED_ITEM,
    &numbering::OUT_OF_ORDER,
    &duplicate_work::RULE,
    &malformed_identifier::RULE,
    &missing_field::RULE,
    &page_range::RULE,
    &journal_abbreviation::RULE,
    &not_found::RULE,
    &misidentified::RULE,
    &differs::RULE,
    &retracted::RULE,
    &concern::RULE,
    &corrected::RULE,
    &preprint_published::RULE,
    &dead_link::RULE,
    &not_in_evidence::RULE,
    &evidence_changed::RULE,
    &quote_not_found::RULE,
    &number_not_in_source::RULE,
    &unsupported::RULE,
    &unsupported_recommendation::RULE,
    &registry_differs::RULE,
    &read_otherwise::RULE,
    &configuration_invalid::RULE,
    &unused_suppression::RULE,
];
