//! Checks the target and the origin of a request as the browser states them: a page in a browser
//! runs on this machine like the server does, but may come from any site.

use http::{HeaderMap, Uri, header};
use std::net::IpAddr;

/// The only host name, in addition to loopback addresses, that a request may have as its target or
/// origin: any other name can be made to resolve to this machine.
const LOOPBACK_NAME: &str = "localhost";

/// Why a request is not from this machine, as a sentence for its sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForeignRequest {
    /// The target host may have been made to resolve to this machine.
    #[error("`Host` is not this machine")]
    Host,
    /// The request comes from a page of another site.
    #[error("pages of other sites may not ask")]
    Page,
}

/// Checks that a request is for this machine, and comes from a program or a page of this machine.
///
/// # Errors
///
/// Returns why it is not.
pub fn is_from_this_machine(headers: &HeaderMap) -> Result<(), ForeignRequest> {
    if !is_for_this_machine(headers) {
        return Err(ForeignRequest::Host);
    }
    if !headers.get_all(header::ORIGIN).iter().all(|origin| origin.to_str().is_ok_and(is_loopback_origin)) {
        return Err(ForeignRequest::Page);
    }
    Ok(())
}

/// Returns whether a request has exactly one `Host`, which is a loopback name: any other name could
/// belong to an attacker who made it resolve to this machine.
fn is_for_this_machine(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let uri = host.to_str().ok().and_then(|host| format!("http://{host}/").parse::<Uri>().ok());
    uri.is_some_and(|uri| is_loopback(&uri))
}

fn is_loopback_origin(origin: &str) -> bool {
    let is_page = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https"));
    origin.parse::<Uri>().is_ok_and(|uri| is_page(&uri) && is_loopback(&uri))
}

fn is_loopback(uri: &Uri) -> bool {
    let has_user = uri.authority().is_some_and(|authority| authority.as_str().contains('@'));
    let is_address = |host: &str| {
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    };
    !has_user && uri.host().is_some_and(|host| LOOPBACK_NAME.eq_ignore_ascii_case(host) || is_address(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_machine_may_ask() {
        for (origin, allowed) in [
            ("http://localhost:5173", true),
            ("http://127.0.0.1", true),
            ("https://[::1]:8443", true),
            ("http://127.0.0.2:7000", true),
            ("http://LOCALHOST:1", true),
            ("https://example.org", false),
            ("http://localhost.example.org", false),
            ("http://127.0.0.1.example.org", false),
            ("http://localhost@example.org", false),
            ("http://example.org@localhost", false),
            ("null", false),
            ("", false),
            ("file://", false),
            ("http://0.0.0.0", false),
        ] {
            assert_eq!(is_loopback_origin(origin), allowed, "{origin}");
        }
    }

    #[test]
    fn a_name_that_somebody_made_lead_here_is_not_this_machine() {
        let with = |hosts: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for host in hosts {
                headers.append(header::HOST, http::HeaderValue::from_static(host));
            }
            is_for_this_machine(&headers)
        };
        assert!(with(&["localhost:8090"]) && with(&["127.0.0.1:8090"]) && with(&["[::1]:8090"]));
        for hosts in [
            &[][..],
            &["attacker.example:8090"],
            &["localhost:8090", "attacker.example"],
            &["a@localhost"],
            &[""],
        ] {
            assert!(!with(hosts), "{hosts:?}");
        }
    }
}
