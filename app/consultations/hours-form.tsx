import { Form, useNavigation } from "react-router";
import type { FieldView } from "~/content/editing/read-editor.server";
import { FieldInputs } from "~/content/editing/screens/field-inputs";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { EditorFold } from "~/ui/editor-fold";
import { ErrorSummary } from "~/ui/forms/error-summary";

/** The days with hours, such as `Monday–Friday` and `9 am–12 pm`, and the fields of all days. */
export type ConsultationHours = { lines: readonly { days: string; times: string }[]; fields: readonly FieldView[] };

type HoursFormProps = {
  hours: ConsultationHours;
  /** Of one’s own, or of another admin by name. */
  name?: string;
  heading?: "h2" | "h3";
  /** The result of saving. */
  answer: { ok: boolean; message: string; problems: Readonly<Record<string, string>>; typed: Typed } | undefined;
};

type Typed = Readonly<Record<string, readonly string[]>>;

/** When an admin takes consultations; the editor opens on request. */
export function ConsultationHoursForm({ hours, name, heading: Heading = "h2", answer }: HoursFormProps) {
  const busy = useNavigation().formData?.get("intent") === "consultation-hours";
  const problems = answer?.problems ?? {};
  const refused = answer && !answer.ok ? answer : undefined;
  const errors = Object.entries(problems).map(([day, message]) => ({ id: `f-${day}`, message }));
  return (
    <Card padding="none" className="p-5 lg:col-span-2" role="region" aria-labelledby="consultation-hours">
      <Heading id="consultation-hours" className="scroll-mt-20 text-xl">
        Consultation hours
      </Heading>
      <p className="mt-1 text-stone">
        {name
          ? `When visitors can book a consultation with ${name}.`
          : "When visitors can book a consultation with you."}{" "}
        Nassau time, within the office hours.
      </p>
      {hours.lines.length > 0 ? (
        <dl className="mt-3 grid w-fit grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 tabular-nums">
          {hours.lines.map(({ days, times }) => (
            <div key={days} className="contents">
              <dt className="font-medium">{days}</dt>
              <dd>{times}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="mt-3 font-medium">No hours yet, so nobody can book.</p>
      )}
      {answer && errors.length === 0 && !busy ? (
        <p role={answer.ok ? "status" : "alert"} className={answer.ok ? "mt-3 text-stone" : "mt-3 text-error"}>
          {answer.message}
        </p>
      ) : null}
      <EditorFold title="Change hours" opens={refused !== undefined} className="mt-4">
        <ErrorSummary title="The hours were not saved" errors={errors} className="mb-4 px-4! py-4!" />
        <Form method="post" replace preventScrollReset noValidate data-keep="consultation-hours" className="grid gap-5">
          <input type="hidden" name="intent" value="consultation-hours" />
          <div className="grid gap-5">
            {hours.fields.map((field) => (
              <FieldInputs
                key={field.name}
                field={field}
                boxes={refused?.typed[field.name] ?? field.boxes}
                problem={problems[field.name]}
              />
            ))}
          </div>
          <Button type="submit" busy={busy} busyLabel="Saving…" className="justify-self-start">
            Save hours
          </Button>
        </Form>
      </EditorFold>
    </Card>
  );
}
