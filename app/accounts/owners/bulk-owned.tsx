import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { DateInput } from "~/ui/forms/date-input";
import { enterPresses } from "~/ui/forms/enter-presses";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { OwnerOptions, type People } from "./owner-control";

/** Fields and buttons of the list's form, for all selected rows. */
export function BulkOwned({ people, busy }: { people: People; busy: boolean }) {
  return (
    <>
      <Pair>
        <Field id="bulk-owner" label="New owner for the selected rows" labelHidden className="w-36 md:w-40">
          <Select name="owner" size="sm" defaultValue="choose" autoComplete="off">
            <option value="choose">Assign to…</option>
            <OwnerOptions people={people} />
          </Select>
        </Field>
        <Act value="owner" busy={busy}>
          Assign
        </Act>
        <Act value="assign-to-me" busy={busy}>
          Assign to me
        </Act>
      </Pair>
      <Pair>
        <Field id="bulk-due" label="New due date for the selected rows" labelHidden className="w-36">
          <DateInput name="dueOn" size="sm" autoComplete="off" onKeyDown={enterPresses("due")} />
        </Field>
        <Act value="due" busy={busy}>
          Set due date
        </Act>
        <Act value="clear-due" busy={busy}>
          Clear
        </Act>
      </Pair>
    </>
  );
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="flex shrink-0 items-center gap-1.5">{children}</div>
);

function Act({ value, busy, children }: { value: string; busy: boolean; children: string }) {
  return (
    <Button
      type="submit"
      name="intent"
      value={value}
      variant="outline"
      size="sm"
      busy={busy}
      className="shrink-0 whitespace-nowrap"
    >
      {children}
    </Button>
  );
}
