/** The person whose data a column contains. */
export const people = {
  applicant: "the applicant",
  named: "people whom the applicant names",
  inquirer: "the sender of an inquiry",
  reader: "the reader of the newsletter",
  reviewer: "the author of a review on Google",
  visitor: "a visitor of the site",
  staff: "a member of the staff",
  nobody: "nobody",
} as const;
export type Person = keyof typeof people;

/** Why a column exists, and its legal basis. The bases are proposals, not yet confirmed by the owner or a lawyer. */
export const purposes = {
  application: { words: "to prepare the application, file it and tell how it goes", ground: "contract" },
  opening: { words: "so that an application opens for its own applicant only", ground: "contract" },
  proof: { words: "to prove what was signed, and when", ground: "legitimate interest" },
  protection: { words: "so that stored answers and files can be read by nobody else", ground: "contract" },
  payment: { words: "to know what is due and what is paid", ground: "contract" },
  inquiry: { words: "to answer the inquiry", ground: "consent" },
  client: { words: "to watch when a client's visa or permit ends", ground: "legitimate interest" },
  mail: { words: "to send a mail, and to know what became of it", ground: "contract" },
  newsletter: { words: "to send the newsletter to those who asked for it", ground: "consent" },
  views: { words: "to count which services are looked at", ground: "legitimate interest" },
  abuse: { words: "to hold off abuse of the site", ground: "legitimate interest" },
  once: { words: "so that what is sent twice is done once", ground: "contract" },
  rights: { words: "to give people a copy of their data and to erase it", ground: "legal obligation" },
  record: { words: "to know who did what, and from where", ground: "legitimate interest" },
  accounts: { words: "so that staff can sign in, and nobody else", ground: "legitimate interest" },
  reviews: { words: "to show what clients say on Google", ground: "legitimate interest" },
  site: { words: "to show the site", ground: "legitimate interest" },
  work: { words: "to run the program", ground: "legitimate interest" },
} as const;
export type Purpose = keyof typeof purposes;

/** Data that needs more protection, with the row that requires its encryption; none for data that stays readable. */
export const sensitivities = {
  number: { words: "the number of a passport or of another national document", row: "V-ENC-1" },
  history: { words: "a text about health, drugs, crime, police or security", row: "V-ENC-2" },
  answers: { words: "answers of every kind, such numbers and texts among them", row: "V-ENC-1, V-ENC-2" },
  yesOrNo: { words: "a yes or no about health, drugs, crime, police or security", row: null },
} as const;
export type Sensitivity = keyof typeof sensitivities;
