import type { FaqContent } from "./shape";

/** In display order. */
export const starterFaqs: readonly FaqContent[] = [
  {
    category: "Getting Started",
    question: "What happens in the free consultation?",
    namesRules: false,
    answer:
      "You tell us where you want to go, when and why, and which passport you hold. We tell you whether you need a visa, which one, what it costs including government fees, and what could make it difficult. You leave with a list of documents. There is nothing to sign, and you are free to do the rest yourself.",
  },
  {
    category: "Getting Started",
    question: "How quickly do you answer?",
    namesRules: false,
    answer:
      "Within {response}. Our office in Nassau is {hours}. If your flight is within a week, say so in the first line of your message.",
  },
  {
    category: "Getting Started",
    question: "Can I apply without coming to your office?",
    answer:
      "Yes. Almost everything can be done online, by phone or by WhatsApp. You come in only if you wish to, or if an original document has to be checked. Fingerprints and interviews take place at the embassy or visa center, and there you must appear yourself.",
  },
  {
    category: "Getting Started",
    question: "Do you help people who live outside the Bahamas?",
    namesRules: false,
    answer:
      "Yes. Many of our clients apply for the Bahamas from other countries. For other destinations it usually makes sense to apply where you live, because the embassy there knows your documents. We tell you if a local adviser would serve you better.",
  },
  {
    category: "Getting Started",
    question: "How long does a visa usually take?",
    namesRules: false,
    answer:
      "It depends on the visa. Visitor visas take {figure:processing} on average, the Bahamian e-visa usually {time:bahamian-evisa}, a work permit {time:bahamas-work-visa}, permanent residence {time:permanent-residence}. Where an interview is needed, add the wait for an appointment. Each service page names its own times.",
  },
  {
    category: "Fees & Payment",
    question: "What does a price include?",
    namesRules: false,
    answer:
      "Each price says what goes to us and what goes to the government, and who collects it. Some fees are not in our price, and the pages say which: a government fee that you pay directly, and what a permit or certificate costs on approval. Translations, courier costs and medical examinations are extra, and we name them beforehand.",
  },
  {
    category: "Fees & Payment",
    question: "When do I pay?",
    answer:
      "After the consultation and before we begin work on your file. Government fees fall due when the application is filed, or on approval for permits and certificates. You get a receipt for each payment.",
  },
  {
    category: "Fees & Payment",
    question: "Which cards do you accept?",
    namesRules: false,
    answer:
      "Visa, Mastercard and American Express, and bank transfer for larger amounts. Prices are in US dollars, which equal Bahamian dollars one to one. We never ask for card numbers by email or WhatsApp.",
  },
  {
    category: "Fees & Payment",
    question: "Do I get my money back if the visa is refused?",
    answer:
      "Government fees are normally not refunded by any government. Our fee pays for work that has been done. If you think that a refusal was due to a mistake of ours, tell us. We read the file again with you and say openly what we find.",
  },
  {
    category: "Fees & Payment",
    question: "Why can a government fee differ from the one on your page?",
    namesRules: false,
    answer:
      "Governments change fees, sometimes with little notice, and many charge in their own currency. We check the amount on the day of filing and tell you before you pay. What counts is the official figure of that day.",
  },
  {
    category: "Documents",
    question: "How long must my passport be valid?",
    answer:
      "For the Bahamas and for most destinations at least 6 months beyond your trip. Some countries ask for three months, some only for the stay. With less than nine months left on the day of travel, look up the rule; with less than six, renew it first. Some visas end with the passport, and others are cut short to fit it.",
  },
  {
    category: "Documents",
    question: "Can I photograph my documents with a phone?",
    namesRules: false,
    answer:
      "Yes. Lay the page flat on a dark table near a window, turn off the flash, and make sure all four corners are in the picture. We accept PDF, JPG, JPEG and PNG files of up to 10 MB each. Glare over the printed lines of a passport is the most common reason we ask for a new picture.",
  },
  {
    category: "Documents",
    question: "What counts as proof of funds?",
    answer:
      "Bank statements of the last three months, six for the United Kingdom, with your name, account number and closing balance on each. A screenshot of a balance does not count. If someone else pays, add a signed letter from them, their statements and proof of how you are related. Explain any large deposit in one sentence.",
  },
  {
    category: "Documents",
    question: "Do my papers have to be translated?",
    answer:
      "Papers that are not in the language of the destination need a translation by a qualified translator, with their name, date and signature. We can arrange translations from Spanish, French and Haitian Creole.",
  },
  {
    category: "Documents",
    question: "How old may a police certificate be?",
    answer:
      "Usually no more than 6 months on the day of filing. In the Bahamas it is issued by the Royal Bahamas Police Force. If you have lived elsewhere, order that certificate first: some countries need two months.",
  },
  {
    category: "Documents",
    question: "My child is traveling with one parent. What is needed?",
    answer:
      "The birth certificate and a letter of consent signed by the other parent, preferably before a notary, with dates and destination. Add a court order if one parent has sole custody, or a death certificate. Airlines ask for these papers as well as border officers.",
  },
  {
    category: "Online Application",
    question: "Do I have to finish the application in one sitting?",
    namesRules: false,
    answer:
      "No. Your answers are saved every 30 seconds and each time you move to the next step. Save & Exit takes you to the home page, and a link in your email lets you continue on any device. The form takes about 40 minutes in all, for the Bahamas about an hour.",
  },
  {
    category: "Online Application",
    question: "I lost the link to my application. What now?",
    namesRules: false,
    answer:
      "Open the page to start an application and ask for a new link with your email address. If there is an application under that address, submitted or not, we send a link to it within minutes. Please look in the spam folder too.",
  },
  {
    category: "Online Application",
    question: "Can I change something after I have submitted?",
    namesRules: false,
    answer:
      "Not in the form itself, because what you signed is kept exactly as you signed it. Write to us with your application number and the correction. As long as nothing has been filed with the government, we can usually put it right.",
  },
  {
    category: "Online Application",
    question: "Who can see my answers and documents?",
    namesRules: false,
    answer:
      "Only you and our own staff. Documents are not stored at a public address. We pass on to a government what the application requires, and nothing else. The privacy policy explains this in full.",
  },
  {
    category: "Bahamas Visas",
    question: "Who needs a visa for the Bahamas?",
    answer:
      "Citizens of many countries do not, for a short visit, among them those of the United States, Canada, the United Kingdom and most Commonwealth and European states. Others need an e-visa. The list changes, so send us your nationality and we will look it up on the day.",
  },
  {
    category: "Bahamas Visas",
    question: "How long may I stay on a Bahamian e-visa?",
    answer:
      "Up to {stay:bahamian-evisa}, with a single entry. The officer at the border writes the exact date into your passport. That date counts, not the {stay:bahamian-evisa}. If you need longer, talk to us well before it passes.",
  },
  {
    category: "Bahamas Visas",
    question: "Can I look for work while visiting the Bahamas?",
    answer:
      "You may talk to employers, but you may not work, even unpaid or on trial. When someone wants to hire you, they apply for a work permit, normally while you are outside the country.",
  },
  {
    category: "Work & Residence",
    question: "How long is a work permit valid?",
    answer:
      "{validity:bahamas-work-visa}. Short permits for an assignment of up to 90 days exist, and longer ones are possible for some key positions. Start a renewal three months before the date on the card.",
  },
  {
    category: "Work & Residence",
    question: "I am married to a Bahamian. May I work?",
    answer:
      "Marriage alone does not give the right to work. A resident spouse permit or a spousal work permit does, and after about five years of marriage you can generally apply for permanent residence with the right to work. Until the permit is in your hands, please do not start.",
  },
  {
    category: "Work & Residence",
    question: "How much must I invest for economic permanent residence?",
    answer:
      "Real estate of {threshold:economic} is the figure for the economic category. Annual residency for home owners is considered with property of {threshold:annual}. The government revises these thresholds, so ask us to confirm the current figure in writing before you sign a purchase agreement.",
  },
  {
    category: "Work & Residence",
    question: "Can my parents live with me in the Bahamas?",
    answer:
      "Parents who depend on you may be able to get permits to reside, if you can show that you support them and that they have health cover. It is decided case by case, and good evidence of support over several years helps most.",
  },
  {
    category: "Other Destinations",
    question: "Do Bahamian citizens need a visa for the United States?",
    answer:
      "Not for a short visit if you fly directly from Nassau through US preclearance, with a valid passport and a police certificate issued within the last six months (from the age of 14). From any other airport, by sea, or with a criminal record or an earlier overstay, you need a visa.",
  },
  {
    category: "Other Destinations",
    question: "Do Bahamian citizens need a visa for Canada or the United Kingdom?",
    answer:
      "For a short visit, no. For Canada you need an eTA if you arrive by air, for the United Kingdom an Electronic Travel Authorisation (ETA). Both are applied for online and cost little. Apply at least a week before you fly.",
  },
  {
    category: "Other Destinations",
    question: "I only change planes. Do I still need a visa?",
    answer:
      "Yes. The United States has no transit without a visa or another permission. Canada asks for an eTA or a visa. The United Kingdom and Schengen states ask some nationalities for a transit visa. Let us see your itinerary before you buy the ticket.",
  },
  {
    category: "After the Decision",
    question: "What should I check when the visa arrives?",
    namesRules: false,
    answer:
      "Name, passport number, dates and number of entries, letter by letter. Errors are easy to fix before you travel, and almost impossible to fix at the airport. Send us a picture and we will check it with you.",
  },
  {
    category: "After the Decision",
    question: "My visa was refused. What can I do?",
    answer:
      "Read the reason before anything else, and send us the letter. Some refusals can be reviewed or appealed within a short time; most are better answered with a new, stronger application. We tell you honestly if waiting is wiser. Never leave a refusal out of a later form.",
  },
  {
    category: "After the Decision",
    question: "Does a visa guarantee that I will be let in?",
    answer:
      "No. A visa allows you to travel to the border and ask. The officer may look at your plans, your funds and your ticket once more. Carry copies of what you submitted in your hand luggage, and answer briefly and truthfully.",
  },
];
