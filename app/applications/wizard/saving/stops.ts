import { stepUrl } from "~/applications/access/step-url";
import { stepByCode } from "~/applications/steps/registry";
import type { WizardData } from "~/applications/wizard/data.server";
import { fieldId } from "~/applications/wizard/field-view";
import { reasons } from "~/applications/wizard/notices";
import type { SaveState, Stop } from "./step-sender";

/** What the person has to resolve now comes first, and a step that waits for an earlier one last. */
const needs: readonly Stop["why"][] = [
  ...(["conflict", "refused", "offline", "network", "away", "limited", "failed", "unfit", "unopened"] as const),
  ...(["waiting", "early", "hidden"] as const),
];
const rankOf = ({ why }: Stop) => needs.indexOf(why);

export const inOrderOfNeed = (stops: readonly Stop[]): Stop[] => stops.toSorted((a, b) => rankOf(a) - rankOf(b));

const lineTroubles: readonly Stop["why"][] = ["offline", "network", "away"];
/** Other steps can't be loaded then, and are opened as this page knows them. */
export const isConnectionLost = ({ stops }: SaveState): boolean => stops.some(({ why }) => lineTroubles.includes(why));

export const stepsInNeed = ({ stops, invalid }: SaveState): string[] => [
  ...invalid,
  ...stops.flatMap(({ why, step }) => (why === "conflict" || why === "unfit" ? [step] : [])),
];

type StepName = { code: string; title: string };
export type SaveProblem = {
  title: string;
  text: string;
  /** The banner then adds for how long we have been retrying. */
  isRetried: boolean;
  steps: StepName[];
  /** `does`: for a button; `to`: the address of the step that needs attention. */
  action:
    | { label: string; does: "try" | "show" | "compare" | "complete" | "reopen" | "drop" }
    | { label: string; to: string; step: string };
};

type SaveProblemData = Pick<WizardData, "id" | "step" | "steps">;

export function saveProblemOf(state: SaveState, data: SaveProblemData): SaveProblem | undefined {
  const [stop] = state.stops;
  if (!stop || state.ended) return undefined;
  const { step, why, message } = stop;
  const isHere = step === data.step.code;
  const title = titleOf(data, step);
  const storageNote = state.isKept
    ? "What you typed is kept on this device."
    : "What you typed is safe in this tab. Keep it open.";
  const to = (hash?: string) => ({ to: stepUrl(data.id, { step, hash }), step });
  const once = { isRetried: false, steps: [] };
  switch (why) {
    case "conflict":
      return {
        ...once,
        title: `${isHere ? "This step" : title} was changed elsewhere`,
        text: "Nothing was overwritten. Please choose which answers are right.",
        action: { label: "Compare", ...(isHere ? { does: "compare" } : to()) },
      };
    case "unfit": {
      const [first] = stop.problems;
      const count = stop.problems.length > 1 ? `${stop.problems.length} answers` : "One answer";
      const problemText =
        stop.problems.map((problem) => `${problem.message}.`).join(" ") || "It can’t be saved as it is.";
      return {
        ...once,
        title: `${count}${isHere ? "" : ` in ${title}`} ${stop.problems.length > 1 ? "are" : "is"} not saved`,
        text: `${problemText} The rest of the step is saved, and what you typed stays in this tab.`,
        action: isHere
          ? { label: "Show answer", does: "show" }
          : { label: `Open ${title}`, ...to(first && fieldId(first.at ?? first.name)) },
      };
    }
    case "unopened":
      return {
        ...once,
        title: `${title} is not saved yet`,
        text: "This device kept what you typed there, apart from answers such as passport numbers. Open the step to save it.",
        action: { label: `Open ${title}`, ...to() },
      };
    case "refused":
      return {
        ...once,
        isRetried: true,
        title: "Not saved yet",
        text: `${reasons.refused} ${storageNote}`,
        action: { label: "Open it again", does: "reopen" },
      };
    case "hidden":
      return hiddenProblem(state, data);
    case "early":
      return earlyProblem(state, data, storageNote);
    default:
      return {
        title: "Save failed, trying again",
        // A message with a number such as an error code is not for people.
        text: `${message && !/\d{5}/.test(message) ? message : reasons[why]} ${storageNote}`,
        isRetried: true,
        steps: otherSteps(state, data),
        action: { label: "Try now", does: "try" },
      };
  }
}

/** Steps that the office hid while they had answers that can't be saved. */
function hiddenProblem(state: SaveState, data: SaveProblemData): SaveProblem {
  const names = state.stops.filter(({ why }) => why === "hidden").map(({ step }) => titleOf(data, step));
  const text = new Intl.ListFormat("en").format(names);
  const [is, does] = names.length > 1 ? ["are", "them"] : ["is", "it"];
  return {
    title: `${text} ${is} no longer part of your application`,
    text: `Your last answers in ${does} aren’t saved, and aren’t needed. You can continue and submit without them.`,
    isRetried: false,
    steps: [],
    action: { label: "Remove these answers", does: "drop" },
  };
}

function earlyProblem(state: SaveState, data: SaveProblemData, storageNote: string): SaveProblem {
  const waiting = state.stops.filter(({ why }) => why === "early");
  const code = waiting[0]?.step ?? "";
  const names = waiting.map(({ step }) => (step === data.step.code ? "this step" : titleOf(data, step)));
  const text = new Intl.ListFormat("en").format(names);
  const before = data.steps.slice(
    0,
    Math.max(
      0,
      data.steps.findIndex((step) => step.code === code),
    ),
  );
  const found = before.find((step) => state.invalid.includes(step.code));
  // The server accepts a step once the last one that was reached is complete.
  const blocking = found ?? before.findLast(({ open }) => open);
  const all = { title: "Not saved yet", isRetried: true, steps: [] };
  const is = (predicate: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)} ${predicate} ${storageNote}`;
  if (!blocking)
    return {
      ...all,
      text: is("can’t be saved as long as this page is open: it has changed since. Please reload the page."),
      action: { label: "Try now", does: "try" },
    };
  if (blocking.code === data.step.code)
    return {
      ...all,
      text: is("can be saved once this step is complete and you continue to the next."),
      action: { label: "Finish this step", does: "complete" },
    };
  return {
    ...all,
    text: is(`can be saved once ${blocking.title} is complete.`),
    action: { label: `Open ${blocking.title}`, to: stepUrl(data.id, { step: blocking.code }), step: blocking.code },
  };
}

const titleOf = ({ steps }: SaveProblemData, code: string): string =>
  steps.find((step) => step.code === code)?.title ?? stepByCode(code)?.title ?? "Another step";

const otherSteps = ({ stops }: SaveState, data: SaveProblemData): StepName[] =>
  data.steps.filter(({ code }) => code !== data.step.code && stops.some(({ step }) => step === code));
