//! The commands whose name is not defined with their handler.

/// Applies an action, for editors that support only commands.
pub(crate) const APPLY: &str = "referee.applyAction";

/// Looks up all open references online, including failed ones.
pub(crate) const VERIFY_ALL: &str = "referee.verifyAll";

/// Asks the author whether references may be looked up online.
pub(crate) const ALLOW_NETWORK: &str = "referee.allowNetwork";

/// Looks up a bare identifier and cites its work.
pub(crate) const CITE_IDENTIFIER: &str = "referee.citeIdentifier";

/// Adds an entry for an item of the author's Zotero library to the draft's bibliography.
pub(crate) const ADD_ZOTERO_ENTRY: &str = "referee.addZoteroEntry";
