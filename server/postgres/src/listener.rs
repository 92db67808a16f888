//! Hearing what other programs say through the database (`LISTEN` and `NOTIFY`).

use crate::address::DatabaseAddress;
use crate::error::DatabaseError;
use crate::tls::Tls;
use futures::stream::{StreamExt, poll_fn};
use tokio::sync::mpsc::{Receiver, channel};
use tokio_postgres::{AsyncMessage, Client};

/// How many messages wait to be heard; of more it is enough to know that there were some.
const MAX_WAITING: usize = 64;

/// A connection that hears messages until it is dropped.
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
            let mut heard = poll_fn(move |context| connection.poll_message(context));
            // An error is the end of the connection; the receiver learns of it because the sender goes.
            while let Some(Ok(message)) = heard.next().await {
                if let AsyncMessage::Notification(notification) = message {
                    // Who is behind has enough to do.
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
