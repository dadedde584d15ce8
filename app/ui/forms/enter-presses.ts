import type { KeyboardEvent } from "react";

/** Enter in a box presses the button of this value, and not the first one of the form. */
export const enterPresses = (value: string) => (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const { form } = event.currentTarget;
  form?.requestSubmit(form.querySelector<HTMLButtonElement>(`button[value="${value}"]`));
};
