//! Calling work off.

use tokio_util::sync::CancellationToken;

/// A way to call work off. Clones are one: calling one off calls off all.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    token: CancellationToken,
}

impl Cancel {
    /// Something that can be called off.
    #[must_use]
    pub fn new() -> Self {
        Cancel::default()
    }

    /// Calls the work off.
    pub fn cancel(&self) {
        self.token.cancel();
    }

    /// Something that is called off with this one, or alone.
    #[must_use]
    pub fn child(&self) -> Self {
        Cancel { token: self.token.child_token() }
    }

    /// Whether the work was called off.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Waits until the work is called off.
    pub async fn cancelled(&self) {
        self.token.cancelled().await;
    }
}
