import type * as place from "~/applications/steps/accommodation";
import type * as work from "~/applications/steps/bahamas-employment";
import type * as contact from "~/applications/steps/contact-info";
import type * as supported from "~/applications/steps/dependents";
import type * as family from "~/applications/steps/family-relatives";
import type { Metadata } from "~/db/schema/applications";
import type { RawAnswers } from "~/form-engine/define-step";
import { dayAfter } from "~/sample/clock";
import type { Random } from "~/sample/random";
import type { OriginCode } from "./people";
import type { Persona } from "./persona";

type Emergency = RawAnswers<typeof contact.contactInfo>;
type Context = { random: Random; phones: (code: OriginCode) => string; startedAt: Date };

/** The answers of the five Bahamas add-ons (steps 9 to 13). */
export function addOnAnswers(person: Persona, context: Context, emergency: Emergency): Metadata {
  return {
    step9: employment(person, context),
    step10: relatives(person, emergency, context),
    step11: { hasCriminalConvictions: false, hasTerrorismInvolvement: false },
    step12: accommodation(person, context),
    step13: dependents(person, context),
  };
}

function employment(person: Persona, { random, phones }: Context): RawAnswers<typeof work.bahamasEmployment> {
  const { job, at, is, home, lives, payer, earns = 0, days, age } = person;
  const years = is === "student" ? 0 : random.int(1, Math.max(1, Math.min(24, age - 22))) / 2;
  const former = years < 5 && is === undefined && age > 28;
  return {
    occupation:
      is === "retired" ? "Retired" : is === "unemployed" ? "None at present" : is === "student" ? "Student" : job,
    yearsEmployed: String(years),
    employerName: at,
    employerAddress: `${home.line}, ${home.city}`,
    employerPhone: at ? phones(lives) : undefined,
    hasFormerEmployment: years < 5,
    ...(years < 5 && { formerOccupation: former ? job : "Student" }),
    ...(former && {
      formerYears: String(random.int(2, 7)),
      formerEmployerName: `${person.family} & Partners`,
      formerEmployerAddress: `${random.int(1, 90)} Main Street, ${home.city}`,
      formerEmployerPhone: phones(lives),
    }),
    tripSponsor: sponsor(payer),
    moneyAvailable: Math.max(800, Math.round((earns * 2 + Math.min(days, 60) * 60) / 100) * 100).toFixed(2),
  };
}

function sponsor(payer: Persona["payer"]) {
  if (!payer) return "self";
  if (payer[0] === "company") return "employer";
  return payer[0] === "sponsor" ? "organization" : "family";
}

function relatives(
  { spouse, kids, from, host, payer }: Persona,
  emergency: Emergency,
  { random }: Context,
): RawAnswers<typeof family.familyRelatives> {
  const settled = (relationship: string) =>
    [host?.[1], payer?.[2].toLowerCase()].includes(relationship) ? ["work_permit"] : ["none"];
  return {
    relativeStatuses: {
      father: settled("father"),
      mother: settled("mother"),
      spouse: spouse?.[2] === "BS" && from !== "BS" ? ["citizen"] : ["none"],
      siblings: settled("sister"),
      children: settled("son") && kids ? ["none"] : settled("son"),
    },
    emergencyContactName: emergency.emergencyContactName,
    emergencyContactPhone: emergency.emergencyContactPhone,
    emergencyContactAddress: `${random.int(2, 200)} East Bay Street, Nassau`,
  };
}

function accommodation(
  { stay, host, days, arrival }: Persona,
  { random, phones }: Context,
): RawAnswers<typeof place.accommodation> {
  return {
    stayingInHotel: stay.isHotel,
    accommodationName: stay.name,
    accommodationAddress: [stay.address, stay.city, stay.state].filter(Boolean).join(", "),
    accommodationPhone: host || random.chance(0.6) ? phones("BS") : undefined,
    accommodationEmail: stay.isHotel
      ? `reservations@${stay.name.toLowerCase().replace(/[^a-z]+/g, "")}.example`
      : undefined,
    intendedLengthOfStayDays: String(Math.min(days, 365)),
    arrivalDate: arrival,
  };
}

function dependents(
  { kids = [], spouse, service }: Persona,
  { startedAt, random }: Context,
): RawAnswers<typeof supported.dependents> {
  const moves = service !== "bahamian-evisa";
  return {
    hasDependents: kids.length > 0,
    dependents:
      kids.length === 0
        ? undefined
        : kids.map(([fullName, age]) => ({
            fullName,
            relationship: "child",
            dateOfBirth: dayAfter(startedAt, -age * 365 - random.int(10, 340)),
            isTraveling: moves && (spouse !== undefined || random.chance(0.5)),
          })),
  };
}
