//! The `citation/` rules, one file each.
//!
//! A rule is a [`CitationRule`]: its description, its checks and its fixes. To add one, write its
//! file and one line in `registry`. [`RuleContext`] holds everything that rules may use.

mod author_year;
mod checked_claim;
mod claim_remarks;
mod concern;
mod configuration_invalid;
pub(crate) mod context;
mod corrected;
mod dead_link;
mod definition;
mod difference_clause;
mod differs;
mod duplicate_key;
mod duplicate_work;
mod entry_cache;
mod evidence_changed;
pub(crate) mod files;
mod journal_abbreviation;
mod malformed_identifier;
mod misidentified;
mod missing_field;
mod not_found;
mod not_in_evidence;
mod number_not_in_source;
mod numbering;
mod page_range;
mod plan_section;
mod preprint_published;
mod quote_not_found;
mod read_otherwise;
mod registry;
mod registry_differs;
mod retracted;
mod review_scratch;
mod subject;
mod undefined_key;
mod unsupported;
mod unsupported_recommendation;
mod unused_entry;
mod unused_suppression;
pub(crate) mod wording;

pub use checked_claim::CheckedClaim;
pub use context::RuleContext;
pub use definition::{Anchor, Check, CitationRule, Citations, RelatedPlace, Remark};
pub use entry_cache::EntryCache;
pub use files::{BibliographyFile, DraftFile, FoldedKeys};
pub use read_otherwise::consequence_of_damage;
pub use registry::{BIBLIOGRAPHY_ONLY_RULES, RULES};
pub use review_scratch::{ListReads, ReviewScratch};
pub use subject::subject;
