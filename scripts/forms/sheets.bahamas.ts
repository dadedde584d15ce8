import { starterDocumentRequirements } from "../../app/db/seed/starter/document-requirements";
import { bahamasServices } from "../../app/db/seed/starter/services.bahamas";
import { blanks, checks, heading, letter, notes, type Sheet, signatures, wide } from "./sheet";

const service = (slug: string) => {
  const found = bahamasServices.find((service) => service.slug === slug);
  if (!found) throw new Error(`There is no service ${slug}`);
  return found;
};

const documentsOf = (slug: "bahamas-work-visa" | "permanent-residence") =>
  starterDocumentRequirements[slug].map(({ documentName, description }) => ({
    title: documentName,
    text: description ?? undefined,
  }));

export const bahamasSheets: readonly Sheet[] = [
  {
    title: "Bahamian e-Visa Document Checklist",
    eyebrow: "Bahamas · Visitor · Checklist",
    lead: "Six documents. Tick each one when it is ready, and look once more at what it must show: most delays come from here.",
    blocks: [
      heading("The six documents"),
      checks(
        {
          title: "Passport valid at least 6 months",
          text: "To be safe, count from the end of your trip. At least one page must be blank. We need the page with your photograph.",
        },
        {
          title: "Photograph",
          text: "Passport size, in color, on a white background, taken within the last 6 months.",
        },
        { title: "Travel itinerary", text: "Arrival, departure and the islands you plan to see, with dates." },
        {
          title: "Proof of accommodation",
          text: "A hotel booking in your name, or a letter from your host with address, phone number and a copy of an identity document.",
        },
        {
          title: "Proof of funds",
          text: "Bank statements of the last three months, or a sponsor’s letter with theirs.",
        },
        {
          title: "Return or onward ticket",
          text: "A reservation is enough. Please do not buy a ticket that cannot be changed before the visa is issued.",
        },
      ),
      heading("Before you send them"),
      checks(
        "Every page is in color, sharp, and has all four corners",
        "Your name is spelled as in the passport on every document",
        "The dates of ticket, hotel and itinerary agree with each other",
        "Papers in other languages come with a certified translation",
      ),
      heading("Good to know"),
      notes(...service("bahamian-evisa").importantNotes.slice(0, 1)),
    ],
  },
  {
    title: "Work Permit Checklist for Applicants",
    eyebrow: "Bahamas · Work · Checklist",
    lead: "What you prepare yourself. Start at the top: the first documents take the longest to arrive.",
    blocks: [
      heading("You and the post"),
      blanks("Full name, as in the passport", "Employer", "Job title, as in the contract", "Planned first working day"),
      heading("Your documents", "No older than 6 months on the day of filing, unless it says otherwise."),
      checks(...documentsOf("bahamas-work-visa")),
      heading("You are likely to qualify when"),
      checks(...service("bahamas-work-visa").eligibilityCriteria),
      heading("Good to know"),
      notes(...service("bahamas-work-visa").importantNotes),
    ],
  },
  {
    title: "Work Permit Checklist for Employers",
    eyebrow: "Bahamas · Work · Checklist",
    lead: "The employer’s half of a general permit, in order. Allow three to four months from the decision to hire to the first working day.",
    blocks: [
      heading("The role"),
      blanks(
        "Job title",
        "Department or site",
        "Salary",
        "Hours a week",
        wide("Training and experience that the work really needs"),
      ),
      heading("Weeks 1 and 2: define it once"),
      checks(
        {
          title: "Job description",
          text: "Title, duties, training, experience and salary. The same words appear in every later paper.",
        },
        { title: "No impossible requirements", text: "Officers notice a requirement the job doesn’t need." },
      ),
      heading("Weeks 2 to 5: look locally"),
      checks(
        { title: "Advertisements in local newspapers", text: "Keep each one with its date." },
        { title: "Notice to the Department of Labour", text: "Ask for its certificate when the search has ended." },
        {
          title: "A list of everyone who applied",
          text: "Whom you interviewed, and for each a fair and specific reason.",
        },
      ),
      heading("Weeks 5 to 8: the employer’s file"),
      checks(
        {
          title: "Cover letter to the Department of Immigration",
          text: "On letterhead, signed: the business, the role, the search, the person.",
        },
        { title: "Business license, up to date" },
        { title: "National Insurance letter of good standing" },
        { title: "Signed contract or offer", text: "Subject to the permit. Job title and salary as advertised." },
        { title: "Organization chart", text: "Where the role sits, and how many Bahamians work alongside it." },
        { title: "Training plan", text: "Who will be trained for the role, if a plan is requested." },
      ),
      heading("After filing"),
      checks(
        "The receipt is kept with the file",
        "Nobody starts before the permit is issued, not even for a trial day",
        "The permit’s last day is in your calendar, with a reminder three months earlier",
      ),
    ],
  },
  {
    title: "Consent Letter for a Traveling Minor",
    eyebrow: "Bahamas · Visitor · Letter",
    lead: "For a child who travels with one parent or with relatives. Copy the letter or fill in this page, and sign it before a notary.",
    blocks: [
      heading("The child"),
      blanks("Full name, as in the passport", "Date of birth", "Passport number", "Country of issue"),
      heading("Who travels with the child"),
      blanks("Full name", "Relationship to the child", "Passport number", "Phone during the trip"),
      heading("The trip"),
      blanks("Leaves on", "Returns on", wide("Address during the stay"), wide("Flights or ship, with numbers")),
      heading("Declaration"),
      letter(
        "I am the parent or legal guardian of the child named above, and I have the right to decide about the child’s travel. I consent to this trip to the Bahamas with the person named above, on the dates given.",
        "The person named above may make decisions about urgent medical care for the child during the trip when I cannot be reached.",
      ),
      blanks("Name of the parent or guardian", "Phone, day and night", wide("Address")),
      signatures(
        "Signature of the parent or guardian, and date",
        "Signature of the second parent or guardian, and date",
      ),
      heading("Notary"),
      signatures("Sworn before me: signature and seal", "Place and date"),
      heading("Attach"),
      checks(
        "A copy of the passport of each parent who signs",
        "The child’s birth certificate",
        "Court papers, where one parent has sole custody",
      ),
    ],
  },
  {
    title: "Character Reference Template",
    eyebrow: "Bahamas · Residence and work · Letter",
    lead: "Replace the text in [brackets] and print it on the referee’s own letterhead. Two references are needed for most permits.",
    blocks: [
      letter(
        "[Place and date]",
        "The Director of Immigration, Department of Immigration, Hawkins Hill, Nassau, Bahamas",
        "Dear Director,",
        "Character reference for [full name, as in the passport], born on [date]",
        "I am [name], [occupation] at [employer or business], and have lived in [place] since [year]. I have known [Mr/Ms surname] for [number] years, as [how you know each other: neighbor, colleague, member of the same congregation].",
        "In this time I have found [him/her] to be [two or three qualities, in your own words]. For example, [one thing that you saw yourself, with the year].",
        "To my knowledge [he/she] has never been in conflict with the law, and meets [his/her] obligations to others. I am not related to [him/her] and have no interest in the outcome of this application.",
        "I am glad to answer questions at [phone] or [email].",
        "Yours faithfully,",
      ),
      signatures("Signature", "Name, occupation, address"),
      heading("What the Department looks for"),
      checks(
        "The referee is not a relative and not the employer",
        "The letter says how long and from where they know each other",
        "It is no older than 6 months, signed by hand and dated",
        "A copy of the referee’s passport or voter’s card is attached",
      ),
    ],
  },
  {
    title: "Permanent Residence Planning Worksheet",
    eyebrow: "Bahamas · Permanent residence · Worksheet",
    lead: "Fill it in before your consultation. That way the free half hour is about your case, not about dates.",
    blocks: [
      heading("You"),
      blanks(
        "Full name",
        "Citizenship",
        "Date of birth",
        "Current status in the Bahamas",
        "In the Bahamas since",
        "Days here in the last 12 months",
      ),
      {
        kind: "blanks",
        blanks: [
          {
            label: "On what basis?",
            wide: true,
            choices: ["Economic", "Annual", "Spousal", "Persons of Independent Means", "I do not know yet"],
          },
        ],
      },
      heading(
        "Property and investment",
        "Economic residency asks for real estate of $750,000 or more, annual residency for property of $500,000 or more.",
      ),
      {
        kind: "table",
        columns: [
          { label: "What and where", share: 4 },
          { label: "In whose name", share: 2 },
          { label: "Bought in", share: 1.3 },
          { label: "Value in USD", share: 1.6 },
        ],
        rows: 4,
        last: ["Total"],
      },
      heading("Income of the last three years"),
      {
        kind: "table",
        columns: [
          { label: "Source", share: 4 },
          { label: "Year 1, USD", share: 1.5 },
          { label: "Year 2, USD", share: 1.5 },
          { label: "Year 3, USD", share: 1.5 },
        ],
        rows: 4,
        last: ["Total"],
      },
      heading("Family members who apply with you"),
      {
        kind: "table",
        columns: [
          { label: "Full name", share: 3.4 },
          { label: "Relationship", share: 1.6 },
          { label: "Date of birth", share: 1.5 },
          { label: "Citizenship", share: 1.7 },
        ],
        rows: 5,
        numbered: true,
      },
      heading("Documents to order"),
      checks(...documentsOf("permanent-residence")),
    ],
  },
];
