/** The head of a page for which nothing is stored, with the figures of `content/texts/figures.ts`. */
export const defaultMetadata = {
  title: "Visa & Immigration Consultants in Nassau | {figure:experience} Years",
  description:
    "Visa and immigration consultants in Nassau: {figure:approval} approval rate of the applications we filed, {figure:experience} years of experience, {figure:countries} countries. Free consultation, an answer within {response}.",
};
