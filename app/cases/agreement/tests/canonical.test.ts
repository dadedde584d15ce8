import { expect, test } from "vitest";
import { sha256Of } from "~/core/sha256.server";
import { canonicalAgreement, canonicalCountersignature, canonicalForms, canonicalText } from "../reading/canonical";
import { number, signedAgreement } from "./signed";

const formOf = (change: Parameters<typeof signedAgreement>[0] = {}) =>
  canonicalForms(number, signedAgreement(change))[0] ?? "";

test("[M-AGR-8] the canonical form stays what it is: its SHA-256 is on certificates that were handed out", () => {
  expect(sha256Of(formOf())).toBe("2329ae0ee3011a47b7e236709a7406ac996bde3bc7eacfd8140c82cb6918412a");
  expect(
    sha256Of(
      canonicalCountersignature(number, {
        agreement: "ab".repeat(32),
        signature: "Anika",
        at: "2026-12-01T13:00:00.000Z",
      }),
    ),
  ).toBe("8da60afea2f0b48bfcdb43af567277090030ae6580c062355ef7b1449d65c6a8");
  expect(sha256Of(canonicalText({ title: "A", blocks: [{ heading: "B" }, { paragraphs: ["C"] }], version: 1 }))).toBe(
    "ae79cd2392dd02025d04fbfa123f809c0c531d49bcd302e2edeeaa25f367e7a1",
  );
});

test("[M-AGR-8] every signed word counts, and the order of facts does not", () => {
  const first = formOf();
  const others = [
    formOf({ title: "Another" }),
    formOf({ version: 3 }),
    formOf({ publishedAt: "2026-11-21T15:00:00.000Z" }),
    formOf({ blocks: [{ heading: "What we do" }] }),
    formOf({ facts: { total: "$385.00" } }),
    formOf({ agreedTo: "Yes." }),
    formOf({ signature: "Ana Vega" }),
    formOf({ signedAt: new Date("2026-11-30T14:05:06.790Z") }),
    canonicalForms("BV26-AAAA-AAAA", signedAgreement())[0],
  ];
  expect(new Set([first, ...others]).size).toBe(others.length + 1);
  expect(formOf({ facts: { applicant: "Ana Ruiz", total: "$385.00" } })).toBe(first);
  expect(first).toMatch(/^\{"form":"Lucaya agreement 1","number":"BV26-K7QM-4TXP",/);
  expect(canonicalAgreement(number, { ...signedAgreement(), signedAt: "2026-11-30T14:05:06.789Z" })).toBe(first);
});
