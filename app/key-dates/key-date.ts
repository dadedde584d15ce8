import { invalidCharactersMessage, isValidLine, normalizeFigures, normalizeLine } from "~/core/text-input";
import { calendarLongDate, isDay } from "~/core/time";
import { type KeyDateKind, type KeyDateSettlement, keyDateKinds } from "~/db/schema/values";

/** Days as YYYY-MM-DD. `endsOn` is null if it has no expiration date, which only some kinds can have. */
export type KeyDate = {
  kind: KeyDateKind;
  /** Only of `other`; empty otherwise. */
  name: string;
  validFrom: string | null;
  endsOn: string | null;
  /** For the applicant. */
  note: string;
  /** Of a visa: reminders although it is valid for 180 days or less, or from an unknown day. */
  isRemindedAnyway: boolean;
};

export const keyDateKindLabels: Record<KeyDateKind, string> = {
  visa: "Visa",
  permit: "Work or residence permit",
  entry_permission: "Entry permission",
  passport: "Passport",
  permit_fee: "Pay the permit fee by",
  other: "Other",
};

export const settlementLabels: Record<KeyDateSettlement, string> = {
  renewed: "Renewed",
  paid: "Paid",
  left_country: "Left the country",
  not_needed: "No longer needed",
};

/** What a decision grants: may have no expiration date, and is what a renewal replaces. */
export const grantedKinds = ["visa", "permit", "entry_permission"] as const satisfies readonly KeyDateKind[];
export const isGrantedKind = (kind: KeyDateKind): kind is (typeof grantedKinds)[number] =>
  (grantedKinds as readonly string[]).includes(kind);

/** How many a case or a client can have. */
export const mostKeyDates = 10;
export const keyDateLimits = { name: 80, note: 200 };
const [firstDay, lastDay] = ["1950-01-01", "2150-12-31"];

/** Within a sentence: `Passport`, `Permit fee`; for `other` its own name. */
export const keyDateName = ({ kind, name }: Pick<KeyDate, "kind" | "name">): string =>
  kind === "other" ? name : kind === "permit_fee" ? "Permit fee" : keyDateKindLabels[kind];

/** As the label of a day: `Pay the permit fee by`. */
export const keyDateLabel = ({ kind, name }: Pick<KeyDate, "kind" | "name">): string =>
  kind === "other" ? name : keyDateKindLabels[kind];

const msPerDay = 86_400_000;
/** Negative if `day` is before `today`. */
const daysUntil = (day: string, today: string): number => Math.round((Date.parse(day) - Date.parse(today)) / msPerDay);

/** An `other` date may be an expiration or a deadline, so nothing is said of what happens then. */
const verbs: Record<KeyDateKind, { ends: string; ended: string; on: string }> = {
  visa: { ends: " ends", ended: "ended on", on: "on" },
  permit: { ends: " ends", ended: "ended on", on: "on" },
  entry_permission: { ends: " ends", ended: "ended on", on: "on" },
  passport: { ends: " expires", ended: "expired on", on: "on" },
  permit_fee: { ends: " is due", ended: "was due by", on: "by" },
  other: { ends: ":", ended: "was on", on: "on" },
};

