/** The comment that silences a finding, with the reason for it. */

/** Puts a reason behind the rule in a comment that the server writes. What would end the comment is left out of it. */
export function withReason(comment: string, reason: string): string {
  const words = reason
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/-{2,}|[<>]|\*\//g, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (words === "") return comment;
  return comment.replace(/referee:ignore(?:-file)?\s+[\w*/,-]+(?:,\s[\w*/-]+)*/, (rule) => `${rule} ${words}`);
}

/** Whether an action of the server silences a finding, by its title in either of the languages that the server speaks. */
export function isSuppression(title: string): boolean {
  return /^(Silence|Silenciar) [a-z]+\//.test(title);
}
