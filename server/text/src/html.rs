//! Text in HTML.

use crate::visible::visible;

/// Escapes untrusted text for a page: no markup, no control characters, no change of text direction.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// Escapes untrusted text and sets what is between a pair of backticks as code, as in messages that name a command.
#[must_use]
pub fn escaped_with_code(text: &str) -> String {
    let escaped = escaped(text);
    let mut out = String::with_capacity(escaped.len());
    let mut rest = escaped.as_str();
    while let Some((before, code, after)) = rest
        .split_once('`')
        .and_then(|(before, rest)| rest.split_once('`').map(|(code, after)| (before, code, after)))
    {
        out.push_str(before);
        out.push_str("<code>");
        out.push_str(code);
        out.push_str("</code>");
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::escaped_with_code;

    #[test]
    fn a_command_in_a_message_is_code_and_a_single_backtick_stays() {
        assert_eq!(
            escaped_with_code("`referee check <draft>` shows it, or `that`."),
            "<code>referee check &lt;draft&gt;</code> shows it, or <code>that</code>."
        );
        assert_eq!(escaped_with_code("a ` b <i>"), "a ` b &lt;i&gt;");
        assert_eq!(escaped_with_code("`a` and ` b"), "<code>a</code> and ` b");
    }
}
