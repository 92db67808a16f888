//! The library: a full-text index of records on this machine.
