/** Selects Yes or No of a question in its form, or neither. Fires no event. */
export function selectAnswer(form: HTMLFormElement, name: string, value: "yes" | "no" | undefined): void {
  for (const input of form.querySelectorAll<HTMLInputElement>(`input[type="radio"][name="${name}"]`))
    input.checked = input.value === value;
}
