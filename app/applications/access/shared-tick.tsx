import { Checkbox } from "~/ui/forms/checkbox";

/** Shown wherever a browser gets access: a start, a mailed link, the email. */
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
