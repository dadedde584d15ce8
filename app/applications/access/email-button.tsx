import type { ReactNode } from "react";
import { Button, ButtonLink } from "~/ui/button";

type EmailButtonProps = {
  id: string;
  /** On a page with this form, which is saved first. */
  form: string | undefined;
  /** Called instead of submitting that form, with script. */
  onPress: (() => void) | undefined;
  children: ReactNode;
};

/** Leads to the page of the email address. */
export const EmailButton = ({ id, form, onPress, children }: EmailButtonProps) =>
  form ? (
    <Button
      type="submit"
      form={form}
      name="intent"
      value="email"
      formNoValidate
      variant="outline"
      onClick={(event) => {
        event.preventDefault();
        onPress?.();
      }}
    >
      {children}
    </Button>
  ) : (
    <ButtonLink to={`/apply/${id}/email`} variant="outline">
      {children}
    </ButtonLink>
  );
