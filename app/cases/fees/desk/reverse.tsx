import { Form } from "react-router";
import type { VoidsQuestion } from "~/cases/invoices/voids-question";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { unbroken } from "~/ui/unbroken";
import type { FeesFormResult } from "./answer";
import type { DeskFees } from "./desk-fees.server";

type ReverseProps = {
  fees: DeskFees;
  entry: DeskFees["entries"][number];
  /** Set if the charge is on a valid invoice. */
  question: VoidsQuestion | null;
  back: string;
  answered: FeesFormResult | undefined;
};

/** Asks before an entry is reversed, and for the reason. */
export function ReverseQuestion({ fees, entry, question, back, answered }: ReverseProps) {
  const problem = answered?.problems?.reason;
  return (
    <section aria-labelledby="reverse">
      <h2 id="reverse" className="text-lg">
        Reverse this entry?
      </h2>
      <dl className="mt-3 rounded-lg border border-line bg-mist/60 px-3.5 py-2.5">
        <dt className="font-semibold [overflow-wrap:anywhere]">
          {entry.name}, {entry.amount}
        </dt>
        <dd className="text-sm text-stone [overflow-wrap:anywhere]">{entry.details.join(" · ")}</dd>
      </dl>
      <p className="mt-3">
        {entry.kind === "charge"
          ? "It stays in the ledger but no longer counts."
          : "It stays in the ledger and no longer counts, and the applicant gets a receipt of the reversal by email."}{" "}
        You can’t undo this. To correct a mistake, record a new entry.
      </p>
      {question ? (
        <Banner key={question.key} tone="warning" role="alert" className="mt-3">
          {unbroken(question.text)}
        </Banner>
      ) : null}
      <MessageBanner message={answered?.message} className="mt-3" />
      <Form method="post" className="mt-4 grid gap-4">
        <input type="hidden" name="entry" value={entry.id} />
        {question ? <input type="hidden" name="confirmed" value={question.key} /> : null}
        <input type="hidden" name="attempt" value={answered?.attempt || fees.attempts.reversal} />
        <div role={problem ? "alert" : undefined}>
          <Field
            id="reason"
            label="Reason"
            size="sm"
            hint="In 1 to 500 characters. The applicant reads this."
            error={problem}
          >
            <Textarea name="reason" size="sm" rows={3} dir="auto" defaultValue={answered?.values.reason} />
          </Field>
        </div>
        <div className="flex flex-wrap gap-3">
          <SubmitButton intent="reverse" variant="danger" size="sm">
            {question ? "Reverse entry and void invoice" : "Reverse entry"}
          </SubmitButton>
          <ButtonLink to={back} variant="outline" size="sm">
            Keep entry
          </ButtonLink>
        </div>
      </Form>
    </section>
  );
}
