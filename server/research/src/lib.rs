//! Evidence, search, hypotheses, reports and the judge of them: what is written on request.
//!
//! It takes what it needs of a document as an argument, and never writes a reference that no source returned.
