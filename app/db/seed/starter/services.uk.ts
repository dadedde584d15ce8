import { paragraphs, questions, type ServiceContent, steps, subtype, times } from "./shape";

export const ukServices = [
  {
    slug: "uk-visitor-visa",
    serviceName: "UK Visitor Visa",
    serviceType: "Standard Visitor Visa",
    visaType: "Standard Visitor",
    countryCode: "GB",
    category: "Visitor",
    description:
      "The Standard Visitor visa for holidays, family, business meetings and short courses in the United Kingdom. Length of stay: {stay}.",
    overview: paragraphs(
      "Visa nationals need a Standard Visitor visa before they travel to the United Kingdom. It covers tourism, seeing family and friends, business meetings, short study and some medical treatment. The usual visa is the shortest one. Longer ones suit people who visit often, and the limit for each stay remains the same: {stay}.",
      "Bahamian citizens do not need this visa for a short visit. They need an Electronic Travel Authorisation (ETA), which is applied for online or in the official app. The visa is for residents of the Bahamas who hold the passport of a visa-national country, such as Jamaica or Haiti, and for anyone whose record makes an ETA unsafe.",
      "The application is made online, and then fingerprints are taken at a visa application center. A caseworker in another country decides on paper. They have your form, your documents and a few minutes. We arrange the file so that those minutes are enough: who you are, why you go, who pays, and what you come home to.",
    ),
    entryType: "Multiple Entry",
    processingTime: "3 weeks after biometrics",
    maxStay: "Up to 6 months per visit",
    validityPeriod: "6 months, 2 years or 5 years; 10 years on request, ask us for the fee",
    governmentFee: "170.00",
    serviceFee: "230.00",
    feeRecipient: "the UK government",
    furtherFee: "",
    eligibilityCriteria: [
      "You will leave the United Kingdom at the end of your visit",
      "You can support yourself for the trip without working or using public funds",
      "You can pay for the return or onward travel",
      "You will not live in the United Kingdom through frequent or long visits",
    ],
    importantNotes: [
      "Fees are set in pounds and shown here in US dollars, rounded. They usually change each spring. Check the current fee.",
      "The visitor rules do not let you work for a UK business, marry without the right visa, or study for longer than six months.",
      "A long-term visa that is refused is not turned into a short one, and the fee is not returned.",
      "Priority decisions are sold by the visa center where available and are not included in our price.",
    ],
    applicationSteps: steps(
      ["Visa or ETA", "We check your passport and record, and tell you which one you need."],
      ["Online form", "We complete it with you. Travel history for ten years is the part that takes time."],
      ["Documents", "Statements, letters and proof of status, explained where they do not explain themselves."],
      ["Fee and appointment", "We pass on the visa fee, and you choose an appointment at a visa application center."],
      [
        "Biometrics",
        "Fingerprints and a photograph. You hand over your passport, or keep it where that service is offered.",
      ],
      [
        "Decision",
        "Usually within {time}. The visa may be a sticker or an eVisa in an online account, and we show you how to use it.",
      ],
    ),
    faqs: questions(
      [
        "I have a Bahamian passport. Do I need a visa?",
        "Not for a visit of up to six months. You need an ETA instead, and it is quick and inexpensive. Apply a week before you fly.",
      ],
      [
        "Is the two-year visa worth it?",
        "If you visit at least once a year and your circumstances are steady, yes. For a first visit we normally advise the six-month visa: it asks for less proof.",
      ],
      [
        "My cousin in London pays for everything. Is that enough?",
        "It helps, with a letter, bank statements and proof that your cousin lives there lawfully. You still have to show your own life at home.",
      ],
      [
        "Can I attend a wedding, or get married?",
        "Attending is fine. To marry in the United Kingdom, even if you leave right after, you need the Marriage Visitor visa.",
      ],
      [
        "I was refused before. Should I mention it?",
        "Always. The form asks for refusals by any country, and an omission can lead to a ban. A refusal that is explained is rarely fatal.",
      ],
    ),
    processingTimes: times(
      ["Preparation of the file", "4–6 business days"],
      ["Standard decision", "{time}"],
      ["Priority decision, where offered", "About 5 business days, for an extra government fee"],
    ),
    visaSubtypes: [
      subtype("6 months", 170, 230, "The usual choice for a first visit. Several entries within six months."),
      subtype("2 years", 640, 230, "For people who visit regularly. Each stay: {stay}."),
      subtype("5 years", 1140, 230, "For frequent visitors with a steady history of travel."),
    ],
    displayOrder: 8,
    isFeatured: false,
    metaTitle: "UK Visitor Visa from the Bahamas",
    metaDescription:
      "UK Standard Visitor visas for residents of the Bahamas: form, documents, biometrics. Usually decided within {time}. Stay: {stay}.",
    metaKeywords: "UK visitor visa Bahamas, Standard Visitor visa Nassau, UK ETA Bahamas",
  },
  {
    slug: "uk-transit-visa",
    serviceName: "UK Transit Visa",
    serviceType: "Transit Visa",
    visaType: "Transit",
    countryCode: "GB",
    category: "Transit",
    description:
      "For changing planes in the United Kingdom on the way to another country: the Direct Airside Transit visa or the Visitor in Transit visa.",
    overview: paragraphs(
      "Many flights from Nassau to Africa, Asia and Europe connect in London. Whether you need a visa for those few hours depends on your passport, on whether you pass through UK border control, and on the visas you already hold.",
      "There are two. The Direct Airside Transit visa (DATV) is for staying inside the airport’s international zone until your next flight. The Visitor in Transit visa is for passing border control, for instance to change airports, to collect baggage or to sleep at a hotel. You may take {stay}. Some travelers are exempt, for example with a valid visa or residence permit of the United States, Canada, Australia or New Zealand on certain routes.",
      "Please check before you buy the ticket. Airlines deny boarding when the visa is missing, and a ticket on two separate bookings often turns an airside connection into a landside one, because your bags have to be collected. We read your itinerary, tell you which visa applies, and sometimes find that another routing needs none.",
    ),
    entryType: "Single Entry",
    processingTime: "3 weeks after biometrics",
    maxStay: "24 hours airside, 48 hours landside",
    validityPeriod: "For the planned transit, within 6 months",
    governmentFee: "55.00",
    serviceFee: "125.00",
    feeRecipient: "the UK government",
    furtherFee: "",
    eligibilityCriteria: [
      "You are on the way to another country and have a genuine reason for this route",
      "You may enter the country of destination",
      "You leave in time: {stay}",
      "Your nationality needs a transit visa and no exemption applies",
    ],
    importantNotes: [
      "Fees are set in pounds and shown here in US dollars, rounded. Check the current fee.",
      "Two separate tickets often mean collecting your bags, and that means passing border control.",
      "Not every terminal stays open overnight. A long night connection may need the landside visa.",
      "If you change planes in the United Kingdom often, a visitor visa can be the cheaper choice.",
    ],
    applicationSteps: steps(
      [
        "Read the itinerary",
        "Send us your booking, or better the plan before you book. We tell you whether you need a visa, and which.",
      ],
      ["Online form", "We complete the application with you."],
      ["Documents", "Onward ticket, destination visa, status in the Bahamas and funds."],
      ["Biometrics", "You give fingerprints at a visa application center."],
      ["Decision", "Usually within {time}. We check the dates on the visa against your ticket."],
    ),
    faqs: questions(
      [
        "I only stay in the airport for three hours. Do I still need a visa?",
        "Perhaps. Some nationalities need the Direct Airside Transit visa even when they never leave the terminal. Send us your nationality and itinerary.",
      ],
      [
        "Do Bahamians need a transit visa for London?",
        "No, but to pass border control in London a Bahamian passport holder needs an ETA. Staying airside has been exempt at some airports. Check the rule for your date of travel.",
      ],
      [
        "I hold a valid US visa. Am I exempt?",
        "Often yes, if you travel to or from the United States, or meet one of the other conditions of the exemption. The details matter, so let us see the route.",
      ],
      [
        "Can I leave the airport to sleep at a hotel?",
        "Only with the Visitor in Transit visa or another visa that lets you pass border control. The airside visa does not.",
      ],
    ),
    processingTimes: times(["Preparation of the file", "2–3 business days"], ["Standard decision", "{time}"]),
    visaSubtypes: [
      subtype(
        "Direct Airside Transit",
        55,
        125,
        "You stay in the airport’s international zone until your next flight.",
      ),
      subtype(
        "Visitor in Transit",
        95,
        125,
        "You pass border control, for a hotel, for your bags or for another airport.",
      ),
    ],
    displayOrder: 9,
    isFeatured: false,
    metaTitle: "UK Transit Visa: Airside and Landside",
    metaDescription:
      "Changing planes in London? Find out whether you need a UK transit visa, which one, and have it prepared. Time allowed: {stay}.",
    metaKeywords: "UK transit visa, Direct Airside Transit visa, DATV, London Heathrow connection visa",
  },
] satisfies ServiceContent[];
