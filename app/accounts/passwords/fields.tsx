import type { PasswordProblems } from "~/accounts/passwords/own-password.server";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";

export type NewPasswordFieldsProps = {
  problems: PasswordProblems;
  size?: "md" | "sm" | undefined;
  /** For the browser's password manager. */
  email: string;
};

export function NewPasswordFields({ problems, size = "md", email }: NewPasswordFieldsProps) {
  return (
    <>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        id="password"
        label="New password"
        size={size}
        required
        hint="At least 8 characters, and not easy to guess"
        error={problems.password}
      >
        <Input name="password" type="password" size={size} autoComplete="new-password" />
      </Field>
      <Field id="confirmation" label="Confirm new password" size={size} required error={problems.confirmation}>
        <Input name="confirmation" type="password" size={size} autoComplete="new-password" />
      </Field>
    </>
  );
}

/** For an error summary, in the order of the fields. */
export function listProblems(problems: PasswordProblems) {
  return (["present", "password", "confirmation"] as const).flatMap((id) => {
    const message = problems[id];
    return message ? [{ id, message }] : [];
  });
}
