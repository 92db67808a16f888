//! The web page for people: paste or drop a draft, see the verdicts. It consists of three files
//! without external resources, and uses the same routes as programs.

use super::state::ServiceState;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{HeaderName, HeaderValue, header};
use std::sync::Arc;

/// The page and its files, each with its media type.
const FILES: [(&str, &str, &str); 3] = [
    ("/", "text/html; charset=utf-8", include_str!("../page/page.html")),
    ("/page.css", "text/css; charset=utf-8", include_str!("../page/page.css")),
    ("/page.js", "text/javascript; charset=utf-8", include_str!("../page/page.js")),
];

/// The content security policy: the page may load its two files and send requests to its own
/// origin, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of each file, in addition to the media type.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::CACHE_CONTROL, "no-store"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Returns the routes of the page.
pub(crate) fn routes() -> Router<Arc<ServiceState>> {
    FILES.into_iter().fold(Router::new(), |router, (path, media_type, text)| {
        router.route(path, get(move || async move { file(media_type, text) }))
    })
}

/// Returns whether a route belongs to the page, which needs no token because it contains no data.
pub(crate) fn is_route(route: &str) -> bool {
    FILES.iter().any(|(path, ..)| *path == route)
}

fn file(media_type: &'static str, text: &'static str) -> Response {
    let mut response = ([(header::CONTENT_TYPE, media_type)], text).into_response();
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
