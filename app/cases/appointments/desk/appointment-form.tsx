import { useState } from "react";
import { Form } from "react-router";
import { formatZone, timeZoneOptions } from "~/core/zones/wall-time";
import { appointmentKinds } from "~/db/schema/values";
import { appointmentKindLabels } from "~/mail/calendar/appointment-words";
import { SubmitButton } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { DateInput } from "~/ui/forms/date-input";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Field } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import type { AppointmentProblems, AppointmentValues } from "./appointment-fields";
import { overlapKey, timeKey } from "./odd-time";

type Props = {
  values: AppointmentValues;
  problems: AppointmentProblems;
  attempt: string;
  /** The appointment to change, at the version that was shown; undefined for a new one. */
  changed?: { id: string; seen: number } | undefined;
  offersStatus: boolean;
  /** Open requests: while there are any, the status stays unless staff choose otherwise. */
  openItems: number;
  /** Active admins, one of whom may take part. */
  people: readonly { id: string; name: string }[];
};

const options = (zone: string) =>
  (timeZoneOptions.includes(zone) ? timeZoneOptions : [...timeZoneOptions, zone]).map((value) => ({
    value,
    label: formatZone(value),
  }));

export function AppointmentForm({ values, problems, attempt, changed, offersStatus, openItems, people }: Props) {
  const [kind, setKind] = useState(values.kind);
  const errors = Object.entries(problems).flatMap(([id, message]) => (message ? [{ id, message }] : []));
  return (
    <>
      <ErrorSummary title="Please fix the highlighted fields." errors={errors} className="mb-6" />
      <Form
        method="post"
        noValidate
        data-keep={changed ? `appointment-${changed.id}` : "new-appointment"}
        className="grid gap-5"
      >
        <input type="hidden" name="attempt" value={attempt} />
        {changed ? <Which {...changed} /> : null}
        {changed ? null : (
          <Field id="kind" label="Kind" error={problems.kind} required size="sm">
            <Select
              name="kind"
              size="sm"
              placeholder="Choose one"
              defaultValue={values.kind}
              onChange={(event) => setKind(event.currentTarget.value)}
              options={appointmentKinds.map((value) => ({ value, label: appointmentKindLabels[value] }))}
            />
          </Field>
        )}
        <div className="grid gap-5 sm:grid-cols-2 sm:items-end">
          <Field id="day" label="Day" error={problems.day} required size="sm">
            <DateInput name="day" size="sm" defaultValue={values.day} />
          </Field>
          <Field id="time" label="Time" error={problems.time} required size="sm">
            <Input name="time" type="time" size="sm" defaultValue={values.time} className="tabular-nums" />
          </Field>
          <Field id="zone" label="Time zone" error={problems.zone} required size="sm">
            <Select name="zone" size="sm" defaultValue={values.zone} options={options(values.zone)} />
          </Field>
          <Field id="minutes" label="Length in minutes" error={problems.minutes} required size="sm">
            <Input name="minutes" inputMode="numeric" size="sm" defaultValue={values.minutes} />
          </Field>
        </div>
        <Field
          id="place"
          label="Place or link"
          hint="An address, or a link that begins with https://"
          error={problems.place}
          required
          size="sm"
        >
          <Input name="place" size="sm" maxLength={300} defaultValue={values.place} dir="auto" />
        </Field>
        <Field id="bring" label="What to bring" mark="optional" error={problems.bring} size="sm">
          <Textarea name="bring" size="sm" rows={3} maxLength={2000} defaultValue={values.bring} dir="auto" />
        </Field>
        <Field
          id="staffId"
          label="Who of us takes part"
          mark="optional"
          hint="Nobody can book a consultation with them then."
          error={problems.staffId}
          size="sm"
        >
          <Select
            name="staffId"
            size="sm"
            defaultValue={values.staffId}
            options={[
              { value: "", label: "Nobody in particular" },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        {offersStatus ? (
          <div hidden={kind !== "interview" && kind !== ""}>
            <Checkbox
              id="status"
              name="status"
              value="yes"
              size="sm"
              defaultChecked={values.status}
              label="Set the status to Interview Scheduled"
              hint={`Interviews only. The applicant gets one email about both.${openItems > 0 ? ` A request is open: ${values.status ? "uncheck this to leave the status as it is" : "the status stays as it is unless you check this"}.` : ""}`}
            />
          </div>
        ) : null}
        {problems.sure ? (
          <Checkbox
            id="sure"
            name="sure"
            value={timeKey(values)}
            size="sm"
            error={problems.sure}
            label="Yes, this is the time of the appointment"
          />
        ) : null}
        {problems.over ? (
          <Checkbox
            id="over"
            name="over"
            value={overlapKey(values)}
            size="sm"
            error={problems.over}
            label="Yes, save the appointment over the consultation"
          />
        ) : null}
        <p className="text-xs text-stone">
          The applicant gets one email with a calendar file and is asked to confirm. We send reminders 24 hours and 2
          hours before.
        </p>
        <div>
          <SubmitButton intent={changed ? "move" : "make"} busyLabel="Sending…">
            {changed ? "Save and notify applicant" : "Make the appointment"}
          </SubmitButton>
        </div>
      </Form>
    </>
  );
}

export const Which = ({ id, seen }: { id: string; seen: number }) => (
  <>
    <input type="hidden" name="appointment" value={id} />
    <input type="hidden" name="seen" value={seen} />
  </>
);
