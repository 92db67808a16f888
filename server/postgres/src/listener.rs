//! Messages that other programs send through the database (`LISTEN` and `NOTIFY`).

use crate::address::DatabaseAddress;
use crate::error::DatabaseError;
use crate::tls::Tls;
use futures::stream::{StreamExt, poll_fn};
use tokio::sync::mpsc::{Receiver, channel};
use tokio_postgres::{AsyncMessage, Client};

/// The maximum number of waiting messages; further ones are dropped, since the receiver checks
/// everything anyway.
const MAX_WAITING: usize = 64;

/// A connection that receives messages until it is dropped.
pub struct Listener {
    messages: Receiver<String>,
    /// The server closes the connection when this is dropped.
    _client: Client,
}

impl Listener {
    /// Connects and listens on these channels, which must be plain identifiers.
    ///
    /// # Errors
    ///
    /// Returns an error if the database cannot be reached or refuses.
    pub async fn connect(address: &DatabaseAddress, channels: &[&str]) -> Result<Listener, DatabaseError> {
        let shown = address.to_string();
        let failed = |source| DatabaseError::of(&shown, source);
        let (client, mut connection) =
            address.config().connect(Tls::of_this_machine()?).await.map_err(failed)?;
        let (sender, messages) = channel(MAX_WAITING);
        tokio::spawn(async move {
            let mut received = poll_fn(move |context| connection.poll_message(context));
            // An error ends the connection; the receiver notices that because the sender is
            // dropped.
            while let Some(Ok(message)) = received.next().await {
                if let AsyncMessage::Notification(notification) = message {
                    // The receiver may be gone or have enough messages; ignore the send error.
                    let _ = sender.try_send(notification.channel().to_owned());
                }
            }
        });
        for channel in channels {
            client.batch_execute(&format!("LISTEN \"{channel}\"")).await.map_err(failed)?;
        }
        Ok(Listener { messages, _client: client })
    }

    /// Returns the channel of the next message; `None` after the end of the connection.
    pub async fn next(&mut self) -> Option<String> {
        self.messages.recv().await
    }
}
