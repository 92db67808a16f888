//! Decides which web addresses may be sent to others.

/// The maximum length of an address in bytes; programs generate longer ones for a single visit.
const MAX_BYTES: usize = 600;

/// Top-level names of local networks (RFC 6761, RFC 6762, RFC 8375, and names used by routers and
/// offices).
const LOCAL_DOMAINS: &[&str] = &[
    "local",
    "localhost",
    "localdomain",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
    "arpa",
    "test",
    "invalid",
    "onion",
];

/// Parameters whose value grants access: it belongs to one reader or one visit.
const SECRET_PARAMETERS: &[&str] = &[
    "token",
    "key",
    "apikey",
    "sig",
    "signature",
    "auth",
    "session",
    "sessionid",
    "sid",
    "jsessionid",
    "phpsessid",
    "password",
    "passwd",
    "pwd",
    "ticket",
    "credential",
    "code",
    "otp",
    "secret",
];

/// Returns an address that anybody on the internet could request, without its fragment; `None` for
/// an address that refers to a machine in a local network, contains a user name or password, or
/// contains a secret parameter.
#[must_use]
pub fn public_web_address(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > MAX_BYTES || text.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return None;
    }
    let (scheme, rest) = text.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    if !matches!(scheme.as_str(), "http" | "https") {
        return None;
    }
    let rest = rest.split('#').next()?;
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    if !is_public_host(authority) || holds_secret(path) {
        return None;
    }
    Some(format!("{scheme}://{}{path}", authority.to_ascii_lowercase()))
}

/// Whether a host is a name of the public internet, without an IP address, a port or a machine in a
/// local network.
#[must_use]
pub fn is_public_host(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let Some((before, last)) = host.rsplit_once('.') else { return false };
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    };
    before.split('.').all(is_label)
        && is_label(last)
        && last.chars().any(char::is_alphabetic)
        && !LOCAL_DOMAINS.contains(&last)
}

/// Whether path or query contain a secret parameter.
fn holds_secret(path: &str) -> bool {
    let parameters = path.split(['?', '&', ';']).skip(1);
    parameters.filter_map(|pair| pair.split_once('=')).any(|(name, _)| {
        let name = name.to_ascii_lowercase();
        let last_word = name.rsplit(['_', '-', '.']).next().unwrap_or(&name);
        SECRET_PARAMETERS.contains(&name.as_str()) || SECRET_PARAMETERS.contains(&last_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_the_public_web_has_an_address_that_may_be_told() {
        for (text, wanted) in [
            ("https://www.nice.org.uk/guidance/ng28", "https://www.nice.org.uk/guidance/ng28"),
            (" HTTP://WHO.int/Data?id=7#top ", "http://who.int/Data?id=7"),
            ("https://example.org", "https://example.org"),
            ("https://example.org/item?code_list=3", "https://example.org/item?code_list=3"),
        ] {
            assert_eq!(public_web_address(text).as_deref(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn what_is_local_or_secret_is_told_to_nobody() {
        for text in [
            "http://intranet/patients",
            "https://192.168.1.4/record",
            "https://[fe80::1]/",
            "https://files.hospital.local/plan.pdf",
            "https://me:secret@example.org/",
            "https://example.org:8443/admin",
            "https://share.example.org/doc?X-Amz-Signature=abc",
            "https://example.org/reset?access_token=1",
            "https://example.org/a;jsessionid=12",
            "file:///home/me/paper.pdf",
            "ftp://example.org/x",
            "www.example.org",
            "https://example.org/two words",
            "https:///x",
            "",
        ] {
            assert_eq!(public_web_address(text), None, "{text}");
        }
    }
}
