import assert from "node:assert/strict";
import { test } from "node:test";
import { chainDescription, chainLabel, isOffer } from "../src/chains";

const words = {
  stated: (papersFor: number, papersAgainst: number) => `${papersFor} for, ${papersAgainst} against`,
  together: (papers: number) => `${papers} together`,
};

test("a chain shows what comes of it, its papers and its tier", () => {
  const chain = { id: "a", chain: "lisinopril → ACE → hypertension", outcome: "less hypertension", for: 2, against: 1, tier: "stated" };
  assert.equal(chainLabel(chain), "lisinopril → ACE → hypertension: less hypertension");
  assert.equal(chainDescription(chain, words), "2 for, 1 against");
  assert.equal(chainDescription({ ...chain, tier: "named-together" }, words), "2 together");
  assert.equal(chainLabel({ id: "b", chain: "a → b" }), "a → b");
});

test("only an answer with a list of chains is an offer", () => {
  assert.ok(isOffer({ hypotheses: [] }));
  assert.ok(!isOffer({ message: "Written." }) && !isOffer(null) && !isOffer("Written.") && !isOffer({ hypotheses: 3 }));
});
