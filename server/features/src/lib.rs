//! What an editor asks of a draft, in editor words without a protocol.
