//! Messages that other programs send through the database (`LISTEN` and `NOTIFY`).

use crate::address::DatabaseAddress;
use crate::error::DatabaseError;
use crate::tls::Tls;
use futures::stream::{StreamExt, poll_fn};
use tokio::sync::mpsc::{Receiver, channel};
use tokio_postgres::{AsyncMessage, Client};

/// How many messages wait to be received; any more are dropped, since the receiver looks at everything anyway.
const MAX_WAITING: usize = 64;

/// A connection that receives messages until it is dropped.
pub struct Listener {
    messages: Receiver<String>,
    /// The server ends the connection when this is dropped.
    _client: Client,
}

impl Listener {
    /// Connects and listens on these channels, whose names are plain identifiers.
    ///
    /// # Errors
    ///
    /// Where the database cannot be reached or refuses.
    pub async fn connect(address: &DatabaseAddress, channels: &[&str]) -> Result<Listener, DatabaseError> {
        let shown = address.to_string();
        let failed = |source| DatabaseError::of(&shown, source);
        let (client, mut connection) =
            address.config().connect(Tls::of_this_machine()?).await.map_err(failed)?;
        let (sender, messages) = channel(MAX_WAITING);
        tokio::spawn(async move {
            let mut received = poll_fn(move |context| connection.poll_message(context));
            // An error is the end of the connection; the receiver learns of it because the sender is dropped.
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

    /// The channel of the next message; `None` where the connection has ended.
    pub async fn next(&mut self) -> Option<String> {
        self.messages.recv().await
    }
}
