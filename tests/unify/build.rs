//! An empty build script: cargo considers build dependencies only if there is one.

fn main() {}
