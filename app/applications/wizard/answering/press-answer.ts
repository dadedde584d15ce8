/** Checks a yes/no question's answer in its form, or clears the question. Fires no event. */
export function pressAnswer(form: HTMLFormElement, name: string, value: "yes" | "no" | undefined): void {
  for (const input of form.querySelectorAll<HTMLInputElement>(`input[type="radio"][name="${name}"]`))
    input.checked = input.value === value;
}
