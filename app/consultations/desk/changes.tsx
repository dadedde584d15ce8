import { ArrowRightLeft, CalendarClock, CalendarX2 } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { SubmitButton } from "~/ui/button";
import { EditorFold } from "~/ui/editor-fold";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { listHref } from "~/ui/lists/list-filter";
import type { Route } from "./+types/consultation";
import { TimeChoice } from "./time-choice";

export type Answer = { intent: string; message: string; typed: Record<string, string> };
export type Loaded = Route.ComponentProps["loaderData"];
export type PartProps = Loaded & { answer: Answer | undefined };

export function Seen({ consultation, attempt }: Pick<Loaded, "consultation" | "attempt">) {
  return (
    <>
      <input type="hidden" name="seen" value={consultation.seen} />
      <input type="hidden" name="attempt" value={attempt} />
    </>
  );
}

/** Move, give and cancel, each behind its button. */
export function Changes(props: PartProps) {
  const { consultation, times, takers, attempt, answer, isPaged } = props;
  const { id, zone, person } = consultation;
  const refused = (intent: string) => (answer?.intent === intent ? answer : undefined);
  const mailed = person?.email
    ? "The visitor gets one email with a new calendar file."
    : "The visitor gave no email, so nobody is told. Please call.";
  return (
    <section aria-label="Change this consultation" className="grid gap-3">
      <Change
        title="Move"
        icon={<CalendarClock aria-hidden />}
        isOpen={isPaged || refused("move") !== undefined}
        text={mailed}
        {...{ consultation, attempt }}
      >
        {times ? (
          <TimeChoice
            times={times}
            zone={zone}
            pageOf={(from) => listHref(`/admin/consultations/${id}`, { from: from ?? undefined })}
            chosen={refused("move")?.typed.startsAt}
            error={refused("move")?.message}
          />
        ) : null}
        <SubmitButton intent="move" busyLabel="Moving…" className="justify-self-start">
          Move the consultation
        </SubmitButton>
      </Change>
      <Change
        title="Give to someone else"
        icon={<ArrowRightLeft aria-hidden />}
        isOpen={refused("give") !== undefined}
        text="Time and number stay, and the visitor isn’t emailed. Both of you get a calendar file."
        {...{ consultation, attempt }}
      >
        <Field id="adminId" label="Who takes it" size="sm" error={refused("give")?.message}>
          <Select
            name="adminId"
            size="sm"
            placeholder="Choose one"
            defaultValue={refused("give")?.typed.adminId ?? ""}
            options={takers.map(({ id: value, name, isFree }) => ({
              value,
              label: isFree ? name : `${name} (not free then)`,
            }))}
          />
        </Field>
        <SubmitButton intent="give" busyLabel="Saving…" className="justify-self-start">
          Give the consultation
        </SubmitButton>
      </Change>
      <Change
        title="Cancel"
        icon={<CalendarX2 aria-hidden />}
        isOpen={refused("cancel") !== undefined}
        text={person?.email ? "The visitor is emailed this reason." : mailed}
        {...{ consultation, attempt }}
      >
        <Field id="reason" label="Reason" size="sm" required error={refused("cancel")?.message}>
          <Textarea name="reason" size="sm" rows={3} dir="auto" defaultValue={refused("cancel")?.typed.reason ?? ""} />
        </Field>
        <SubmitButton intent="cancel" variant="danger" busyLabel="Canceling…" className="justify-self-start">
          Cancel the consultation
        </SubmitButton>
      </Change>
    </section>
  );
}

type ChangeProps = Pick<Loaded, "consultation" | "attempt"> & {
  title: string;
  icon: ReactNode;
  isOpen: boolean;
  text: string;
  children: ReactNode;
};

function Change({ title, icon, isOpen, text, consultation, attempt, children }: ChangeProps) {
  return (
    <EditorFold title={title} before={icon} opens={isOpen}>
      <Form
        method="post"
        preventScrollReset
        noValidate
        data-keep={`consultation-${consultation.id}-${title}`}
        className="grid gap-4 rounded-xl border border-line px-4 py-4"
      >
        <Seen consultation={consultation} attempt={attempt} />
        <p className="text-sm text-stone">{text}</p>
        {children}
      </Form>
    </EditorFold>
  );
}
