//! Endpoints of the services that know which substance acts on which target.

use crate::cache::Seed;
use crate::online::{MechanismService, ServiceEndpoint};

/// A mechanism service with its endpoint.
pub(super) struct MechanismEndpoint {
    pub(super) service: &'static dyn MechanismService,
    pub(super) endpoint: ServiceEndpoint,
    pub(super) seed: Seed,
}

impl MechanismEndpoint {
    /// Returns the endpoint of a mechanism service; `None` for any other service.
    pub(super) fn of(endpoint: &ServiceEndpoint) -> Option<Self> {
        let name = endpoint.service.name();
        let service = *crate::online::of_mechanisms().iter().find(|service| service.name() == name)?;
        Some(MechanismEndpoint { service, seed: Seed::of(endpoint), endpoint: endpoint.clone() })
    }
}
