//! Endpoints of the services that send full texts.

use crate::online::{FullTextService, ServiceEndpoint, of_full_texts};

/// A full-text service with its endpoint.
pub(super) struct FullTextEndpoint {
    pub(super) service: &'static dyn FullTextService,
    pub(super) endpoint: ServiceEndpoint,
}

impl FullTextEndpoint {
    /// Returns the endpoint of a full-text service; `None` for any other service.
    pub(super) fn of(endpoint: &ServiceEndpoint) -> Option<Self> {
        let name = endpoint.service.name();
        let service = *of_full_texts().iter().find(|service| service.name() == name)?;
        Some(FullTextEndpoint { service, endpoint: endpoint.clone() })
    }
}
