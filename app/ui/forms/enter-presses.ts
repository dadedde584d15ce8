import type { KeyboardEvent } from "react";

/** Makes Enter click the button with this value instead of the form's first one. */
export const enterPresses = (value: string) => (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const { form } = event.currentTarget;
  form?.requestSubmit(form.querySelector<HTMLButtonElement>(`button[value="${value}"]`));
};
