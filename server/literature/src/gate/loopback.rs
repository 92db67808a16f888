//! Checks which user listens on a port of this machine.
//!
//! Any user of a machine may listen on a free port, such as the default port of a language model.
//! Linux lists the owner of a listening socket in `/proc/net/tcp`; on other systems the owner is
//! unknown.

use reqwest::Url;

/// Returns the user who listens on the port of an address, if that is neither this user nor root;
/// `None` otherwise or if it is unknown.
pub(super) fn other_user_listening_at(url: &Url) -> Option<u32> {
    let port = url.port_or_known_default()?;
    let own = own_user()?;
    let tables =
        ["/proc/net/tcp", "/proc/net/tcp6"].map(|table| std::fs::read_to_string(table).unwrap_or_default());
    let mut listeners = tables.iter().flat_map(|table| listeners(table, port));
    listeners.find(|user| *user != own && *user != 0)
}

/// Returns the users whose sockets listen on `port`, from a table in `/proc/net`.
fn listeners(table: &str, port: u16) -> Vec<u32> {
    /// The state of a listening socket (`TCP_LISTEN` in Linux's `tcp_states.h`).
    const TCP_LISTEN_STATE: &str = "0A";
    let user = |line: &str| -> Option<u32> {
        // sl, local address:port, remote address:port, state, queues, timer, retransmits, user
        let mut fields = line.split_whitespace().skip(1);
        let (_, local) = fields.next()?.rsplit_once(':')?;
        let listens = u16::from_str_radix(local, 16) == Ok(port) && fields.nth(1)? == TCP_LISTEN_STATE;
        fields.nth(3).filter(|_| listens)?.parse().ok()
    };
    table.lines().skip(1).filter_map(user).collect()
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no number for a user")]
fn own_user() -> Option<u32> {
    Some(rustix::process::geteuid().as_raw())
}

#[cfg(not(unix))]
fn own_user() -> Option<u32> {
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    const TCP_TABLE: &str =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:2CAA 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0 26263 1
   1: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 15873 1
   2: 0100007F:2CAA 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1002        0 26300 1
";

    #[test]
    fn only_a_socket_that_listens_counts_and_its_user_is_read() {
        assert_eq!(listeners(TCP_TABLE, 11_434), [1001]);
        assert_eq!(listeners(TCP_TABLE, 22), [0]);
        assert!(listeners(TCP_TABLE, 40_000).is_empty());
        assert!(listeners("", 1).is_empty() && listeners("sl\nhalf a line 0A", 1).is_empty());
    }

    #[test]
    fn what_this_user_listens_at_belongs_to_nobody_else() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let url = Url::parse(&format!("http://{}/v1", listener.local_addr().unwrap())).unwrap();
        assert_eq!(other_user_listening_at(&url), None);
        #[cfg(target_os = "linux")]
        {
            let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
            let own = rustix::process::geteuid().as_raw();
            assert_eq!(listeners(&table, listener.local_addr().unwrap().port()), [own]);
        }
    }
}
