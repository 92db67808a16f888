//! An empty crate: it exists for the dependencies in its manifest and their features.
