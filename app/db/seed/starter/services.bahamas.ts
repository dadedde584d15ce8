import { paragraphs, questions, type ServiceContent, steps, subtype, times } from "./shape";

export const bahamasServices = [
  {
    slug: "bahamian-evisa",
    serviceName: "Bahamian e-Visa",
    serviceType: "e-Visa",
    visaType: "Visitor",
    countryCode: "BS",
    category: "Visitor",
    description:
      "A single-entry visa for visits of up to {stay}, applied for entirely online. We prepare it, check it and file it for you.",
    overview: paragraphs(
      "The e-visa is permission to travel to the Bahamas as a visitor, issued electronically and linked to your passport. It is meant for a holiday, a family visit, a wedding, a conference or a short business meeting. It covers one entry and a stay of up to {stay}. It does not allow you to work or to settle.",
      "Many nationalities do not need a visa at all for a short visit, so the first thing we do is check whether you need one. If you do not, we tell you and you pay nothing. If you do, we look at your documents before the form, because most delays come from a photograph of the wrong size, a bank statement without a name on it, or a hotel booking whose dates differ from the flight.",
      "What it costs: {split}. The government fee falls due when the application is filed. Processing usually takes {time} once the file is complete.",
    ),
    entryType: "Single Entry",
    processingTime: "5–7 business days",
    maxStay: "90 days",
    validityPeriod: "As printed on the e-visa",
    governmentFee: "0.00",
    serviceFee: "299.00",
    feeRecipient: "",
    furtherFee: "",
    eligibilityCriteria: [
      "You hold the passport of a country whose citizens need a visa for the Bahamas",
      "You are visiting for tourism, family, a short course, an event or business meetings",
      "Your stay will not be longer than {stay}",
      "You can pay for the visit yourself, or a named sponsor can",
      "You have a home, work, studies or family to return to",
    ],
    importantNotes: [
      "The government fee is paid directly to the government and is not included in our {service-fee}.",
      "The e-visa is for one entry. If you leave the Bahamas, even for a cruise stop elsewhere, you may need a new one.",
      "An e-visa lets you travel to the border. The immigration officer there decides on admission and on how long you may stay.",
      "Changing planes in the United States, Canada or the United Kingdom may need a transit visa of its own.",
      "Please do not buy a ticket that cannot be changed before the e-visa is issued.",
    ],
    applicationSteps: steps(
      [
        "Apply online",
        "Fill in the form and upload your documents. It saves as you go, and a link in your email brings you back.",
      ],
      [
        "We check your file",
        "A consultant reads every page and writes to you if something is missing, before anything is filed.",
      ],
      [
        "Filing and government fee",
        "We file the application and guide you while you pay the government fee directly, with your own card.",
      ],
      [
        "Receive your e-visa",
        "Usually within {time}. We send you the e-visa with a short note on what to carry to the airport.",
      ],
    ),
    faqs: questions(
      [
        "Is the government fee included in the {service-fee}?",
        "No. The {service-fee} is our service fee. The government fee is paid by you directly to the government when the application is filed, so you always see the official amount and keep the official receipt.",
      ],
      [
        "How do I know whether I need an e-visa?",
        "It depends on your passport, and sometimes on visas or residence permits you already hold. Send us your nationality and where you live through the contact form. We check the current list and answer within {response}, at no charge.",
      ],
      [
        "Can I extend my stay beyond {stay}?",
        "An e-visa is not meant for that. Extensions are decided by the Department of Immigration in Nassau, case by case, and must be asked for before your permitted stay ends. If you already know that you need longer, talk to us about a permit to reside.",
      ],
      [
        "Does a child need a separate e-visa?",
        "Yes, every traveler needs one, babies included. For a child who travels with one parent or with relatives, carry a signed consent letter from the absent parent and a copy of the birth certificate.",
      ],
      [
        "What happens if the application is refused?",
        "We read the reason with you and tell you honestly whether a new application has a chance. Neither our fee nor the government fee buys an outcome, and government fees are normally not refunded.",
      ],
    ),
    processingTimes: times(["Standard", "{time}"]),
    visaSubtypes: [],
    displayOrder: 0,
    isFeatured: true,
    metaTitle: "Bahamian e-Visa: {price}, {time}",
    metaDescription:
      "Apply online for a Bahamian e-visa: single entry, up to {stay}, usually {time}. {service-fee} service fee; the government fee is paid directly.",
    metaKeywords: "Bahamas e-visa, Bahamian evisa, Bahamas visa online, Bahamas tourist visa",
  },
  {
    slug: "bahamas-work-visa",
    serviceName: "Bahamas Work Visa",
    serviceType: "Work Permit",
    visaType: "Work",
    countryCode: "BS",
    category: "Work",
    description:
      "A permit to work in the Bahamas for one employer, for yourself, as the spouse of a Bahamian, or for a short assignment. We prepare the employer’s side and yours together.",
    overview: paragraphs(
      "Anyone who is not a Bahamian citizen, and whose status does not already include the right to work, needs a work permit before the first working day. The permit belongs to one person, one employer and one role. It is issued by the Department of Immigration. How long it lasts: {validity}.",
      "For a general permit the employer carries most of the burden. The post is advertised locally, the Department of Labour is notified, and the application shows why the role could not be filled by a qualified Bahamian. A permit is rarely refused because of the person. It is refused because the employer’s papers and the applicant’s papers tell slightly different stories: another job title, another salary, a qualification that the advertisement never asked for.",
      "We work with both sides. The employer gets a checklist and a draft cover letter, you get a list of the certificates to order first (the police certificate and the degree copies take longest), and one consultant reads the whole file as the officer will. Plan on {time} of processing after a complete filing.",
    ),
    entryType: "Multiple Entry",
    processingTime: "4–8 weeks",
    maxStay: "For the validity of the permit",
    validityPeriod: "Typically 1 year, renewable",
    governmentFee: "200.00",
    serviceFee: "899.00",
    feeRecipient: "",
    furtherFee: "plus the annual permit fee on approval",
    eligibilityCriteria: [
      "You have a written offer from an employer in the Bahamas, a business of your own that has been approved, or a Bahamian spouse",
      "You hold the training or experience that the post asks for",
      "For a general permit, no suitably qualified Bahamian was found for the role",
      "You can present clear police and medical certificates",
      "You are outside the Bahamas when the first application is made, unless Immigration has agreed otherwise",
    ],
    importantNotes: [
      "Our prices include the government’s processing fee. The annual permit fee, from a few hundred dollars to several thousand by occupation, is not part of them: the government sets it, and it is due on approval. Ask us for the current fee before you budget.",
      "Do not start work, paid or unpaid, on a visitor’s stay while the application is pending.",
      "A permit names one employer and one role. A new employer means a new application.",
      "Police certificates should be no older than 6 months when the application is filed.",
      "Documents that are not in English need a certified translation.",
    ],
    applicationSteps: steps(
      [
        "Consultation",
        "A free {figure:consultation} conversation with the employer or the applicant: which permit, what it costs, what to order first.",
      ],
      [
        "Employer’s file",
        "Advertising, the Department of Labour’s certificate, the business license and the cover letter.",
      ],
      ["Applicant’s file", "Passport, police and medical certificates, qualifications, references and photographs."],
      [
        "Review and filing",
        "We compare the two files line by line, then submit them with the processing fee to the Department of Immigration.",
      ],
      [
        "While it is pending",
        "We answer the Department’s questions and tell you each week where things stand, also when nothing has moved.",
      ],
      [
        "Approval and permit",
        "The annual permit fee is paid, the permit is issued, and we note the renewal date with you.",
      ],
    ),
    faqs: questions(
      [
        "How long does a Bahamas work permit take?",
        "Processing usually takes {time} after a complete application has been filed. Advertising the post and collecting police certificates come before that, so three to four months from the decision to the first working day is a sensible plan.",
      ],
      [
        "Can I come as a visitor and start while I wait?",
        "No. Working on a visitor’s stay can end the application, and can affect later ones. Visiting to see apartments or schools is fine, provided that you say so at the border and do not work.",
      ],
      [
        "Who applies, the employer or the employee?",
        "For a general permit the employer applies, on your behalf. For self-employment and spousal permits you apply yourself. We prepare the papers in all cases.",
      ],
      [
        "Can my family come with me?",
        "A spouse and dependent children can usually ask to be included or apply for permits to reside as your dependents. They may not work on that status. School-age children also need the school’s acceptance letter.",
      ],
      [
        "When should we renew?",
        "Begin three months before the permit expires. Renewals ask again for proof that the post needs you, and a permit that lapses turns a renewal into a new application.",
      ],
      [
        "What does the permit itself cost?",
        "The annual fee depends on the occupation and ranges widely, from a few hundred dollars to several thousand. The government publishes the scale and changes it from time to time. We quote the fee in force before you commit.",
      ],
    ),
    processingTimes: times(
      ["General permit", "{time}"],
      ["Self-Employment permit", "{time}, after the business approval"],
      ["Spousal permit", "{time}"],
      ["Temporary permit (up to 90 days)", "2–4 weeks"],
    ),
    visaSubtypes: [
      subtype(
        "General",
        200,
        899,
        "For one employer and one role. Includes the employer’s file, your file and all correspondence.",
      ),
      subtype(
        "Self-Employment",
        200,
        1199,
        "For people who run their own approved business. Includes help with the business proposal.",
      ),
      subtype("Spousal", 200, 599, "For the husband or wife of a Bahamian citizen who wishes to work."),
      subtype(
        "Temporary",
        200,
        399,
        "For a short assignment, usually up to 90 days: installation, training, performance, repair.",
      ),
    ],
    displayOrder: 1,
    isFeatured: true,
    metaTitle: "Bahamas Work Visa and Work Permit, {time}",
    metaDescription:
      "Bahamas work permits for employers and employees: General, Self-Employment, Spousal and Temporary. Processing {time}, validity {validity}.",
    metaKeywords: "Bahamas work permit, Bahamas work visa, hire foreign worker Bahamas, work permit renewal",
  },
  {
    slug: "permit-to-reside",
    serviceName: "Permit to Reside",
    serviceType: "Residence Permit",
    visaType: "Annual Residence",
    countryCode: "BS",
    category: "Residence",
    description:
      "A year-by-year permit to live in the Bahamas without working: for home owners, spouses, dependents and people of independent means.",
    overview: paragraphs(
      "A permit to reside lets you live in the Bahamas for a year at a time. It suits people who own a home here, the husband or wife of a Bahamian, the family of a work permit holder, retired people and others who live from income earned elsewhere. It is the usual first step before permanent residence, and for many people it is all they ever need.",
      "For home owners, annual residency is generally considered with property of {threshold:annual}. Except for the resident spouse permit, it does not include the right to work in the Bahamas. You may manage your own investments, and you may come and go as often as you wish while the permit is valid.",
      "The form is short. The proof is not: the Department wants to see where the money comes from, that your record is clear, and that people who know you speak well of you. We order the file so that each claim has its page, and we keep the renewal dates so that a good year is not lost to a missed month.",
    ),
    entryType: "Multiple Entry",
    processingTime: "8–12 weeks",
    maxStay: "1 year per permit",
    validityPeriod: "1 year, renewable",
    governmentFee: "200.00",
    serviceFee: "1300.00",
    feeRecipient: "",
    furtherFee: "plus the annual permit fee on approval",
    eligibilityCriteria: [
      "You own or rent a home in the Bahamas, or are joining someone who does",
      "For the property owner’s category, the property is worth {threshold:annual}",
      "You can support yourself and your family without working in the Bahamas",
      "You have a clear police record and are in good health",
    ],
    importantNotes: [
      "Our prices include the government’s processing fee. The annual fee for the permit itself is not part of them: it is set by the government and is due on approval. Check the current fee with us.",
      "A permit to reside does not allow you to work: that takes a work permit. The one exception is the resident spouse permit for the husband or wife of a Bahamian, which usually does.",
      "Thresholds and fees are revised from time to time. We confirm the figures in force in writing before you buy or sign.",
      "Apply for renewal before the permit expires. Gaps are asked about when you later apply for permanent residence.",
    ],
    applicationSteps: steps(
      [
        "Consultation",
        "Thirty minutes, free: which category fits, what it leads to, and what it costs in the first and later years.",
      ],
      ["Document plan", "A dated list of what to order, from whom, and how long each document stays valid."],
      ["Preparing the file", "We draft the cover letter and the forms, and check references and translations."],
      ["Filing", "The application is submitted to the Department of Immigration with the processing fee."],
      ["Questions and interview", "If the Department wishes to see you, we prepare you for it."],
      [
        "Approval and renewal",
        "You pay the annual fee, receive the permit, and hear from us three months before it ends.",
      ],
    ),
    faqs: questions(
      [
        "Do I have to live in the Bahamas all year?",
        "No. You may travel freely while the permit is valid. If you later want permanent residence, keep a record of your days here, because real ties to the country carry weight.",
      ],
      [
        "Can I work remotely for a company abroad?",
        "Work for an employer in the Bahamas is not allowed on this permit. Remote work for a foreign employer is a question of its own, with rules that have changed more than once. Tell us exactly what you do and we will tell you which permit fits.",
      ],
      [
        "Does buying a home give me residence?",
        "Not by itself. Property of {threshold:annual} makes you eligible to apply for annual residency. The Department still looks at your record, health and means.",
      ],
      [
        "Can my children attend school?",
        "Yes, as dependents on your permit, with a letter of acceptance from the school. Children over 18 are usually treated as adults unless they are in full-time education.",
      ],
      [
        "What is the next step after a permit to reside?",
        "Some people renew for decades. Others move to permanent residence, for example after five years of marriage to a Bahamian, or through real estate of {threshold:economic} in the economic category.",
      ],
    ),
    processingTimes: times(
      ["Property Owner", "{time}"],
      ["Resident Spouse", "6–10 weeks"],
      ["Dependent", "6–10 weeks"],
      ["Persons of Independent Means", "{time}"],
    ),
    visaSubtypes: [
      subtype(
        "Property Owner",
        200,
        1300,
        "For owners of a home in the Bahamas worth {threshold:annual} who want to live here a year at a time. One main applicant, one permit. With a later certificate in mind, see {service:permanent-residence}, Annual.",
      ),
      subtype("Resident Spouse", 200, 700, "For the husband or wife of a Bahamian citizen or permanent resident."),
      subtype("Dependent", 200, 450, "For a child or other dependent relative who joins a resident or permit holder."),
      subtype(
        "Persons of Independent Means",
        200,
        1100,
        "For retired people and others who live from income earned outside the Bahamas.",
      ),
    ],
    displayOrder: 2,
    isFeatured: false,
    metaTitle: "Bahamas Permit to Reside: Annual Residence",
    metaDescription:
      "Live in the Bahamas a year at a time: permits to reside for home owners ({threshold:annual}), spouses, dependents and people of independent means.",
    metaKeywords:
      "Bahamas permit to reside, annual residence Bahamas, home owner residence Bahamas, resident spouse permit",
  },
  {
    slug: "permanent-residence",
    serviceName: "Permanent Residence",
    serviceType: "Residence Certificate",
    visaType: "Permanent Residence",
    countryCode: "BS",
    category: "Residence",
    description:
      "The long-term right to live in the Bahamas, through investment, marriage, long residence or independent means. We build the file and see it through.",
    overview: paragraphs(
      "Permanent residence ends the yearly renewals. The holder of a certificate may live in the Bahamas indefinitely, leave and return freely, and in many cases include a spouse and dependent children. It is not citizenship: there is no vote and no Bahamian passport, and the certificate can be revoked for serious misconduct or long absence.",
      "There are four routes that we see most. The economic route asks for an investment, usually real estate of {threshold:economic}. Annual residents with property of {threshold:annual} build up the years that support a later application. The husband or wife of a Bahamian can generally apply after five years of marriage. People of independent means show that they will never depend on work in the Bahamas.",
      "This is the longest file we prepare, and the one where patience pays most. The Board looks at the whole picture: where you have lived, how the money was earned, whether taxes and fees were paid, what your neighbors say. We plan it backward from the day you would like to hold the certificate, and we tell you early if another route suits you better.",
      "Thresholds and fees are set by the government and are revised from time to time. Before you sign a purchase agreement, ask us to confirm the figure in force.",
    ),
    entryType: "Multiple Entry",
    processingTime: "6–12 months",
    maxStay: "Indefinite",
    validityPeriod: "Permanent, subject to its conditions",
    governmentFee: "200.00",
    serviceFee: "4500.00",
    feeRecipient: "",
    furtherFee: "plus the certificate fee on approval",
    eligibilityCriteria: [
      "Economic: real estate or a comparable investment of {threshold:economic} in the Bahamas",
      "Annual: residence year by year with property of {threshold:annual}, and the intention to make the Bahamas your home",
      "Spousal: marriage to a Bahamian citizen, generally for at least five years, living together",
      "Persons of Independent Means: lasting income or assets, without needing work in the Bahamas",
      "In every category: good character, good health and the ability to support your family",
    ],
    importantNotes: [
      "Our prices include the government’s processing fee. The fee for the certificate is not part of them: it is considerably higher, differs by category, and is due on approval. Check the current fee before you plan.",
      "Whether you may work depends on the certificate. Economic residents are often limited to their own business.",
      "No consultant can promise approval. The decision is the Board of Immigration’s alone.",
      "The Bahamas levies no personal income tax, but your home country may still tax you. Please ask a tax adviser there.",
    ],
    applicationSteps: steps(
      ["Consultation", "We go through the four categories with you and name the one we would choose, and why."],
      [
        "Strategy and budget",
        "A written plan with documents, dates, fees and the points the Board is likely to ask about.",
      ],
      ["Collecting evidence", "Certificates, valuations, bank letters and references, each checked as it arrives."],
      ["Drafting", "We write the cover letter and complete the forms. You read and sign every page."],
      ["Filing", "The application goes to the Department of Immigration with the processing fee."],
      [
        "Review by the Board",
        "We answer requests, keep certificates up to date, and prepare you for an interview if there is one.",
      ],
      [
        "Certificate",
        "On approval the certificate fee is paid and the certificate issued. We explain its conditions to you.",
      ],
    ),
    faqs: questions(
      [
        "Is permanent residence the same as citizenship?",
        "No. You may live here for good, but you do not vote and you keep your own passport. Citizenship is a separate application with its own years of residence and its own rules.",
      ],
      [
        "Does the {threshold:economic} have to be one property?",
        "Usually the real estate is one purchase, but combinations have been considered. The structure matters, so show us the draft agreement before you sign it.",
      ],
      [
        "How long does it take?",
        "Plan on {time} after filing, sometimes longer. Economic applications with a complete, well-documented file tend to move fastest.",
      ],
      [
        "Can my spouse and children be included?",
        "In most categories a spouse and dependent children can be named in the application. Adult children usually need their own.",
      ],
      [
        "Will I be allowed to work?",
        "It depends on what the certificate says. Spousal certificates normally include the right to work. Economic ones are often limited to the holder’s own business. We ask for the wording you need at the start, because changing it later is slow.",
      ],
      [
        "What can cost me the certificate?",
        "Serious convictions, false statements in the application, and long absence without reason. If you must be away for more than a year, tell us beforehand.",
      ],
    ),
    processingTimes: times(
      ["Economic", "6–9 months"],
      ["Annual", "{time:permit-to-reside} for each year’s permit; the certificate comes later"],
      ["Spousal", "{time}"],
      ["Persons of Independent Means", "9–12 months"],
    ),
    visaSubtypes: [
      subtype(
        "Economic",
        200,
        4500,
        "For investors, usually through real estate of {threshold:economic}. Includes your spouse’s and children’s papers.",
      ),
      subtype(
        "Annual",
        200,
        1800,
        "The yearly permit of a property owner ({threshold:annual}), prepared together with the plan for a later certificate: record of days, source of funds, references. For the permit alone choose {service:permit-to-reside}, Property Owner ({price:permit-to-reside/Property Owner}).",
      ),
      subtype(
        "Spousal",
        200,
        1600,
        "For the husband or wife of a Bahamian citizen, generally after five years of marriage.",
      ),
      subtype(
        "Persons of Independent Means",
        200,
        3200,
        "For people whose lasting income or assets make work in the Bahamas unnecessary.",
      ),
    ],
    displayOrder: 3,
    isFeatured: false,
    metaTitle: "Permanent Residence in the Bahamas",
    metaDescription:
      "Permanent residence in the Bahamas: Economic ({threshold:economic}), Annual ({threshold:annual}), Spousal and Persons of Independent Means, explained and prepared.",
    metaKeywords: "Bahamas permanent residence, economic permanent residence Bahamas, Bahamas residency by investment",
  },
] satisfies ServiceContent[];
