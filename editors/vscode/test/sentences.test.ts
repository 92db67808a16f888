import assert from "node:assert/strict";
import { test } from "node:test";
import { byUrgency, citationOf, oneLine, placeOf, type Sentence, stateOfSentence } from "../src/sentences";

const range = (line: number) => ({ start: { line, character: 0 }, end: { line, character: 9 } });
const sentence = (rank: number, text = String(rank)): Sentence => ({
  sentence: text,
  rank,
  passages: [],
  sources: [],
  objections: [],
  range: range(rank),
  citations: [],
});

test("what needs a human comes first, and equal sentences keep their order", () => {
  const sorted = byUrgency([sentence(5), sentence(3, "a"), sentence(3, "b"), sentence(0)]);
  assert.deepEqual(sorted.map(({ sentence }) => sentence), ["0", "a", "b", "5"]);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((rank) => stateOfSentence(sentence(rank))), [
    "otherwise",
    "otherwise",
    "otherwise",
    "none",
    "unchecked",
    "so",
  ]);
});

test("a passage is opened at the citation of its work", () => {
  const cited = { ...sentence(3), citations: [{ key: "a", range: range(7) }, { key: "b", range: range(8) }] };
  assert.deepEqual(citationOf(cited, "b"), range(8));
  assert.deepEqual(citationOf(cited, "c"), range(7));
  assert.deepEqual(citationOf(sentence(3), "c"), range(3));
});

test("a passage names its work, its page and its section", () => {
  const words = { page: (page: number) => `page ${page}`, abstract: "abstract" };
  const place = { page: 4, printed_page: 104, section: "Results" };
  assert.equal(placeOf({ key: "roe", text: "x", place }, words), "roe · page 104 · Results");
  assert.equal(placeOf({ key: "roe", text: "x", place: { ...place, printed_page: null, section: null } }, words), "roe · page 4");
  assert.equal(placeOf({ key: "roe", text: "x", place: null }, words), "roe · abstract");
  assert.equal(oneLine("a\n  b "), "a b");
});
