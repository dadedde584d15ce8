import { describe, expect, it } from "vitest";
import { type AgreementFacts, agreementFacts, fillAgreement, unknownFactIn } from "./agreement-facts";

const facts: AgreementFacts = {
  applicant: "Ana {total} Cruz",
  "case number": "VA-2026-000042",
  service: "UK visitor visa",
  "price option": null,
  "our fee": "$250.00",
  "government fee": "$148.00",
  "fee recipient": "UK Visas and Immigration",
  total: "$398.00",
  "refund terms": " ",
  "our name": "Lucaya",
  "legal name": "Lucaya Ltd.",
  "our address": "12 Bay Street, Nassau",
  "our email": "hello@lucaya.example",
  "our phone": "(242) 555-0100",
  day: "November 30, 2026",
};

describe("the facts of an agreement", () => {
  it("[M-AGR-2] a text gets the facts that it names, however they are written, and only these are returned", () => {
    const text = {
      title: "Agreement with {applicant}",
      blocks: [
        { heading: "{ Our  Fee }" },
        { paragraphs: ["You pay {total} ({our fee} and {government fee}).", "{fee recipient} gets {government fee}."] },
      ],
    };
    expect(fillAgreement(text, facts)).toEqual({
      ok: true,
      title: "Agreement with Ana {total} Cruz",
      blocks: [
        { heading: "$250.00" },
        {
          paragraphs: ["You pay $398.00 ($250.00 and $148.00).", "UK Visas and Immigration gets $148.00."],
        },
      ],
      facts: {
        applicant: "Ana {total} Cruz",
        "our fee": "$250.00",
        total: "$398.00",
        "government fee": "$148.00",
        "fee recipient": "UK Visas and Immigration",
      },
    });
  });

  it.each(["refund terms", "price option"])(
    "[M-AGR-2] a text that names “%s”, which the case lacks, is not filled",
    (empty) => {
      const blocks = [{ heading: "Fees" }, { paragraphs: ["{total}", `See {${empty}} and {legal name}.`] }];
      expect(fillAgreement({ title: "Agreement", blocks }, facts)).toEqual({ ok: false, empty });
    },
  );

  it("[M-AGR-2] each fact of the list can be named, and another one is found as it was written", () => {
    expect(unknownFactIn(agreementFacts.map((fact) => `about {${fact}}`))).toBeUndefined();
    expect(unknownFactIn(["{Total} and { applicant }", "{price:uk-visitor-visa}"])).toBe("price:uk-visitor-visa");
    expect(unknownFactIn(["{total}", "with {interest} of {rate}"])).toBe("interest");
  });
});
