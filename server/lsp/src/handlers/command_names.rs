//! The names of the commands that belong to no other file.

/// Applies an action, for editors that know commands only.
pub(crate) const APPLY: &str = "referee.applyAction";

/// Looks up online whatever is open, what failed before as well.
pub(crate) const VERIFY_ALL: &str = "referee.verifyAll";

/// Asks the author whether references may be looked up online.
pub(crate) const ALLOW_NETWORK: &str = "referee.allowNetwork";

/// Looks a bare identifier up and cites what it names.
pub(crate) const CITE_IDENTIFIER: &str = "referee.citeIdentifier";

/// Adds the entry of an item of the author's Zotero to the draft's bibliography.
pub(crate) const ADD_ZOTERO_ENTRY: &str = "referee.addZoteroEntry";
