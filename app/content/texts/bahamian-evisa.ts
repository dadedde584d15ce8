/** Prices, times and stays are facts in braces (`content/facts/texts.ts`). */
export const evisaText = {
  hero: {
    eyebrow: "Visit the Bahamas",
    title: "The Bahamian e-visa",
    lead: "A visa for a holiday, a family visit or a meeting, applied for online and linked to your passport. We check whether you need one, prepare it, and file it for you.",
  },
  facts: [
    { label: "Processing", value: "{time:bahamian-evisa}", note: "once the file is complete" },
    { label: "Price", value: "{price:bahamian-evisa}", note: "{split:bahamian-evisa}" },
    { label: "Entry", value: "Single entry", note: "one visit" },
    { label: "Maximum stay", value: "{stay:bahamian-evisa}", note: "the border officer sets the exact date" },
  ],
  whatItIs: {
    heading: "What the e-visa is",
    paragraphs: [
      "The e-visa is permission to travel to the Bahamas as a visitor. It is issued electronically, so you do not have to send your passport anywhere. You receive a document by email, print it and carry it with your passport.",
      "It is a single-entry visa for a stay of up to {stay:bahamian-evisa}. It is meant for tourism, family visits, events, short courses and business meetings. It does not allow work, paid or unpaid, and it is not a first step to residence.",
    ],
  },
  whoNeedsIt: {
    heading: "Who needs it",
    paragraphs: [
      "It depends on your passport. Citizens of the United States, Canada, the United Kingdom and many Commonwealth and European countries can visit for a short time without a visa. Citizens of many other countries need one before they board.",
      "There are exceptions, for example for some people who already hold a visa or a residence permit of another country. The list changes, so please do not rely on what a friend was told last year.",
    ],
    list: [
      "You hold the passport of a country whose citizens need a visa for the Bahamas",
      "It makes no difference whether you arrive by air or by sea, your own boat included",
      "You also need one if you leave a cruise ship to stay ashore and travel on by another route",
      "You are a child or a baby with such a passport: every traveler needs an e-visa of their own",
    ],
    note: "Not sure? Send us your nationality and country of residence. We check the current rule and answer within {response}, at no charge.",
  },
  documents: {
    heading: "Required documents",
    lead: "A clear phone picture is usually enough to begin with.",
  },
  included: {
    heading: "What the service includes",
    lead: "For a {service-fee:bahamian-evisa} service fee per person. You pay the government fee directly to the government, with your own card, and keep the official receipt.",
    items: [
      "A check whether you need an e-visa at all, before you pay anything",
      "A consultant who reads every document and tells you what to correct",
      "The application completed and filed for you",
      "Guidance while you pay the government fee",
      "Replies to questions from the Department of Immigration",
      "The e-visa by email, with a one-page note for the airport",
    ],
  },
  process: {
    heading: "How it works",
    steps: [
      {
        title: "Apply online",
        text: "Fill in the form at your own pace. It saves every 30 seconds, and a link in your email brings you back.",
      },
      { title: "We check your file", text: "A consultant reads everything and writes to you if something is missing." },
      {
        title: "Filing and government fee",
        text: "We file the application, and you pay the government fee directly.",
      },
      { title: "Receive your e-visa", text: "Usually within {time:bahamian-evisa}, by email, ready to print." },
    ],
  },
  callToAction: {
    title: "Ready when you are",
    text: "The form takes about an hour with your documents at hand, and you can stop at any time.",
    label: "Apply for the e-visa",
    /** The service that the button applies for; the page looks up its id. */
    serviceSlug: "bahamian-evisa",
  },
};
