import { Checkbox } from "~/ui/forms/checkbox";

/** Wherever a browser gets the right to an application: a start, a mailed link, the email (N-LINE-2). */
export function SharedCheckbox({ ticked = false }: { ticked?: boolean | undefined }) {
  return (
    <Checkbox
      id="shared"
      name="shared"
      value="yes"
      defaultChecked={ticked}
      label="Other people use this device"
      hint="Nothing from your application stays in this browser after you close it."
    />
  );
}
