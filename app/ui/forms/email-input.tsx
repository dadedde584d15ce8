import { Input, type InputProps } from "./input";

/**
 * Shows the normalized email when the field loses focus. The rule is loaded only then, because most visits never need
 * it; if it can't be loaded, the server does the same. The form needs `noValidate`, or the field `type="text"`:
 * browsers refuse emails that our rule accepts.
 */
export const EmailInput = ({ type = "email", ...rest }: Omit<InputProps, "onBlur">) => (
  <Input inputMode="email" {...rest} type={type} onBlur={({ currentTarget }) => void showUsed(currentTarget)} />
);

async function showUsed(box: HTMLInputElement): Promise<void> {
  if (box.value === "" || box.readOnly) return;
  const { usedEmail } = await import("./used-email").catch(() => ({ usedEmail: undefined }));
  const used = usedEmail?.(box.value);
  if (!used || used === box.value || document.activeElement === box) return;
  box.value = used;
  // The page must treat it as typed.
  box.dispatchEvent(new Event("input", { bubbles: true }));
}
