//! The effective settings of a service: its API key, its circuit breaker, and the addresses that
//! belong to it.

use super::circuit_breaker::CircuitBreaker;
use super::client;
use super::clock::micros;
use super::core::GateCore;
use super::failure::Failure;
use super::service_state::Closure;
use crate::online::{Access, Request, ServiceEndpoint};
use reqwest::Url;
use siphasher::sip::SipHasher13;
use std::hash::Hasher;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// Returns the key that distinguishes a service: its name and its address (in tests all services
/// have the same host), and a hash of its API key, since limits and budgets are granted per API
/// key. The API key itself is not included.
pub(super) fn service_key(endpoint: &ServiceEndpoint) -> String {
    let Access { base_url, api_key, .. } = &endpoint.access;
    match api_key {
        None => format!("{} {base_url}", endpoint.service.name()),
        Some(key) => {
            let mut hasher = SipHasher13::new();
            hasher.write(key.as_bytes());
            format!("{} {base_url} key {:08x}", endpoint.service.name(), hasher.finish() >> 32)
        }
    }
}

impl GateCore {
    /// Returns the endpoint as it is used now: without an API key that was refused.
    pub(super) fn in_force(&self, endpoint: &ServiceEndpoint) -> ServiceEndpoint {
        let mut endpoint = endpoint.clone();
        let refused = self.refused_keys.lock().unwrap_or_else(PoisonError::into_inner);
        if endpoint.access.api_key.is_some() && refused.contains_key(&service_key(&endpoint)) {
            endpoint.access.api_key = None;
        }
        endpoint
    }

    /// Returns the request without its API key, unless the endpoint has one.
    pub(super) fn keyless(&self, request: &Request, has_key: bool) -> Request {
        let mut request = request.clone();
        if !has_key {
            request.secret_header = None;
            request.secret_parameter = None;
        }
        request
    }

    /// Records that a service refused its API key.
    pub(super) fn refuse_key(&self, endpoint: &ServiceEndpoint, detail: &str) {
        let mut refused = self.refused_keys.lock().unwrap_or_else(PoisonError::into_inner);
        refused.entry(service_key(endpoint)).or_insert_with(|| detail.to_owned());
    }

    /// Returns the circuit breaker of a service.
    pub(super) fn breaker(&self, endpoint: &ServiceEndpoint) -> Arc<CircuitBreaker> {
        let service = endpoint.service;
        let metered = || service.limits(&endpoint.access).iter().any(|limit| service.cost(limit.class) > 0);
        self.breakers.of(&service_key(endpoint), endpoint.access.api_key.is_some() || metered())
    }

    /// Records, for all processes, that a service requested a pause.
    pub(super) fn close(&self, breaker: &CircuitBreaker, wait: Duration, why: &Failure) {
        let pause = breaker.cooling_down().map_or(wait, |(_, left)| left);
        let until = self.clock.unix_micros().saturating_add(micros(pause));
        self.limits.close(breaker.key.clone(), Closure { until, why: why.clone() });
    }

    /// Returns the known service that an address belongs to.
    pub(super) fn known_at(&self, url: &Url) -> Option<ServiceEndpoint> {
        let known = self.known_services.lock().unwrap_or_else(PoisonError::into_inner);
        let belongs = |endpoint: &&ServiceEndpoint| {
            Url::parse(&endpoint.access.base_url).is_ok_and(|base| {
                base.scheme() == url.scheme()
                    && client::host(&base) == client::host(url)
                    && url
                        .path()
                        .strip_prefix(base.path().trim_end_matches('/'))
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        known.iter().find(belongs).cloned()
    }
}
