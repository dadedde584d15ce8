type Unit = "minutes" | "days" | "months" | "years";

export type Rule = {
  end: "deleted" | "emptied" | "replaced" | "stays";
  /** The row or decision behind the rule, if there is one. */
  row?: string;
  /** The job that applies it. Without one, the program does not enforce the period yet. */
  job?: string;
  /** No row names a period, and the data may be personal: the owner has to decide. */
  open?: true;
} & (
  | { after: readonly [number: number, unit: Unit]; since: string }
  /** Retained for as long as something lasts. */
  | { until: string }
);

const nightly = "privacy.nightly";

/** Days after its last use when a draft's owner is told that it will be deleted (V-RET-3). */
export const draftWarnedAfterDays = [60, 83] as const;

/** The day on which a period below last changed; the privacy page shows it. */
export const periodsAsOf = "2026-11-30";

/** Every retention period, once. The nightly run and the privacy page both read them from here. */
export const rules = {
  draft: {
    after: [90, "days"],
    since: "the last save, upload or redeemed link of an application that was never submitted",
    end: "deleted",
    row: "V-RET-2",
    job: nightly,
  },
  application: {
    after: [7, "years"],
    since: "the last decision on a submitted application (approved, denied or withdrawn), never without one",
    end: "deleted",
    row: "V-RET-9",
    job: nightly,
  },
  inquiry: {
    after: [24, "months"],
    since: "the inquiry came in, or staff last answered or changed it",
    end: "deleted",
    row: "V-RET-4",
    job: nightly,
  },
  client: {
    after: [6, "months"],
    since: "the last key date of an imported client; without any, since it was imported or last changed",
    end: "deleted",
    row: "X-IMPORT-13",
    job: nightly,
  },
  clientAtMost: {
    after: [7, "years"],
    since: "the import of a client, whatever its key dates",
    end: "deleted",
    row: "X-IMPORT-13",
    job: nightly,
  },
  importFile: {
    until: "the import ends or is called off, at the latest 7 days after the file was chosen",
    end: "emptied",
    row: "X-IMPORT-13",
    job: nightly,
  },
  person: {
    until:
      "the last inquiry, application or imported client of the person is deleted (the person goes within a minute)",
    end: "deleted",
    row: "K-PPL-5",
    job: "people.assign",
  },
  assigned: { until: "the record has its person, within a minute", end: "deleted", job: "people.assign" },
  unconfirmed: {
    after: [7, "days"],
    since: "the address was given, where it was not confirmed",
    end: "deleted",
    row: "V-RET-5",
    job: nightly,
  },
  blockedTime: {
    after: [30, "days"],
    since: "the end of the blocked time",
    end: "deleted",
    row: "B-BOOK-24",
    job: nightly,
  },
  copy: {
    after: [3, "days"],
    since: "the copy was made, of its bytes; its row stays as long as the application",
    end: "emptied",
    row: "V-COPY-3",
    job: "privacy.sweep",
  },
  dataLink: {
    after: [7, "days"],
    since: "the link was asked for; it opens for one day",
    end: "deleted",
    row: "V-RET-5",
    job: nightly,
  },
  erasureAsked: {
    until: "it is erased, restricted or taken back; what its mailed link does not confirm in 7 days is deleted",
    end: "deleted",
    row: "V-ERASE-1",
    job: nightly,
  },
  erasureRefused: {
    after: [12, "months"],
    since: "the request was refused",
    end: "deleted",
    row: "V-ERASE-2",
    job: nightly,
  },
  restricted: {
    until: "the day to which it has to be kept",
    end: "deleted",
    row: "V-ERASE-4",
    job: nightly,
  },
  unverifiedMail: {
    after: [30, "days"],
    since: "a reply by email came that nobody put into a case or an inquiry",
    end: "deleted",
    row: "M-KEEP-1",
    job: nightly,
  },
  takenMail: {
    after: [12, "months"],
    since: "a reply by email was taken; one that was seen in the mailbox is not read again after that",
    end: "deleted",
    row: "R-IN-11",
    job: nightly,
  },
  erased: { until: "the installation ends: a number and its days stay", end: "stays", row: "V-ERASE-8" },
  keptReceipt: { until: "the installation ends: numbers, dates and amounts stay", end: "stays", row: "V-RET-10" },
  view: { after: [13, "months"], since: "the view", end: "deleted", row: "V-RET-6", job: nightly },
  mailText: { after: [12, "months"], since: "the mail was written", end: "emptied", row: "V-RET-7", job: nightly },
  mailFacts: { until: "the installation ends: kind, status and times of a mail stay", end: "stays", row: "V-RET-7" },
  recordAddress: { after: [12, "months"], since: "the entry", end: "emptied", row: "V-RET-8", job: nightly },
  record: {
    after: [12, "months"],
    since: "the entry, or with the application that it is about",
    end: "deleted",
    row: "V-RET-8",
    job: nightly,
  },
  right: {
    after: [30, "days"],
    since: "the browser got its right, unless that is ended before",
    end: "deleted",
    row: "D2",
    job: nightly,
  },
  session: {
    until: "it is signed out, ended or over: an hour after its last refresh, and after 12 hours in any case",
    end: "deleted",
    row: "D11",
    job: nightly,
  },
  invitation: {
    after: [30, "days"],
    since: "the invitation of an admin was last sent",
    end: "deleted",
    row: "I-INV-14",
    job: nightly,
  },
  factor: { until: "its owner removes it, uses it up or replaces it, or it is reset", end: "deleted", row: "V-MFA-12" },
  limit: { until: "the time that it counts for is over", end: "deleted", row: "D27", job: nightly },
  undo: { after: [1, "days"], since: "the change", end: "deleted", row: "K-UNDO-4", job: nightly },
  attempt: { after: [1, "days"], since: "the attempt", end: "deleted", row: "V-ATK-18", job: nightly },
  waitingFile: {
    after: [1, "days"],
    since: "a file was sent ahead of an inquiry that never came",
    end: "deleted",
    job: nightly,
  },
  request: { until: "staff set the next status, which answers the request", end: "emptied", row: "decision 0010" },
  reference: { until: "what it names is deleted", end: "emptied" },
  jobData: { after: [7, "days"], since: "the job was done or given up", end: "deleted", job: "pg-boss" },
  jobOfAnEmail: {
    after: [5, "minutes"],
    since: "the job was done (ten more at most), for the two kinds that look for what belongs to an email",
    end: "deleted",
    job: "pg-boss",
  },
  content: { until: "staff or a new release take it out of the site", end: "deleted" },
  latest: { until: "the next value comes", end: "replaced" },
  trouble: { until: "what failed works again", end: "deleted" },
  count: { until: "what it counts is gone", end: "deleted", row: "decision 0009", job: "db.sum-counts" },
  always: { until: "the installation ends", end: "stays" },
  account: { until: "the owner sets a period: an account is deactivated, never deleted", end: "stays", open: true },
  subscription: {
    until: "the owner sets a period: a confirmed address stays, also after its reader has ended the newsletter",
    end: "stays",
    row: "P-BLOG-6",
    open: true,
  },
  review: {
    until: "the owner sets a period: a review that Google has no more is hidden, not deleted",
    end: "stays",
    open: true,
  },
  migration: {
    until: "the owner sets a period: a run stays, with the application numbers of its failures",
    end: "stays",
    open: true,
  },
} as const satisfies Record<string, Rule>;
export type RuleName = keyof typeof rules;

const period = ([number, unit]: readonly [number, Unit]) => `${number} ${number === 1 ? unit.slice(0, -1) : unit}`;

type DatedNames = {
  [Name in RuleName]: (typeof rules)[Name] extends { after: readonly [number, Unit] } ? Name : never;
};
export type Dated = DatedNames[RuleName];
/** The period of a rule, such as `13 months`. */
export const periodOf = (name: Dated): string => period(rules[name].after);

/** A period and what happens then, such as `90 days after the last save …; then the row is deleted`. */
export function describeRule(name: RuleName): string {
  const rule: Rule = rules[name];
  const long = "after" in rule ? `${period(rule.after)} after ${rule.since}` : `Until ${rule.until}`;
  const ends = {
    deleted: "then the row is deleted",
    emptied: "then the value is removed and the row stays",
    replaced: "then it takes the place of this one",
    stays: "nothing is removed before",
  };
  return `${long}; ${ends[rule.end]}`;
}

export const isNotAppliedYet = (name: RuleName): boolean => "after" in rules[name] && !("job" in rules[name]);
