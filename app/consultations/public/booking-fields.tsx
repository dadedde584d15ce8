import { consultationWays } from "~/db/schema/values";
import { wayLabels } from "~/inquiries/consultation/words";
import { notSureYet } from "~/inquiries/inquiry";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import { Input, Textarea } from "~/ui/forms/input";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Select } from "~/ui/forms/select";
import { UsePhone } from "~/ui/forms/use-phone";
import { aboutLimit, type BookingName, type BookingProblem, type BookingValues } from "../booking";

type BookingFieldsProps = {
  values: BookingValues;
  problems: readonly BookingProblem[];
  topics: readonly string[];
  place: string;
};

/** Who books and what it is about, as uncontrolled inputs. */
export function BookingFields({ values, problems, topics, place }: BookingFieldsProps) {
  const problem = (name: BookingName) => problems.find((found) => found.name === name);
  const error = (name: BookingName) => problem(name)?.message;
  const offered = problem("phone")?.offered;
  return (
    <div className="grid gap-6 sm:grid-cols-2 sm:items-start">
      <Field id="name" label="Full name" error={error("name")} required>
        <Input name="name" autoComplete="name" maxLength={120} defaultValue={values.name} />
      </Field>
      <Field id="email" label="Email address" error={error("email")} required>
        <EmailInput name="email" autoComplete="email" maxLength={254} defaultValue={values.email} />
      </Field>
      <RadioGroup
        id="way"
        name="way"
        legend="How should we talk?"
        options={consultationWays.map((value) => ({
          value,
          label: wayLabels[value],
          ...(value === "office" && place ? { hint: place } : {}),
        }))}
        defaultValue={values.way}
        error={error("way")}
        required
        columns={3}
        className="sm:col-span-2"
      />
      <Field
        id="phone"
        label="Phone number"
        hint="Needed unless we meet at our office. We call this number."
        error={error("phone")}
        className="sm:col-span-2"
      >
        <Input
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={30}
          placeholder="+1 242 555 0100"
          defaultValue={values.phone}
        />
        {offered ? <UsePhone inputId="phone" name="phone" phone={offered} className="mt-2" /> : null}
      </Field>
      <Field id="topic" label="Topic" error={error("topic")} className="sm:col-span-2">
        <Select
          name="topic"
          autoComplete="off"
          defaultValue={topics.includes(values.topic) ? values.topic : notSureYet}
          options={topics.map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field
        id="about"
        label="What it is about"
        mark="optional"
        hint={`A sentence is enough, at most ${aboutLimit} characters. No passport numbers, please.`}
        error={error("about")}
        className="sm:col-span-2"
      >
        <Textarea name="about" autoComplete="off" rows={3} maxLength={aboutLimit} defaultValue={values.about} />
      </Field>
    </div>
  );
}
