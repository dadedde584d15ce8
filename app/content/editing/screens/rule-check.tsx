import { z } from "zod";
import { calendarLongDate } from "~/core/time";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import type { ExtraProps } from "./extra-props";

const checkData = z.object({ checkedOn: z.string().nullable(), shown: z.string() });

/** When a public rule was checked, and the button for a check that found nothing new. */
export function RuleCheck({ data, view: { mayChange } }: ExtraProps) {
  const read = checkData.safeParse(data);
  if (!read.success) return null;
  const { checkedOn, shown } = read.data;
  return (
    <Card role="group" aria-labelledby="rule-check">
      <h2 id="rule-check" className="text-xl">
        {checkedOn ? `Checked on ${calendarLongDate(checkedOn)}` : "Our office has not checked this rule yet"}
      </h2>
      <p className="mt-1 text-stone">
        Read the source again. If the public rule is still right, mark it here: only the date changes.
      </p>
      {mayChange ? (
        <p className="mt-3">
          <input type="hidden" name="shown" value={shown} />
          <Button type="submit" name="intent" value="act.checked" data-saves="no" variant="outline">
            Checked today, still correct
          </Button>
        </p>
      ) : null}
    </Card>
  );
}
