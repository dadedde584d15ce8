import { expect, test } from "vitest";
import { passportInfo } from "~/applications/steps/passport-info";
import { reviewSteps } from "~/applications/steps/review";
import { passportDigests, passportSearch } from "~/applications/stored-answers/sealed-answers.server";
import { unreadableAnswer } from "~/core/unreadable";
import type { Answers } from "~/form-engine/definition";
import { readStepForm } from "~/form-engine/read-form";
import { relevantAnswers } from "~/form-engine/relevance";
import { formOf } from "~/form-engine/write-form";

const read = (inputs: Record<string, string>) => readStepForm(passportInfo, new URLSearchParams(inputs));
/** As a draft of before holds them. */
const before = {
  passportNumber: "rd 44-71902",
  passportBookNumber: "b12",
  issuingCity: "Jacmel",
  hasOtherNationality: true,
  otherNationalities: [{ country: "CA", passportNumber: "ab123" }],
};
const inCapitals = {
  passportNumber: "RD 44-71902",
  passportBookNumber: "B12",
  issuingCity: "Jacmel",
  hasOtherNationality: true,
  otherNationalities: [{ country: "CA", passportNumber: "AB123" }],
};

test("[N-NUM-7] a record's capitals are stored as its field shows them, in lists too, and other texts as typed", () => {
  const answers = read(Object.fromEntries(formOf(passportInfo, before)));
  expect(answers).toEqual(inCapitals);
  expect(read(Object.fromEntries(formOf(passportInfo, answers))), "saved again it is no change").toEqual(answers);
});

test("[N-NUM-7] an older draft's capitals are reviewed, signed and stored in rows the same way", () => {
  expect(relevantAnswers(passportInfo, before)).toMatchObject(inCapitals);
  const [step] = reviewSteps([{ definition: passportInfo, title: "" }], { step2: before }, (code) => code);
  const answersByName = Object.fromEntries(step?.answers.map(({ name, answer }) => [name, answer]) ?? []);
  expect(answersByName).toMatchObject({
    passportNumber: "RD 44-71902",
    passportBookNumber: "B12",
    otherNationalities: [["CA", "AB123"]],
  });
});

test("[V-ENC-7] a number is found as before, however its letters are stored", () => {
  expect(passportDigests(passportInfo, before)).toEqual(passportDigests(passportInfo, inCapitals));
  expect(passportSearch("rd 44-71902")).toEqual(passportSearch("RD4471902"));
  expect(passportDigests(passportInfo, before)).toContain(passportSearch("rd 44-71902")[0]);
});

test("an unreadable answer keeps the text that marks it as unreadable", () => {
  const lost = { passportNumber: unreadableAnswer };
  expect(relevantAnswers(passportInfo, lost).passportNumber).toBe(unreadableAnswer);
  expect(read(lost).passportNumber).toBe(unreadableAnswer);
  expect(passportDigests(passportInfo, lost)).toEqual([]);
});

test("[F-NAME-3] a passport number is hashed with its country, and alone for the search", () => {
  const digests = (answers: Answers) => passportDigests(passportInfo, answers).slice(1);
  const [number = ""] = passportSearch("123456789");
  const [otherDigest = ""] = passportSearch("998877");
  expect(digests({ passportNumber: "123 456-789", issuingCountry: "GB" })).toEqual([number, `GB:${number}`]);
  const two = { hasOtherNationality: true, otherNationalities: [{ country: "HT", passportNumber: "998877" }] };
  expect(digests({ passportNumber: "123456789", issuingCountry: "RO", ...two })).toEqual([
    number,
    `RO:${number}`,
    otherDigest,
    `HT:${otherDigest}`,
  ]);
  for (const issuingCountry of [undefined, "", "Romania"])
    expect(digests({ passportNumber: "123456789", issuingCountry })).toEqual([number]);
});
