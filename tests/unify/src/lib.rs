//! Nothing: this crate exists for the dependencies in its manifest, and their features.
