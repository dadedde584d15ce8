/** Inputs of a task in a row: its key, place, title, note, days and event. */
export type TaskInputs = { key: string; place: string; title: string; note: string; days: string; event: string };

const width = 6;

export const taskInputsOf = (inputs: readonly string[]): TaskInputs[] =>
  Array.from({ length: Math.ceil(inputs.length / width) }, (_, index) => {
    const [key = "", place = "", title = "", note = "", days = "", event = ""] = inputs.slice(
      index * width,
      (index + 1) * width,
    );
    return { key, place, title, note, days, event };
  });

export const inputsOf = ({ key, place, title, note, days, event }: TaskInputs): string[] => [
  ...[key, place, title, note, days, event],
];

/** A row in which nothing was typed. Its key and place don't count. */
export const isBlank = ({ title, note, days, event }: TaskInputs): boolean =>
  [title, note, days, event].every((text) => text.trim() === "");
