import { Input, type InputProps } from "./input";

/**
 * Shows the normalized email when the field loses focus. The rule is loaded only then, because most visits never need
 * it; if it can't be loaded, the server does the same. The form needs `noValidate`, or the field `type="text"`:
 * browsers refuse emails that our rule accepts.
 */
export const EmailInput = ({ type = "email", ...rest }: Omit<InputProps, "onBlur">) => (
  <Input inputMode="email" {...rest} type={type} onBlur={({ currentTarget }) => void showUsed(currentTarget)} />
);

async function showUsed(input: HTMLInputElement): Promise<void> {
  if (input.value === "" || input.readOnly) return;
  const { usedEmail } = await import("./used-email").catch(() => ({ usedEmail: undefined }));
  const used = usedEmail?.(input.value);
  if (!used || used === input.value || document.activeElement === input) return;
  input.value = used;
  // The page must treat it as typed.
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
