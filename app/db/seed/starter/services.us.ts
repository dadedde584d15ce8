import { paragraphs, questions, type ServiceContent, steps, times } from "./shape";

export const usServices = [
  {
    slug: "us-travel-b1-b2-visa",
    serviceName: "US Travel (B1/B2) Visa",
    serviceType: "Nonimmigrant Visa",
    visaType: "B1/B2",
    countryCode: "US",
    category: "Visitor",
    description:
      "The visitor visa for business and pleasure in the United States, with the DS-160 and the interview prepared together until you are ready.",
    overview: paragraphs(
      "The B1/B2 visa covers meetings and conferences (B1) and holidays, family visits and medical treatment (B2). It is issued after an application on form DS-160 and, for most people, an interview at the US Embassy in Nassau. It is often valid for several years and for many entries, depending on your nationality.",
      "Bahamian citizens do not always need one. If you fly directly from Nassau through US preclearance, with a valid passport, a police certificate issued within the last six months if you are 14 or older, and nothing in your record that makes you inadmissible, you can usually visit without a visa. You do need a visa to fly from an airport without preclearance (Freeport’s has been suspended since Hurricane Dorian in 2019), to arrive by sea, to enter from a third country, or if you have a record. Residents of the Bahamas with another nationality normally need one.",
      "The interview is short, often two or three minutes, and the officer has read your DS-160 before you reach the window. So the form is where the visa is won or lost. We complete it with you, line by line and truthfully, and then practice the interview: not answers to learn by heart, but how to say your own story briefly and with the right paper at hand.",
    ),
    entryType: "Multiple Entry",
    processingTime: "7–14 days, plus interview wait",
    maxStay: "Up to 6 months per visit",
    validityPeriod: "Up to 10 years, by nationality",
    governmentFee: "185.00",
    serviceFee: "200.00",
    feeRecipient: "the embassy",
    furtherFee: "",
    eligibilityCriteria: [
      "You are going for a limited time and for business meetings, tourism, family or treatment",
      "You can pay for the trip without working in the United States",
      "You have reasons to return: a job, a business, studies, family, a home",
      "You can answer every question of the DS-160 truthfully, earlier refusals included",
    ],
    importantNotes: [
      "The application fee ({government-fee}) is paid to the US government and is not refunded after a refusal. Additional government fees may apply. Check the current fee before you pay.",
      "Interview waits change from week to week. Apply at least three months before you need to travel.",
      "A visa lets you ask for admission. Customs and Border Protection decides at the port of entry how long you may stay.",
      "Presidential proclamations have suspended visitor visas for some nationalities, Haiti among them, with few exceptions. We check the current list before you pay anything.",
      "Interview waivers have become narrow. Expect to attend in person, even for a renewal.",
      "Nobody can influence an officer’s decision. If someone offers to, please walk away.",
    ],
    applicationSteps: steps(
      ["Do you need it?", "We check your passport, route and record. If preclearance is enough, we say so."],
      [
        "DS-160",
        "We complete the form with you and read it back, because the answers are given under penalty of perjury.",
      ],
      [
        "Fee and appointment",
        "The embassy’s {government-fee} is part of our price, and we pass it on. We help you book and watch for earlier dates.",
      ],
      ["Documents", "A thin folder in the right order: what the officer may ask for, and nothing else."],
      ["Practice interview", "Thirty minutes with a consultant, by video or in our office, with honest feedback."],
      [
        "Interview and passport",
        "You attend at the US Embassy in Nassau. If approved, the passport usually comes back within 7–14 days.",
      ],
    ),
    faqs: questions(
      [
        "I am Bahamian. Do I need a visa for Miami?",
        "Usually not, if you fly directly from Nassau through US preclearance with a valid passport and a police certificate issued within the last six months (required from the age of 14). You do need a visa on other routes, or if you have a criminal record or an earlier overstay.",
      ],
      [
        "What does the officer decide on?",
        "By law the officer must presume that you intend to stay, until you show otherwise. That is why your work, family and home matter more than your bank balance.",
      ],
      [
        "I was refused under section 214(b). May I apply again?",
        "Yes, at any time, with a new form and a new fee. It makes sense when something has changed: a new job, finished studies, a clearer purpose. We tell you if nothing has.",
      ],
      [
        "Should I bring an invitation letter?",
        "You may, but it is rarely decisive. An invitation says that someone wants you there. The officer wants to know what brings you back.",
      ],
      [
        "May I study or work on a B1/B2 visa?",
        "You may attend meetings, a conference or a short recreational class. You may not take a job, and a course of study needs a student visa.",
      ],
    ),
    processingTimes: times(
      ["Preparation of DS-160 and folder", "3–5 business days"],
      ["Interview appointment", "Varies, set by the US Embassy"],
      ["Passport return after approval", "7–14 days"],
      ["Administrative processing, if requested", "Several weeks or longer"],
    ),
    visaSubtypes: [],
    displayOrder: 4,
    isFeatured: true,
    metaTitle: "US Travel Visa (B1/B2) from the Bahamas",
    metaDescription:
      "B1/B2 visitor visas for the United States from Nassau: DS-160 completed with you, the interview practiced, the folder in order. {split}.",
    metaKeywords: "US visa Bahamas, B1 B2 visa Nassau, DS-160 help, US Embassy Nassau interview",
  },
  {
    slug: "us-student-f-1-visa",
    serviceName: "US Student (F-1) Visa",
    serviceType: "Nonimmigrant Visa",
    visaType: "F-1",
    countryCode: "US",
    category: "Study",
    description:
      "The visa for full-time study at a US college, university or language school, from the I-20 to the interview and the first day on campus.",
    overview: paragraphs(
      "An F-1 visa is for full-time academic study at a school that is certified by the Student and Exchange Visitor Program. The school admits you first and issues form I-20. We then pay the SEVIS fee for you, and you complete the DS-160 and attend an interview at the US Embassy in Nassau. Bahamian students need the visa too: preclearance without a visa is for short visits, not for study.",
      "Officers ask three things of a student. Is the course real for you, and does it follow from what you have done so far? Is the first year paid for, with money that can be seen and explained? And what do you plan to do afterward? We help families answer them with documents, above all the second: a sponsor’s letter, bank statements and a scholarship letter have to add up to the amount on the I-20.",
      "We work to the school’s calendar. For a start in August we like to begin in March, so that there is time for a late transcript or a full interview calendar.",
    ),
    entryType: "Multiple Entry",
    processingTime: "7–14 days, plus interview wait",
    maxStay: "For the course, as shown on the I-20",
    validityPeriod: "Up to 5 years, by nationality",
    governmentFee: "535.00",
    serviceFee: "299.00",
    feeRecipient: "the US government",
    furtherFee: "",
    eligibilityCriteria: [
      "You are admitted full time to a certified school",
      "You can show funds for tuition and living costs of at least the first year",
      "Your English is sufficient for the course, or the course teaches it",
      "You intend to leave the United States after your studies and any permitted training",
    ],
    importantNotes: [
      "The government fees shown are the visa application fee and the SEVIS fee together. Both are part of our price, and we pass them on. Check the current fees.",
      "You may enter no earlier than 30 days before the program starts.",
      "Work is limited: on campus at first, and off campus only with permission of the school or of USCIS.",
      "Presidential proclamations have suspended student visas for some nationalities, Haiti among them, with few exceptions. We check the current list before you pay anything.",
      "The rules on how long a student may be admitted are under review. Ask your school’s international office before you rely on them.",
      "Carry your I-20 in your hand luggage. The visa alone is not enough at the border.",
    ],
    applicationSteps: steps(
      ["School and I-20", "We read your offer and I-20 for errors: name, dates, funding and SEVIS number."],
      ["SEVIS fee", "We pay the I-901 fee for you online and keep the receipt in your file."],
      ["DS-160", "We complete the form with you, and with a parent if you wish."],
      [
        "Proof of funds",
        "Statements, letters and scholarships, arranged so that they add up to the figure on the I-20.",
      ],
      ["Practice interview", "You explain your course and your plan in your own words. We listen as an officer would."],
      ["Interview", "You attend at the US Embassy in Nassau with a thin, ordered folder."],
      [
        "Before you fly",
        "A checklist for the border and for the first weeks: address report, school check-in, health insurance.",
      ],
    ),
    faqs: questions(
      [
        "When can I apply?",
        "As soon as you have your I-20. The visa can be issued up to a year before the start date, but you may not enter until 30 days before it.",
      ],
      [
        "My parents pay. What do we need to show?",
        "A signed letter from them, proof of the relationship, three months of bank statements and evidence of income, such as an employment letter or business accounts. Large recent deposits need an explanation in writing.",
      ],
      [
        "May I work during my studies?",
        "On campus up to 20 hours a week during term. Off campus only with authorization, usually after the first academic year.",
      ],
      [
        "What if I change schools?",
        "The new school issues a new I-20 after your SEVIS record is transferred. A valid visa can usually be kept. Speak to both international offices before you stop attending classes.",
      ],
      [
        "Can my husband, wife or children come?",
        "Yes, on F-2 visas, with an I-20 of their own. An F-2 spouse may not work.",
      ],
    ),
    processingTimes: times(
      ["Preparation of forms and folder", "5–7 business days"],
      ["Interview appointment", "Varies, set by the US Embassy"],
      ["Passport return after approval", "7–14 days"],
    ),
    visaSubtypes: [],
    displayOrder: 5,
    isFeatured: false,
    metaTitle: "US Student Visa (F-1) from the Bahamas",
    metaDescription:
      "F-1 student visas from Nassau: I-20 check, SEVIS fee, DS-160, proof of funds that adds up, and a practice interview with honest feedback.",
    metaKeywords: "F-1 visa Bahamas, US student visa Nassau, I-20, SEVIS fee, study in the United States",
  },
] satisfies ServiceContent[];
