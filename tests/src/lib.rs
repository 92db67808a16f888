//! Helpers shared by the tests that cross a process.
