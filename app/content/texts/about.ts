/** Prices, figures and times are facts in braces (`content/facts/texts.ts`). */
export const aboutText = {
  hero: {
    eyebrow: "Nassau, since 2010",
    title: "We read your file before the officer does",
    lead: "We are seven people with one habit: every page is checked by a person who knows how it will be read on the other side of the desk. In {figure:experience} years we have prepared visas and permits for {figure:clients} clients from {figure:countries} countries. Of the applications we filed{approval-period}, {figure:approval} were approved.",
  },
  values: [
    {
      title: "We say what we know, and what we do not",
      text: "You hear at the start what the visa costs, how long it may take and what counts against you. If you do not need a visa, we say so. If a case has little chance, we say that too, and explain what would change it. Nobody can promise you a decision, and we do not.",
    },
    {
      title: "We treat your papers like our own passports",
      text: "Only our own staff can open your documents. They are never stored at a public address, and they are deleted {period:application} after your case is closed.",
    },
  ],
  founder: {
    heading: "The founder",
  },
  team: {
    heading: "The people who will answer you",
    lead: "One consultant stays with your case from the first message to the decision. You will know their name, and they will know yours.",
  },
  reviews: {
    heading: "What clients say",
    lead: "Read what they say before you decide.",
  },
  callToAction: {
    title: "Tell us where you are going",
    text: "The first {consultation} are free, and you’ll hear from us within {response}.",
    label: "Book a consultation",
    href: "/contact",
  },
};