/** `in 42 days`, `today`, `ended on March 1, 2027`; empty without an expiration date. */
export function describeDistance({ kind, endsOn }: Pick<KeyDate, "kind" | "endsOn">, today: string): string {
  if (endsOn === null) return "";
  const days = daysUntil(endsOn, today);
  if (days < 0) return `${verbs[kind].ended} ${calendarLongDate(endsOn)}`;
  return days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days.toLocaleString("en-US")} days`;
}

/** `Work or residence permit ends in 12 days, on December 10, 2026`; `Passport expired on March 1, 2027`. */
export function describeKeyDate(keyDate: Pick<KeyDate, "kind" | "name" | "endsOn">, today: string): string {
  const { kind, endsOn } = keyDate;
  const name = keyDateName(keyDate);
  if (endsOn === null) return `${name} has no expiration date`;
  const distance = describeDistance(keyDate, today);
  const days = daysUntil(endsOn, today);
  if (days < 0) return kind === "other" ? `${name}: ${distance}` : `${name} ${distance}`;
  return `${name}${verbs[kind].ends} ${distance}, ${days > 1 ? `${verbs[kind].on} ` : ""}${calendarLongDate(endsOn)}`;
}

/** `ends March 1, 2027`, as it follows the name and a colon; `no expiration date`. */
export function describeDay({ kind, endsOn }: Pick<KeyDate, "kind" | "endsOn">): string {
  if (endsOn === null) return "no expiration date";
  return kind === "other" ? calendarLongDate(endsOn) : `${verbs[kind].ends.trim()} ${calendarLongDate(endsOn)}`;
}

/** Earliest first; those without an expiration date last. */
export const byDay = (a: Pick<KeyDate, "endsOn">, b: Pick<KeyDate, "endsOn">): number =>
  (a.endsOn ?? "9999").localeCompare(b.endsOn ?? "9999");

/** A form's raw input. */
export type KeyDateInput = {
  kind: string;
  name: string;
  validFrom: string;
  endsOn: string;
  noExpiration: boolean;
  note: string;
  isRemindedAnyway: boolean;
};
type KeyDateField = "kind" | "name" | "validFrom" | "endsOn" | "note";
export type KeyDateProblems = Partial<Record<KeyDateField, string>>;
export type CheckedKeyDate =
  | { ok: true; keyDate: KeyDate; problems: null }
  | { ok: false; keyDate: null; problems: KeyDateProblems };

export const emptyKeyDate: KeyDateInput = {
  ...{ kind: "", name: "", validFrom: "", endsOn: "", noExpiration: false, note: "", isRemindedAnyway: false },
};

/** The input that shows a stored key date in a form. */
export const inputOf = ({ kind, name, validFrom, endsOn, note, isRemindedAnyway }: KeyDate): KeyDateInput => ({
  ...{ kind, name, note, isRemindedAnyway },
  ...{ validFrom: validFrom ?? "", endsOn: endsOn ?? "", noExpiration: endsOn === null },
});

const isKeyDateKind = (kind: string): kind is KeyDateKind => (keyDateKinds as readonly string[]).includes(kind);

type Identity = Pick<KeyDate, "kind" | "name" | "endsOn">;
const isSame = (a: Identity, b: Identity) => a.kind === b.kind && a.name === b.name && a.endsOn === b.endsOn;

const sampleDay = "Enter a day such as March 1, 2028.";
const isPossible = (day: string) => isDay(day) && day >= firstDay && day <= lastDay;

export const keyDateMessages = {
  recorded: "This date is recorded already.",
  tooMany: `A case has ${mostKeyDates} key dates at most.`,
} as const;

/**
 * Checks the input of one key date against the owner's other ones: all of them, without the one that is corrected, and
 * including earlier ones of the same form.
 */
export function checkKeyDate(input: KeyDateInput, others: readonly Identity[] = []): CheckedKeyDate {
  const problems: KeyDateProblems = {};
  const kind = isKeyDateKind(input.kind) ? input.kind : null;
  const name = kind === "other" ? normalizeLine(input.name) : "";
  const [validFrom, typedEnd, note] = [
    normalizeFigures(input.validFrom),
    normalizeFigures(input.endsOn),
    normalizeLine(input.note),
  ];
  if (!kind) problems.kind = "Choose what this date is about.";
  if (kind === "other") {
    if (name === "" || name.length > keyDateLimits.name) problems.name = "Enter a name of 1 to 80 characters.";
    else if (!isValidLine(name)) problems.name = invalidCharactersMessage("The name");
  }
  if (validFrom !== "" && !isPossible(validFrom)) problems.validFrom = sampleDay;
  const isOpenEnded = input.noExpiration && (kind === null || isGrantedKind(kind));
  if (isOpenEnded && typedEnd !== "") problems.endsOn = "Enter the day, or choose No expiration date. Not both.";
  else if (!isOpenEnded && typedEnd === "")
    problems.endsOn = kind && !isGrantedKind(kind) ? sampleDay : "Enter the day, or choose No expiration date.";
  else if (!isOpenEnded && !isPossible(typedEnd)) problems.endsOn = sampleDay;
  else if (!isOpenEnded && !problems.validFrom && validFrom !== "" && typedEnd <= validFrom)
    problems.endsOn = "It has to end after it begins.";
  if (note.length > keyDateLimits.note) problems.note = `Use at most ${keyDateLimits.note} characters for the note.`;
  else if (!isValidLine(note)) problems.note = invalidCharactersMessage("The note");
  if (!kind || Object.keys(problems).length > 0) return { ok: false, keyDate: null, problems };
  const keyDate = {
    kind,
    name,
    validFrom: validFrom || null,
    endsOn: isOpenEnded ? null : typedEnd,
    note,
    isRemindedAnyway: kind === "visa" && input.isRemindedAnyway,
  };
  if (others.some((other) => isSame(other, keyDate)))
    return { ok: false, keyDate: null, problems: { endsOn: keyDateMessages.recorded } };
  return { ok: true, keyDate, problems: null };
}
