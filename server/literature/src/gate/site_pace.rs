//! One pace for each service over several machines: services count the requests of a site, whichever of its machines
//! sends them.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// What the pace of a request depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaceRequest<'a> {
    /// The key under which the gate knows the service.
    pub service: &'a str,
    /// The class of requests that share a limit of the service.
    pub class: &'static str,
    /// How many requests may start within `per`.
    pub requests: u32,
    /// The time in which no more than `requests` may start.
    pub per: Duration,
}

/// Gives the machines of a site their turns to send requests.
pub trait SitePace: Debug + Send + Sync {
    /// Reserves the next turn, and gives how long it is until then; `None` where that is not known now: the request waits
    /// and asks again. A turn that is not used is lost.
    fn reserve<'a>(
        &'a self,
        request: &'a PaceRequest<'a>,
    ) -> Pin<Box<dyn Future<Output = Option<Duration>> + Send + 'a>>;
}
