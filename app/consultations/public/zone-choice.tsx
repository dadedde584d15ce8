import { formatZone, timeZoneOptions } from "~/core/zones/wall-time";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { bookingPage } from "../booking";

type ZoneChoiceProps = {
  zone: string;
  /** The page of days that is shown. */
  from: string | null;
  scripted: boolean;
  onChoose: (zone: string) => void;
};

/** The zone that is shown next to Nassau's; without JavaScript by GET. */
export function ZoneChoice({ zone, from, scripted, onChoose }: ZoneChoiceProps) {
  const options = timeZoneOptions.includes(zone) ? timeZoneOptions : [...timeZoneOptions, zone];
  return (
    <form method="get" action={bookingPage} className="flex flex-wrap items-end gap-3">
      {from === null ? null : <input type="hidden" name="from" value={from} />}
      <Field id="zone" label="Show times in" className="min-w-0 grow basis-56 sm:max-w-72">
        <Select
          name="zone"
          autoComplete="off"
          value={zone}
          onChange={(event) => onChoose(event.currentTarget.value)}
          options={options.map((value) => ({ value, label: formatZone(value) }))}
        />
      </Field>
      {scripted ? null : (
        <Button type="submit" variant="outline">
          Show
        </Button>
      )}
    </form>
  );
}
