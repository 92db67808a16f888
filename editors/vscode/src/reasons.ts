/** The comment that suppresses a finding, with a reason. */

/** Adds a reason after the rule in a comment written by the server. Removes characters that would
 * end the comment. */
export function withReason(comment: string, reason: string): string {
  const words = reason
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/-{2,}|[<>]|\*\//g, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (words === "") return comment;
  return comment.replace(/referee:ignore(?:-file)?\s+[\w*/,-]+(?:,\s[\w*/-]+)*/, (rule) => `${rule} ${words}`);
}

/** The title of an action that asks for the reason: without the words that ask to write it into the comment. */
export function titleThatAsks(title: string): string {
  return `${title.replace(/\);.*$/, ")")}…`;
}

/** Whether an action of the server suppresses a finding, by its title in English or Spanish. */
export function isSuppression(title: string): boolean {
  return /^(Ignore this finding|Ignorar este hallazgo) \([a-z]+\//.test(title);
}
