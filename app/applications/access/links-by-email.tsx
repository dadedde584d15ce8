import { Form } from "react-router";
import { SubmitButton } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import { Banner } from "~/ui/notices/banner";

type LinksByEmailProps = {
  answer: { email: string; problem: string } | undefined;
  /** The same whether or not there is anything to mail. */
  sent: string;
  label: string;
  className?: string;
};

/** A form that mails links to an email. */
export function LinksByEmail({ answer, sent, label, className }: LinksByEmailProps) {
  return (
    <>
      {answer && !answer.problem ? (
        <Banner tone="success" role="status" className={className} title="Please check your email">
          {sent}
        </Banner>
      ) : null}
      <Form
        method="post"
        noValidate
        className={classNames("flex flex-wrap items-end gap-4 text-base text-ink", className)}
      >
        <div className="min-w-0 flex-1 basis-72">
          <Field id="email" label="Email address" error={answer?.problem || undefined} required>
            <EmailInput name="email" maxLength={254} autoComplete="email" defaultValue={answer?.email} />
          </Field>
        </div>
        <SubmitButton size="lg">{label}</SubmitButton>
      </Form>
    </>
  );
}
