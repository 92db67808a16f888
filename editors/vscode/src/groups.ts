/** Groups references by verdict, the most important first. */

interface GroupKind {
  id: string;
  icon: string;
  color?: string;
}

export const GROUPS: readonly GroupKind[] = [
  { id: "announced", icon: "error", color: "list.errorForeground" },
  { id: "misidentified", icon: "error", color: "list.errorForeground" },
  { id: "undefined", icon: "error", color: "list.errorForeground" },
  { id: "not-found", icon: "warning", color: "list.warningForeground" },
  { id: "differs", icon: "warning", color: "list.warningForeground" },
  { id: "unchecked", icon: "question" },
  { id: "uncovered", icon: "circle-slash" },
  { id: "verified", icon: "pass", color: "charts.green" },
];

/** The notices that take precedence over any verdict. */
export const ANNOUNCED: readonly string[] = ["retraction", "withdrawal", "removal", "concern"];

/** Returns the group of a reference. */
export function groupOf(reference: { notices: readonly string[]; verdict: string }): string {
  if (reference.notices.some((notice) => ANNOUNCED.includes(notice))) return "announced";
  return GROUPS.some((group) => group.id === reference.verdict) ? reference.verdict : "unchecked";
}
