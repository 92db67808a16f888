//! One pace for each service over several machines of a site: services count the requests of a site, whichever of its
//! machines sends them.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// A request that is to leave, as far as its pace goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaceRequest<'a> {
    /// The key of the service.
    pub service: &'a str,
    /// The class of request.
    pub class: &'static str,
    /// So many starts are allowed …
    pub requests: u32,
    /// … in this time.
    pub per: Duration,
}

/// Where the machines of a site take turns.
pub trait SitePace: Debug + Send + Sync {
    /// Reserves the next turn, and gives how long it is until then; `None` where it cannot be said now: the request waits
    /// and asks again. Must be cheap to drop; a turn that is not used is lost.
    fn reserve<'a>(
        &'a self,
        request: &'a PaceRequest<'a>,
    ) -> Pin<Box<dyn Future<Output = Option<Duration>> + Send + 'a>>;
}
