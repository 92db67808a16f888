//! The address of a shared database.

use crate::error::DatabaseError;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::Host;

/// The application name in the server's list of connections (`pg_stat_activity`).
const APPLICATION_NAME: &str = concat!("referee/", env!("CARGO_PKG_VERSION"));

/// The timeout for connecting to one host, unless the address sets `connect_timeout`.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// The address of a database: `postgres://user:password@host:port/name`, or with the folder of a
/// socket `postgres:///name?host=/var/run/postgresql`. Its `Display` output omits the password.
///
/// ```
/// use referee_postgres::DatabaseAddress;
///
/// let address: DatabaseAddress = "postgres://ann:secret@db.example.org/library".parse()?;
/// assert_eq!(address.to_string(), "db.example.org (library)");
/// assert!(!address.is_on_this_machine());
/// # Ok::<(), referee_postgres::DatabaseError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseAddress {
    config: Config,
}

impl DatabaseAddress {
    /// Returns the driver's configuration, including the password.
    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// Returns whether the connection stays on this machine: a socket or a loopback address.
    #[must_use]
    pub fn is_on_this_machine(&self) -> bool {
        let hosts = self.config.get_hosts();
        let is_local = |host: &Host| match host {
            Host::Tcp(name) => is_loopback(name),
            #[cfg(unix)]
            Host::Unix(_) => true,
        };
        // `hostaddr` determines the target of the connection, regardless of the host name.
        self.config.get_hostaddrs().iter().all(std::net::IpAddr::is_loopback)
            && !hosts.is_empty()
            && (hosts.iter().all(is_local) || !self.config.get_hostaddrs().is_empty())
    }
}

fn is_loopback(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

impl FromStr for DatabaseAddress {
    type Err = DatabaseError;

    fn from_str(text: &str) -> Result<Self, DatabaseError> {
        let text = text.trim();
        if !(text.starts_with("postgres://") || text.starts_with("postgresql://")) {
            return Err(DatabaseError::NotPostgres);
        }
        let mut config: Config = text.parse().map_err(DatabaseError::Address)?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(DatabaseError::NotPostgres);
        }
        config.application_name(APPLICATION_NAME);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        // Keepalives detect a server that vanished without closing the connection.
        config.keepalives_idle(Duration::from_secs(60));
        Ok(DatabaseAddress { config })
    }
}

impl fmt::Display for DatabaseAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ports = self.config.get_ports();
        for (number, host) in self.config.get_hosts().iter().enumerate() {
            if number > 0 {
                f.write_str(", ")?;
            }
            match host {
                Host::Tcp(name) => {
                    f.write_str(name)?;
                    let port = ports.get(number).or(ports.first()).copied().unwrap_or(5432);
                    if port != 5432 {
                        write!(f, ":{port}")?;
                    }
                }
                #[cfg(unix)]
                Host::Unix(folder) => write!(f, "{}", folder.display())?,
            }
        }
        if self.config.get_hosts().is_empty()
            && let Some(address) = self.config.get_hostaddrs().first()
        {
            write!(f, "{address}")?;
        }
        match self.config.get_dbname() {
            Some(name) => write!(f, " ({name})"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for DatabaseAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseAddress({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> DatabaseAddress {
        text.parse().expect("it is an address")
    }

    #[test]
    fn a_printed_address_has_no_password() {
        let address = address("postgres://ann:s3cret@db.example.org:6432/library");
        assert_eq!(address.to_string(), "db.example.org:6432 (library)");
        assert!(!format!("{address:?}").contains("s3cret"));
    }

    #[test]
    fn a_socket_and_a_loopback_address_are_on_this_machine() {
        assert!(address("postgres:///library?host=/var/run/postgresql").is_on_this_machine());
        assert!(address("postgres://%2Fvar%2Frun%2Fpostgresql/library").is_on_this_machine());
        assert!(address("postgres://ann@localhost/library").is_on_this_machine());
        assert!(address("postgres://ann@127.0.0.1/library").is_on_this_machine());
        assert!(!address("postgres://ann@10.0.0.7/library").is_on_this_machine());
        assert!(!address("postgres://ann@localhost,db.example.org/library").is_on_this_machine());
        assert!(!address("postgres://ann@localhost/library?hostaddr=10.0.0.7").is_on_this_machine());
    }

    #[test]
    fn other_addresses_are_refused() {
        for text in
            ["", "mysql://db/library", "/var/run/postgresql", "postgres:///library", "postgres://db/x?y=z"]
        {
            assert!(text.parse::<DatabaseAddress>().is_err(), "{text}");
        }
    }
}
