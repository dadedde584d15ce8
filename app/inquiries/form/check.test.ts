import { describe, expect, test } from "vitest";
import { inquirer } from "../../../test/harness/desk/inquirer";
import { emptyInquiry, type InquiryValues } from "../inquiry";
import { serviceOfParam, serviceOptions } from "../services";
import { checkInquiry } from "./check.server";

const active = [
  { slug: "bahamian-evisa", name: "Bahamian eVisa" },
  { slug: "jamaica-visitor-visa", name: "Jamaica Visitor Visa" },
  { slug: "us-travel-b1-b2-visa", name: "US Travel (B1/B2) Visa" },
  { slug: "visto", name: "Schengen  Visa" },
];
const services = serviceOptions(active);

/** The minimal inquiry, without a way to reply. */
const least: InquiryValues = { ...emptyInquiry, fullName: "Ana", purpose: "A cruise", privacyConsent: true };
const checked = (change: Partial<InquiryValues>) => checkInquiry({ ...least, ...change }, services);
const problemsOf = (change: Partial<InquiryValues>) => {
  const read = checked(change);
  return "problems" in read ? read.problems.map(({ name, message }) => [name, message]) : [];
};
const email = "ana@mail.example";
const phone = "+1 242 555 0100";

describe("the required parts of an inquiry", () => {
  test("[L-ASK-2, L-ASK-4] an inquiry needs name, purpose, consent and a way to answer; everything else is null, one adult, no children", () => {
    const left = { nationality: null, residenceCountry: null, passportExpiryDate: null, travelDate: null };
    const rest = { visaService: "Not sure yet", ...left, numAdults: 1, numChildren: 0 };
    const filled = { fullName: "Ana", purpose: "A cruise", privacyConsent: true };
    for (const [change, by] of [
      [{ email, phone: "" }, "Email"],
      [{ email: "", phone }, "Phone"],
      [{ email, phone }, "Email"],
    ] as const)
      expect(checked(change)).toEqual({ inquiry: { ...filled, ...rest, ...change, preferredContactMethod: by } });
    // Emptied inputs count like untouched ones.
    const emptied = { email, numAdults: " ", numChildren: "", visaService: "", travelDate: " " };
    expect(checked(emptied)).toEqual(checked({ email }));
  });

  test.each([
    ["fullName", { email, fullName: " " }, "Full name is required"],
    ["purpose", { email, purpose: "" }, "Purpose of travel is required"],
    ["privacyConsent", { email, privacyConsent: false }, "You must accept the privacy policy to submit this form."],
    ["email", {}, "Please give us an email address or a phone number, so that we can answer."],
    ["email", { email: " ", phone: "\t" }, "Please give us an email address or a phone number, so that we can answer."],
  ])("[L-ASK-2] an inquiry without %s is refused", (name, input, message) => {
    expect(problemsOf(input)).toEqual([[name, message]]);
  });

  test.each([
    ["phone", { email, preferredContactMethod: "Phone" }, "Please give us a phone number, or choose Email."],
    ["phone", { email, preferredContactMethod: "WhatsApp" }, "Please give us a phone number, or choose Email."],
    ["email", { phone, preferredContactMethod: "Email" }, "Please give us an email address, or choose another way."],
  ])("[L-ASK-3] a contact method without its %s is refused", (name, input, message) => {
    expect(problemsOf(input)).toEqual([[name, message]]);
    const both = { ...input, email, phone };
    expect(checked(both)).toMatchObject({ inquiry: { preferredContactMethod: input.preferredContactMethod } });
  });

  test("[L-ASK-2, L-ASK-3] an unusable contact method has one message, and all problems are in the form's order", () => {
    expect(problemsOf({ email: "ana@", preferredContactMethod: "Email" })).toEqual([
      ["email", "Please enter a valid email address"],
    ]);
    const names = problemsOf({
      ...{ fullName: "", purpose: "", preferredContactMethod: "Fax", nationality: "XX", travelDate: "soon" },
      ...{ numAdults: "11", privacyConsent: false, visaService: "Mars Visa", phone: "none" },
    }).map(([name]) => name);
    expect(names.join(" ")).toBe(
      "fullName phone visaService purpose preferredContactMethod nationality travelDate numAdults privacyConsent",
    );
  });

  test.each(["AQ", "BV", "GS", "HM", "IO", "TF", "UM", "Antarctica", "XX"])(
    "[L-ASK-4, L-ASK-10] %s is refused as a nationality",
    (nationality) => {
      const message =
        nationality === "Antarctica" || nationality === "XX"
          ? expect.stringContaining(`Nationality: “${nationality}” is not on the list.`)
          : "Nationality: choose a country of the list";
      expect(problemsOf({ email, nationality })).toEqual([["nationality", message]]);
      if (nationality !== "XX") expect(problemsOf({ email, residenceCountry: nationality })).toEqual([]);
    },
  );

  test.each([
    ["USA", "US"],
    ["uk", "GB"],
    ["british", "GB"],
    ["Ivory Coast", "CI"],
    ["deutschland", "DE"],
    ["bs", "BS"],
    ["East Germany", "DE"],
  ])("[F-CTRY-1] %s is understood as in the wizard, from a visitor and from staff", (rawInput, code) => {
    for (const isEntered of [false, true])
      expect(
        checkInquiry({ ...least, email, nationality: rawInput, residenceCountry: rawInput }, services, isEntered),
      ).toMatchObject({ inquiry: { nationality: code, residenceCountry: code } });
  });

  test("[F-CTRY-1] a misspelt country is refused with a suggestion", () => {
    expect(problemsOf({ email, nationality: "Bahmas" })).toEqual([
      ["nationality", "Nationality: “Bahmas” is not on the list. Did you mean Bahamas?"],
    ]);
  });

  test("[L-ASK-4] an optional detail is validated when it is given", () => {
    const { privacyConsent: _yes, ...answers } = inquirer;
    const all = { ...answers, visaService: "US Student (F-1) Visa" };
    const numbers = { numAdults: 2, numChildren: 1, privacyConsent: true };
    expect(checked(all)).toEqual({ inquiry: { ...all, ...numbers } });
    expect(problemsOf({ email, numAdults: "two" })).toEqual([
      ["numAdults", "Number of adults must be between 1 and 10"],
    ]);
  });
});

