import type { TaskEvent } from "~/db/schema/values";

export const maxTaskTitle = 120;
export const maxTaskNote = 500;
export const maxTaskDays = 365;
export const maxTemplateTasks = 30;
export const maxCaseTasks = 100;

export const noTitleMessage = "Say what has to be done.";

/** How a due date depends on its event, as it is chosen. */
export const eventLabels: Record<TaskEvent, string> = {
  submission: "after the submission",
  filing: "after filing",
  expected_decision: "before the expected decision",
  approval: "after the approval",
  expiration: "before the expiration",
};

const onTheDay: Record<TaskEvent, string> = {
  submission: "on the day of the submission",
  filing: "on the day of filing",
  expected_decision: "on the day of the expected decision",
  approval: "on the day of the approval",
  expiration: "on the day of the expiration",
};

/** `5 days after filing` */
export const describeEvent = (event: TaskEvent, days: number): string =>
  days === 0 ? onTheDay[event] : `${days} ${days === 1 ? "day" : "days"} ${eventLabels[event]}`;
