import { blanks, checks, heading, letter, notes, type Sheet, signatures } from "./sheet";

const money = (label: string) => ({ label, share: 1.6 });

export const abroadSheets: readonly Sheet[] = [
  {
    title: "Student Funding Worksheet (F-1)",
    eyebrow: "United States · F-1 · Worksheet",
    lead: "Adds up what pays for the first year until it matches the figure on the I-20. Every line needs a document to back it up.",
    blocks: [
      heading("What the school asks for", "Copy these figures from page 1 of the I-20."),
      blanks(
        "School",
        "Program begins on",
        "Tuition and fees, USD",
        "Living costs, USD",
        "Family members, USD",
        "Total to show, USD",
      ),
      heading("What you have"),
      {
        kind: "table",
        columns: [
          { label: "Source: own savings, account by account", share: 4 },
          money("Amount, USD"),
          { label: "Proof attached", share: 2.2 },
        ],
        rows: 4,
        last: ["Own savings"],
      },
      {
        kind: "table",
        columns: [
          { label: "Sponsor, and relationship to you", share: 4 },
          money("Amount, USD"),
          { label: "Letter and statements of", share: 2.2 },
        ],
        rows: 4,
        last: ["Sponsors"],
      },
      {
        kind: "table",
        columns: [
          { label: "Scholarships, grants and loans", share: 4 },
          money("Amount, USD"),
          { label: "Award letter of", share: 2.2 },
        ],
        rows: 3,
        last: ["Awards"],
      },
      heading("Does it add up?"),
      blanks(
        "Own savings + sponsors + awards, USD",
        "Total to show, USD",
        "What is missing, USD",
        "Where it will come from",
      ),
      heading("Before the interview"),
      checks(
        "Bank statements of three to six months, with name, account number and closing balance",
        "A sentence for each large deposit, with the paper that explains it",
        "Each sponsor’s letter names you, the school, the amount and the time",
        "The sponsor’s income fits the amount: employment letter or accounts attached",
      ),
    ],
  },
  {
    title: "Invitation Letter for Canada",
    eyebrow: "Canada · TRV · Letter",
    lead: "For the host in Canada. Replace the text in [brackets], sign the letter and send it to your guest with the documents below.",
    blocks: [
      letter(
        "[City, province and date]",
        "To the visa officer",
        "Invitation of [full name of the guest, as in the passport], born on [date], living at [address], phone [number]",
        "I am [full name], born on [date], [a Canadian citizen / a permanent resident since year / in Canada on a work or study permit until date]. I live at [address] with [names and relationship of the others in the household] and work as [occupation] at [employer]. My phone number is [number], my email address [address].",
        "I invite my [relationship], [name of the guest], to visit me from [date] to [date]. The purpose of the visit is [purpose, in one sentence]. We plan to [what you will do, and where].",
        "[Name of the guest] will stay [at my home / at name and address of the hotel]. [I / he / she] will pay for [flights, stay and daily costs, each by whom].",
        "[Name of the guest] will leave Canada on [date], because [work, studies or family that wait at home].",
        "I have attached a copy of my [proof of status], and [proof of income, when you pay].",
        "Yours sincerely,",
      ),
      signatures("Signature", "Full name"),
      heading("The host attaches"),
      checks(
        "A copy of the Canadian passport, citizenship certificate or permanent resident card",
        "When the host pays: employment letter, last notice of assessment, bank statements",
        "Proof of the relationship: birth or marriage certificate, photographs, messages",
        "For an event: the invitation, the program or the booking",
      ),
    ],
  },
  {
    title: "Canada Travel History Table",
    eyebrow: "Canada · TRV · Worksheet",
    lead: "Ten years of trips outside the country where you live, the newest first. Stamps in old passports and old airline emails will help you remember.",
    blocks: [
      blanks("Full name", "Passport numbers used in these ten years"),
      {
        kind: "table",
        numbered: true,
        columns: [
          { label: "From (date)", share: 1.3 },
          { label: "To (date)", share: 1.3 },
          { label: "Country and city", share: 2.6 },
          { label: "Purpose", share: 2 },
          { label: "Visa or permit", share: 1.7 },
        ],
        rows: 16,
      },
      heading(
        "Refusals and removals",
        "Any country, any year. A refusal you mention does little harm; one you hide does.",
      ),
      {
        kind: "table",
        columns: [
          { label: "Date", share: 1.2 },
          { label: "Country", share: 1.6 },
          { label: "What was refused, and the reason given", share: 4.5 },
        ],
        rows: 4,
      },
      notes("Months are enough where you do not know the day. Write “about” before them."),
    ],
  },
  {
    title: "UK Visitor Sponsor Letter",
    eyebrow: "United Kingdom · Standard Visitor · Letter",
    lead: "For the person in the United Kingdom who hosts you or pays for you. Replace the text in [brackets].",
    blocks: [
      letter(
        "[Address, postcode and date]",
        "To the Entry Clearance Officer",
        "Sponsorship of [full name of the visitor], born on [date], passport number [number]",
        "I am [full name], [a British citizen / settled in the United Kingdom / here on leave until date], and work as [occupation] at [employer] with a monthly income of [amount] after tax.",
        "[Name of the visitor] is my [relationship]. [He/She] would like to visit from [date] to [date], in order to [purpose, in one sentence].",
        "During the visit [he/she] will stay at [address], which I [own / rent from name]. It has [number] rooms, in which [number] people live. [My landlord knows of the visit and agrees.]",
        "I will pay for [stay, food, travel, tickets], which I estimate at [amount] pounds. [He/She] will pay for [what].",
        "[He/She] will return to [country] on [date], where [work, studies or family] wait. I know that a visitor may not work and may not live here through frequent visits.",
        "Yours faithfully,",
      ),
      signatures("Signature", "Full name, phone, email"),
      heading("The sponsor attaches"),
      checks(
        "A copy of the passport’s photo page, and proof of status if the passport isn’t British",
        "Proof of the home: council tax bill, tenancy agreement or title",
        "When paying: payslips and bank statements of three months",
        "Proof of the relationship",
      ),
    ],
  },
  {
    title: "Schengen 90/180-Day Calculator Sheet",
    eyebrow: "France · Schengen C · Worksheet",
    lead: "On every day of your stay, the days of the last 180 are counted. They may be 90 at most, over all Schengen countries together.",
    blocks: [
      heading("Step 1: where the window begins"),
      blanks("A. Last day of the trip you plan", "B. That day minus 179 days"),
      heading(
        "Step 2: the days inside the window",
        "List every stay between B and A, the planned one last. The day you arrive and the day you leave both count. If a stay began before B, count from B.",
      ),
      {
        kind: "table",
        numbered: true,
        columns: [
          { label: "Country", share: 2.6 },
          { label: "Entry", share: 1.6 },
          { label: "Exit", share: 1.6 },
          { label: "Days, both ends counted", share: 1.8 },
        ],
        rows: 10,
        last: ["C. Total"],
      },
      heading("Step 3: the answer"),
      blanks("90 minus C", "Days that you may still add"),
      checks(
        "C is 90 or less: the trip fits",
        "C is more than 90: move the trip later, until old days fall out of the window, or make it shorter",
        "Check again for a day in the middle of the trip if your earlier stays are close together",
      ),
      notes(
        "Days on a long-stay visa or a residence permit of a Schengen country do not count.",
        "Ireland and the United Kingdom are outside: days there do not count. Cyprus is preparing to join: check before you count.",
        "An overstay of one day is recorded. When in doubt, send us this page and we’ll count with you, free of charge.",
      ),
    ],
  },
];
