import { Input, type InputProps } from "./input";

/**
 * An input for an email address, which shows the one that is used once it is left (F-MAIL-3). The rule is loaded here
 * alone, as most visits never need it. Where it can't be loaded the server reads the same out of what was typed. Its
 * form has `noValidate`, or it is of type `text`: browsers refuse addresses that our rule takes.
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
  // The page learns of it as of what is typed.
  box.dispatchEvent(new Event("input", { bubbles: true }));
}
