/** The reason inside of a comment that silences a finding. */

/** The comment that the server writes, with a reason behind the rule. What would end the comment is taken out. */
export function withReason(comment: string, reason: string): string {
  const words = reason
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/-{2,}|[<>]|\*\//g, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (words === "") return comment;
  return comment.replace(/referee:ignore(?:-file)?\s+[\w*/,-]+(?:,\s[\w*/-]+)*/, (rule) => `${rule} ${words}`);
}
