//! A common rate limit of several machines for each service: services count the requests of a site,
//! from all of its machines.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// The values that determine the pace of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaceRequest<'a> {
    /// The key of the service in the gate.
    pub service: &'a str,
    /// The class of requests that share a limit of the service.
    pub class: &'static str,
    /// The maximum number of requests that may start within `per`.
    pub requests: u32,
    /// The length of the window.
    pub per: Duration,
}

/// Assigns the machines of a site their turns to send requests.
pub trait SitePace: Debug + Send + Sync {
    /// Reserves the next turn and returns the time until then. `None` if that is unknown now: the
    /// request waits and tries again. An unused turn is lost.
    fn reserve<'a>(
        &'a self,
        request: &'a PaceRequest<'a>,
    ) -> Pin<Box<dyn Future<Output = Option<Duration>> + Send + 'a>>;
}
