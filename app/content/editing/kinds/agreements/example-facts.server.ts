import { type AgreementFact, type AgreementFacts, agreementFacts } from "~/content/agreements/agreement-facts";
import { paymentTexts, settingFacts } from "~/content/settings/settings.server";
import { calendarLongDate, nassauDay } from "~/core/time";
import type { Queryable } from "~/db/client.server";

/** The facts of an invented case, with our own details, so that a text can be read before anybody is offered it. */
export async function exampleFacts(from: Queryable): Promise<AgreementFacts> {
  const { contact } = await settingFacts(from);
  const { refundTerms } = await paymentTexts(from);
  return {
    applicant: "Ana Cruz",
    "case number": "VISA-EXAMPLE-2026",
    service: "UK Standard Visitor Visa",
    "price option": "2 years",
    "our fee": "$250.00",
    "government fee": "$148.00",
    "fee recipient": "UK Visas and Immigration",
    total: "$398.00",
    "refund terms": refundTerms,
    "our name": contact.site,
    "legal name": `${contact.site} Ltd.`,
    "our address": contact.address,
    "our email": contact.email,
    "our phone": contact.phone,
    day: calendarLongDate(nassauDay()),
  };
}

const ourFacts: readonly AgreementFact[] = ["our name", "legal name", "our address", "our email", "our phone"];
const isOurs = (fact: AgreementFact) => ourFacts.includes(fact);

/** The facts to choose from, with an example of each. */
export async function factsToUse(from: Queryable) {
  const examples = await exampleFacts(from);
  const chips = (facts: readonly AgreementFact[]) =>
    facts.map((fact) => ({ chip: `{${fact}}`, now: `Such as: ${examples[fact]}` }));
  return [
    { group: "The case", chips: chips(agreementFacts.filter((fact) => !isOurs(fact))) },
    { group: "Our details", chips: chips(ourFacts) },
  ];
}
