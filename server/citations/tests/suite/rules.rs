//! Tests the rules, each through a session, as an editor uses it.

mod author_year;
mod differs;
mod duplicate_key;
mod duplicate_work;
mod entry_hygiene;
mod evidence_changed;
mod full_text;
mod malformed_identifier;
mod misidentified;
mod not_found;
mod not_in_evidence;
mod number_not_in_source;
mod numbering;
mod preprint_published;
mod properties;
mod quote_not_found;
mod removed_citations;
mod retracted;
mod undefined_key;
mod unsupported;
mod unsupported_recommendation;
mod unused_entry;
