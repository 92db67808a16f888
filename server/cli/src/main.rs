//! The binary `referee`.
fn main() {}
