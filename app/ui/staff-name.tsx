import { EmailText } from "./email-text";

type StaffNameProps = {
  /** The email while the person has no name. */
  name: string;
  email: string | null | undefined;
};

/** A person of the staff by name, with the email as a tooltip and for screen readers. */
export function StaffName({ name, email }: StaffNameProps) {
  if (!email || name === email) return <EmailText email={name} />;
  return (
    <span title={email} className="wrap-anywhere">
      {name}
      <span className="sr-only"> ({email})</span>
    </span>
  );
}
