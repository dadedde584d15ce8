export type TextPart = { heading: string; paragraphs: readonly string[]; list?: readonly string[] };

const empty: TextPart = { heading: "", paragraphs: [], list: [] };
/** Parts that the owner may add; without a heading they aren't shown. */
export const spareParts = (name: string): Record<string, TextPart> => ({
  ...{ [`${name}-1`]: empty, [`${name}-2`]: empty, [`${name}-3`]: empty },
});

export type TermsText = {
  title: string;
  lead: string;
  intro: readonly string[];
  parts: Readonly<Record<string, TextPart>>;
};

/** What both sides can expect. Facts are in braces (`content/facts/texts.ts`). */
export const termsText: TermsText = {
  title: "Terms of service",
  lead: "What you can expect of us, and what we expect of you.",
  intro: [
    "These terms apply when you start an application on this site, or have us prepare one. You agree to them when you start an application.",
  ],
  parts: {
    service: {
      heading: "The service",
      paragraphs: [
        "{site} is a private consultancy in Nassau, and not a government agency. We advise on visas and permits, check your answers and documents, and prepare applications with you. The page of each service says what it includes. Where a country lets only applicants or licensed representatives file, we prepare and you file.",
        "The decision is always the government’s. We cannot promise that an application is approved, how long it takes, or that a visa lets you in at the border. The times on this site are what such applications usually take.",
        "The first {consultation} of advice are free. Sending an inquiry, and filling in an application on this site, costs nothing and does not oblige you to go on.",
      ],
    },
    prices: {
      heading: "Prices and when you pay",
      paragraphs: [
        "Prices are in US dollars. Each one says what goes to us and what goes to the government, as far as we know it, and says what isn’t included.",
        "Our service fee is due after the consultation and before we begin work on your file. Government fees are due when the application is filed, or on approval for permits and certificates. You get a receipt for each payment.",
        "Your application keeps the price that was shown when you started it. If your case turns out to need a different one, we’ll tell you before you pay. Governments change their fees: what counts is the official amount of the day on which it is paid, and we tell you if it differs.",
      ],
    },
    refunds: {
      heading: "Refunds",
      paragraphs: [
        "Our service fee pays for the work on your file, whatever the decision. If you end your case before that work has begun, we return what you paid us. Once it has begun, we return the part that pays for work that we have not done.",
        "Government fees belong to the government once they are paid. Whether they are returned is its decision and not ours; normally they are not.",
        "If you think that a refusal was due to a mistake of ours, tell us. We’ll go through the file again with you and tell you openly what we find.",
      ],
    },
    withdrawal: {
      heading: "Withdrawal",
      paragraphs: [
        "You can stop at any time. You delete an application that you have not submitted on its own page. For a submitted one you ask to withdraw there, as long as it is not decided; you can also write or call. We then stop our work and tell you how to withdraw anything already filed with a government.",
        "We may end our work, and tell you why, if answers or documents turn out to be false, or if we do not get what the case needs.",
      ],
    },
    duties: {
      heading: "Your responsibilities",
      paragraphs: ["So that we can work for you, and because governments punish false statements, you agree"],
      list: [
        "to give true and complete answers, and documents that are genuine",
        "to tell us when something changes before the decision",
        "to send what we ask for in time, and to keep the appointments that a government sets",
        "to be at least 18 years old, or to let a parent or legal guardian apply for you",
        "to keep the private links to your application to yourself: they open it",
      ],
    },
    liability: {
      heading: "Liability",
      paragraphs: [
        "We work with the care of a professional consultancy. We are not liable for decisions, delays and new rules of governments, nor for what follows from answers or documents that were not true or not complete, or that reached us too late.",
        "If a mistake of ours causes you a loss, we are liable up to the service fee that you paid for the case. Nothing in these terms limits liability that the law does not allow to be limited, such as for fraud, or for death or injury caused by negligence.",
      ],
    },
    complaints: {
      heading: "Complaints",
      paragraphs: [
        "Tell us what went wrong, by email, by phone or in the office, with the number of your application or the reference of your inquiry. You’ll hear from us within {response}. If we do not find a solution together, you can take the matter to the courts.",
      ],
    },
    law: {
      heading: "The law that applies",
      paragraphs: [
        "The law of the Commonwealth of The Bahamas applies to these terms, and its courts decide disputes about them. If you are a consumer and live elsewhere, you keep the rights that the law of your country gives you and that cannot be given up by contract. If any part of these terms is invalid, the rest still applies. The English version prevails.",
      ],
    },
    ...spareParts("more"),
  },
};
