import assert from "node:assert/strict";
import { test } from "node:test";
import { groupOf } from "../src/groups";
import { isSuppression, titleThatAsks, withReason } from "../src/reasons";

test("the reason stands behind the rule, in every kind of comment", () => {
  const rule = "citation/undefined-key";
  for (const comment of [
    `<!-- referee:ignore ${rule} -->\n`,
    `% referee:ignore ${rule}\n`,
    `  // referee:ignore ${rule}\n`,
    `# referee:ignore ${rule}\r\n`,
    `.. referee:ignore ${rule}\n`,
  ]) {
    const written = withReason(comment, "it is in press");
    assert.equal(written, comment.replace(rule, `${rule} it is in press`));
  }
});

test("without a reason nothing is added, and a reason cannot end the comment", () => {
  const comment = "<!-- referee:ignore medication/trailing-zero -->";
  assert.equal(withReason(comment, "  \n "), comment);
  const written = withReason(comment, "so --> *said*\nthe label */ $& \u2028here");
  assert.equal(written, "<!-- referee:ignore medication/trailing-zero so *said* the label $& here -->");
});

test("a retracted work is listed first, and an unknown verdict is unchecked", () => {
  assert.equal(groupOf({ notices: ["retraction"], verdict: "verified" }), "announced");
  assert.equal(groupOf({ notices: ["correction"], verdict: "verified" }), "verified");
  assert.equal(groupOf({ notices: [], verdict: "of tomorrow" }), "unchecked");
});

test("the action that silences is known in both languages of the server", () => {
  assert.ok(isSuppression("Ignore this finding (citation/undefined-key)"));
  assert.ok(isSuppression("Ignore this finding (medication/contraindicated); write your reason after the rule"));
  assert.ok(isSuppression("Ignorar este hallazgo (citation/undefined-key)"));
  assert.ok(!isSuppression("Write “knowler2002” instead of “knowler2020”"));
});

test("an action that asks for the reason does not ask to write it", () => {
  assert.equal(
    titleThatAsks("Ignore this finding (medication/contraindicated); write your reason after the rule"),
    "Ignore this finding (medication/contraindicated)…",
  );
  assert.equal(titleThatAsks("Ignorar este hallazgo (citation/differs)"), "Ignorar este hallazgo (citation/differs)…");
});