describe("the service of an inquiry", () => {
  test("[L-ASK-5] the choices are the ten in order, then none yet, then the other active ones, each once", () => {
    expect(services.slice(0, 2)).toEqual(["Bahamian e-Visa", "Bahamas Work Visa"]);
    expect(services.slice(9)).toEqual([
      "Permanent Residence",
      "Not sure yet",
      "Jamaica Visitor Visa",
      "Schengen  Visa",
    ]);
    for (const visaService of services) expect(problemsOf({ email, visaService }), visaService).toEqual([]);
    for (const visaService of ["Mars Visa", "jamaica-visitor-visa", "constructor"])
      expect(problemsOf({ email, visaService })).toEqual([["visaService", "Visa service: choose one of the options"]]);
  });

  test.each([
    ["bahamian-evisa", "Bahamian e-Visa"],
    ["jamaica-visitor-visa", "Jamaica Visitor Visa"],
    ["visto", "Schengen  Visa"],
    ["US Travel (B1/B2) Visa", "US Travel (B1/B2) Visa"],
    ["mars-visa", ""],
    ["--", ""],
    ["", ""],
    [null, ""],
  ])("[L-ASK-6] ?service=%s chooses “%s”", (param, name) => {
    expect(serviceOfParam(param, active)).toBe(name);
  });
});

test.each<[Partial<InquiryValues>, string | undefined]>([
  [{ phone: "555-0142" }, "+1 242 555 0142"],
  [{ phone: "555-0142 ext. 12" }, "+1 242 555 0142 ext. 12"],
  [{ phone: "37123456", residenceCountry: "HT" }, "+509 37123456"],
  [{ phone: "37123456", residenceCountry: "BS", nationality: "Haiti" }, "+509 37123456"],
  [{ phone: "37123456" }, undefined],
  [{ phone: "555 01" }, undefined],
  [{ phone: "call me" }, undefined],
])("[F-APPL-18] the phone %j is refused with the number to use: %s", (input, suggested) => {
  const message = suggested
    ? "Please enter the phone number with its country code"
    : "Please enter a valid phone number";
  const read = checked(input);
  expect("problems" in read && read.problems).toEqual([
    { name: "phone", message, ...(suggested ? { offered: suggested } : {}) },
  ]);
  if (suggested) expect(checked({ ...input, phone: suggested })).toMatchObject({ inquiry: { phone: suggested } });
});
