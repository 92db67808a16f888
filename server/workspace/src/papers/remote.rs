//! Full texts of open-access works from services.
pub(super) const NONE: () = ();
