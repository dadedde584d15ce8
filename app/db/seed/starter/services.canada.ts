import { paragraphs, questions, type ServiceContent, steps, times } from "./shape";

export const canadaServices = [
  {
    slug: "canadian-visitor-visa-trv",
    serviceName: "Canadian Visitor Visa (TRV)",
    serviceType: "Temporary Resident Visa",
    visaType: "TRV",
    countryCode: "CA",
    category: "Visitor",
    description:
      "For family visits, holidays and meetings in Canada when your passport needs a visa. Multiple entries where you qualify.",
    overview: paragraphs(
      "A temporary resident visa, or TRV, is the sticker that citizens of visa-required countries need in their passport before they fly to Canada. Bahamian citizens do not need it: for them an eTA is enough. Most of our clients for this visa live and work in the Bahamas on a Jamaican, Haitian, Filipino, Indian, Chinese or other passport.",
      "The application is made online to Immigration, Refugees and Citizenship Canada (IRCC), followed by fingerprints and a photograph. There is usually no interview, so the file has to speak for you. Officers look at three things above all: the purpose of the visit, your means, and whether your status in the Bahamas is good enough to come back to. A work permit with two months left raises a question, and we answer it before it is asked.",
      "We write a short explanation for every application, two pages at most, that leads the officer from claim to evidence. It is the most useful page in the file, and the one that most people leave out.",
    ),
    entryType: "Multiple Entry",
    processingTime: "10–14 days after biometrics",
    maxStay: "Up to 6 months per visit",
    validityPeriod: "Up to 10 years or passport expiry",
    governmentFee: "135.00",
    serviceFee: "175.00",
    feeRecipient: "IRCC",
    furtherFee: "",
    eligibilityCriteria: [
      "Your passport is from a country whose citizens need a visa for Canada",
      "You have valid status in the country you apply from",
      "You will leave Canada at the end of your stay",
      "You can show the money for the trip, or your host can",
      "You have no serious criminal record and no earlier removal from Canada",
    ],
    importantNotes: [
      "The government fee shown is for the visa and the biometrics together. IRCC charges it in Canadian dollars; here it stands in US dollars, rounded. Check the current fee.",
      "Posted processing times are an average and change every week. During summer, plan for more.",
      "Whether a visa is for one or many entries, and for how long, is the officer’s decision.",
      "Some travelers with a visa-required passport may fly with an eTA instead, for example if they hold a valid US visa. We check this first.",
    ],
    applicationSteps: steps(
      ["Visa or eTA", "We check your passport and travel history. If an eTA will do, we do not sell you a visa."],
      ["Documents", "Status, employment, funds, ties and travel history, scanned clearly and named for the officer."],
      ["Explanation letter", "We draft it from your own words. You correct it and sign."],
      ["Online filing", "You submit in your own IRCC account, with us beside you, and we pass the fees on."],
      [
        "Biometrics",
        "You give fingerprints at the collection point that IRCC offers you. We tell you which is nearest.",
      ],
      [
        "Passport request and visa",
        "After approval the passport goes to the visa office and comes back with the visa.",
      ],
    ),
    faqs: questions(
      [
        "I am Bahamian. Do I need a TRV?",
        "Normally not. Bahamian citizens who fly to Canada for a short visit need an eTA, which is quicker and far cheaper. People with an earlier refusal or a criminal record should talk to us first.",
      ],
      [
        "How much money must I show?",
        "There is no fixed sum. The officer compares your funds with the length and cost of the trip and with your income. Steady savings over several months say more than one large balance.",
      ],
      [
        "Do I need biometrics again?",
        "They are usually valid for 10 years. If you gave them for an earlier Canadian application, you can check online whether they still count.",
      ],
      [
        "My work permit in the Bahamas expires soon. Is that a problem?",
        "It can be. Renew first where possible, or include proof that the renewal has been filed and a letter from your employer.",
      ],
      [
        "Can I extend my stay from inside Canada?",
        "Yes, you can apply online before your stay ends, ideally 30 days before. You may remain while a decision is pending.",
      ],
    ),
    processingTimes: times(
      ["Preparation of the file", "3–5 business days"],
      ["Decision", "{time}, often longer in summer"],
      ["Visa placed in the passport", "1–2 weeks after the passport request"],
    ),
    visaSubtypes: [],
    displayOrder: 6,
    isFeatured: true,
    metaTitle: "Canadian Visitor Visa (TRV) from the Bahamas",
    metaDescription:
      "Canadian visitor visas for residents of the Bahamas: file, explanation letter, online application and biometrics. We check first whether an eTA is enough.",
    metaKeywords: "Canada visitor visa Bahamas, TRV Nassau, IRCC application help, Canada biometrics",
  },
  {
    slug: "canadian-eta",
    serviceName: "Canadian eTA",
    serviceType: "Electronic Travel Authorization",
    visaType: "eTA",
    countryCode: "CA",
    category: "Visitor",
    description:
      "The electronic authorization that Bahamian citizens and other visa-exempt travelers need to fly to Canada. Ready to file the same business day.",
    overview: paragraphs(
      "An eTA is a small electronic record linked to your passport. Citizens of visa-exempt countries, the Bahamas among them, need it to board a flight to Canada, including flights that only connect there. You do not need it to arrive by land or sea.",
      "It is a simple application, and you can file it yourself on the official website of the Government of Canada for CAD 7. We say so openly. People come to us when it is not simple for them: an arrest many years ago, an earlier refusal, two passports, a child with a different surname, or a flight tomorrow. A wrong answer does not get corrected quietly. It leads to a refusal that must be declared for years.",
      "We check your answers, sit beside you while you file the same business day, and keep the confirmation for you. If IRCC asks for documents, we help you prepare the reply.",
    ),
    entryType: "Multiple Entry",
    processingTime: "Minutes to 3 days",
    maxStay: "Up to 6 months per visit",
    validityPeriod: "Up to 5 years or passport expiry",
    governmentFee: "5.00",
    serviceFee: "60.00",
    feeRecipient: "IRCC",
    furtherFee: "",
    eligibilityCriteria: [
      "You hold the passport of a country whose citizens need an eTA and not a visa",
      "You travel to Canada, or through it, by air",
      "You are in good health and have no serious criminal record",
      "You will leave at the end of your stay",
    ],
    importantNotes: [
      "IRCC charges CAD 7, shown here in US dollars and rounded. Check the current fee.",
      "The eTA belongs to one passport. A new passport needs a new eTA.",
      "Most answers arrive within minutes, some take several days. Apply before you book if you have any record.",
      "An eTA does not allow you to work, or to study for longer than six months.",
    ],
    applicationSteps: steps(
      ["Check", "We confirm that an eTA is what you need and that your passport qualifies."],
      ["Answers", "You answer the questions in our form. We call you if one needs care."],
      ["Filing", "You file it with us the same business day, and we pass on the CAD 7."],
      ["Confirmation", "You receive the approval by email and we keep a copy for you."],
    ),
    faqs: questions(
      [
        "Can I apply without a consultant?",
        "Yes, on the official website, for CAD 7. Beware of copies of that site that charge more and add nothing. Our {service-fee} pays for a consultant who reads your answers before they count; if your case is simple, you do not need us.",
      ],
      [
        "Do I need an eTA to connect in Toronto?",
        "Yes. Connecting by air counts as arriving in Canada, also when you do not leave the airport.",
      ],
      [
        "I was arrested once but not convicted. What do I answer?",
        "Answer exactly what is asked. An arrest without a conviction is often not a problem, while a hidden one is. Talk to us before you file.",
      ],
      [
        "Does a child need an eTA?",
        "Yes, every traveler by air does, infants included. A child who travels with one parent should also carry a consent letter.",
      ],
    ),
    processingTimes: times(["Most applications", "Minutes"], ["When documents are requested", "3 days or more"]),
    visaSubtypes: [],
    displayOrder: 7,
    isFeatured: false,
    metaTitle: "Canadian eTA for Bahamian Citizens",
    metaDescription:
      "The Canadian eTA for Bahamian and other visa-exempt travelers: checked by a consultant, ready to file the same business day, valid {validity}.",
    metaKeywords: "Canada eTA Bahamas, eTA for Bahamians, Canadian travel authorization",
  },
] satisfies ServiceContent[];
