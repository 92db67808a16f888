//! What a careful reviewer says about the text itself: the rules for clinical notes and for manuscripts.
//!
//! This crate knows no source, no settings file and no editor. It never does I/O.
