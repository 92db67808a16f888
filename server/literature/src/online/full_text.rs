//! The interface of services that send the full text of open-access works.
//!
//! Such a service is asked by an identifier of the work, one request for each work. It lists no
//! works for judging, and its answers are not records.

use super::service::{Access, Request, Service};
use referee_bibliography::Identifier;

/// A service that sends the full text of open-access works.
pub trait FullTextService: Service {
    /// Returns the default host, for settings without an address of the service.
    fn host(&self) -> &'static str;

    /// Returns the request for the full text of the work with this identifier; `None` if the
    /// service does not use such identifiers.
    fn request(&self, identifier: &Identifier, access: &Access) -> Option<Request>;
}
