//! TLS to the database, with the certificates that this machine trusts.
//!
//! `sslmode=require` and the driver's default `prefer` both verify the certificate and the host
//! name if the server offers TLS. `sslmode=disable` uses an unencrypted connection.

use crate::error::DatabaseError;
use rustls::ClientConfig;
use rustls::pki_types::{InvalidDnsNameError, ServerName};
use rustls_platform_verifier::BuilderVerifierExt;
use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect};
use tokio_rustls::TlsConnector;
use tokio_rustls::client;

/// Creates TLS connections for the driver.
#[derive(Clone)]
pub(crate) struct Tls {
    connector: TlsConnector,
}

impl Tls {
    /// Configures TLS with the certificates of this machine.
    pub(crate) fn of_this_machine() -> Result<Self, DatabaseError> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .and_then(BuilderVerifierExt::with_platform_verifier)
            .map_err(DatabaseError::Tls)?
            .with_no_client_auth();
        Ok(Tls { connector: TlsConnector::from(Arc::new(config)) })
    }
}

impl<S> MakeTlsConnect<S> for Tls
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = TlsStream<S>;
    type TlsConnect = HostTls;
    type Error = Infallible;

    fn make_tls_connect(&mut self, host: &str) -> Result<HostTls, Infallible> {
        // Also called for a socket, which has neither a host name nor TLS.
        let name = ServerName::try_from(host).map(|name| name.to_owned());
        Ok(HostTls { connector: self.connector.clone(), name })
    }
}

/// Creates the TLS connections to one host; an invalid host name is an error only if the server
/// uses TLS.
pub(crate) struct HostTls {
    connector: TlsConnector,
    name: Result<ServerName<'static>, InvalidDnsNameError>,
}

impl<S> TlsConnect<S> for HostTls
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = TlsStream<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<TlsStream<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let name = self.name.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
            self.connector.connect(name, stream).await.map(TlsStream)
        })
    }
}

/// An encrypted stream to the server. It does not use channel binding: TLS has already verified the
/// server.
pub(crate) struct TlsStream<S>(client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> tokio_postgres::tls::TlsStream for TlsStream<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for TlsStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for TlsStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
