import { describe, expect, test } from "vitest";
import type { SaveState, Stop } from "./step-sender";
import { inOrderOfNeed, saveProblemOf, stepsInNeed } from "./stops";

const steps = [
  { code: "applicant_info", title: "Applicant Information", state: "Complete", open: true },
  { code: "passport_info", title: "Passport Information", state: "Complete", open: true },
  { code: "contact_info", title: "Contact Information", state: "Current", open: true },
] as const;
const data = { id: "an-id", step: steps[2], steps: [...steps] } as unknown as Parameters<typeof saveProblemOf>[1];

const stop = (why: Stop["why"], step: string, more: Partial<Stop> = {}): Stop => ({
  ...{ step, why, message: "", problems: [] },
  ...more,
});
const stateOf = (stops: Stop[], more: Partial<SaveState> = {}): SaveState => ({
  ...{ kind: "failed", stops: inOrderOfNeed(stops), isKept: false, left: [], invalid: [] },
  ...{ at: "", since: 0, ended: undefined, spoken: "" },
  ...more,
});
const long = { name: "phone", message: "Please use at most 50 characters" };

const here = "contact_info";
const otherStep = "passport_info";
describe("[F-APPL-5] the banner of unsent answers", () => {
  test.each<[string, Stop, object]>([
    [
      "another step was changed elsewhere",
      stop("conflict", otherStep),
      { title: "Passport Information was changed elsewhere", action: { label: "Compare", to: expect.any(String) } },
    ],
    [
      "this step was changed elsewhere",
      stop("conflict", here),
      { title: "This step was changed elsewhere", action: { label: "Compare", does: "compare" } },
    ],
    [
      "an answer of another step can’t be stored",
      stop("unfit", otherStep, { problems: [long] }),
      {
        title: "One answer in Passport Information is not saved",
        text: expect.stringMatching(/^Please use at most 50 characters\. /),
        action: { label: "Open Passport Information", to: "/apply/an-id?step=passport_info#phone" },
      },
    ],
    [
      "two answers of this step can’t be stored",
      stop("unfit", here, { problems: [long, { ...long, name: "mobile" }] }),
      { title: "2 answers are not saved", action: { label: "Show answer", does: "show" } },
    ],
    [
      "another step has to be opened before it can be sent",
      stop("unopened", otherStep),
      {
        title: "Passport Information is not saved yet",
        action: { label: "Open Passport Information", to: "/apply/an-id?step=passport_info" },
      },
    ],
    [
      "this browser may not save any more",
      stop("refused", here),
      { title: "Not saved yet", action: { label: "Open it again", does: "reopen" } },
    ],
    [
      "the server says why it takes nothing now",
      stop("limited", here, { message: "You saved very often. Please try again in 5 minutes." }),
      {
        text: expect.stringMatching(/^You saved very often\. Please try again in 5 minutes\. .* Keep it open\.$/),
        action: { label: "Try now", does: "try" },
      },
    ],
    [
      "the line is gone",
      stop("offline", otherStep),
      {
        title: "Save failed, trying again",
        steps: [{ code: otherStep, title: "Passport Information" }],
        action: { label: "Try now", does: "try" },
      },
    ],
  ])("%s → the banner names the step, the reason and the remedy", (_case, stopped, expected) => {
    expect(saveProblemOf(stateOf([stopped]), data)).toMatchObject(expected);
  });

  test("a step waits for an earlier one → the banner links to the earlier one", () => {
    const state = stateOf([stop("early", here)], { invalid: [otherStep] });
    expect(saveProblemOf(state, data)).toMatchObject({
      text: expect.stringMatching(/^This step can be saved once Passport Information is complete\. /),
      action: { label: "Open Passport Information", to: "/apply/an-id?step=passport_info" },
    });
  });

  test("a step that its page does not list is waiting → the banner names no other step instead", () => {
    expect(saveProblemOf(stateOf([stop("early", "trip_details")]), data)).toMatchObject({
      text: expect.stringMatching(/^Trip Details can’t be saved as long as this page is open/),
      action: { label: "Try now", does: "try" },
    });
  });

  test("of several steps, the banner names first the one that only the applicant can resolve", () => {
    const state = stateOf([stop("early", "a"), stop("offline", "b"), stop("unfit", "c"), stop("conflict", "d")]);
    expect(state.stops.map(({ step }) => step)).toEqual(["d", "b", "c", "a"]);
    expect(stepsInNeed({ ...state, invalid: ["e"] })).toEqual(["e", "d", "c"]);
  });

  test("the banner disappears once all is saved, and where nothing can be saved", () => {
    expect(saveProblemOf(stateOf([]), data)).toBeUndefined();
    expect(saveProblemOf(stateOf([stop("offline", here)], { ended: "already" }), data)).toBeUndefined();
  });
});
