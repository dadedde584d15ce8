import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/forms/checkbox";

/** `result`: the result of saving. */
export function SingleKeys({ on, result }: { on: boolean; result?: { ok: boolean; message: string } | undefined }) {
  const busy = useNavigation().formData?.get("intent") === "single-keys";
  return (
    <Card padding="none" className="p-5" role="region" aria-labelledby="keys">
      <h2 id="keys" className="text-xl">
        Keyboard
      </h2>
      <p className="mt-1 text-stone">
        Single keys, such as j for the next row or e for the status, work when you’re not typing. This setting applies
        on every device you sign in on.
      </p>
      <Form method="post" replace preventScrollReset className="mt-3 grid gap-4">
        <input type="hidden" name="intent" value="single-keys" />
        <Checkbox
          key={`${on}`}
          id="single-keys"
          size="sm"
          name="singleKeys"
          value="yes"
          defaultChecked={on}
          label="Single-key shortcuts"
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="outline" busy={busy} busyLabel="Saving…">
            Save
          </Button>
          {result && !busy ? (
            <span role={result.ok ? "status" : "alert"} className={result.ok ? "text-stone" : "text-error"}>
              {result.message}
            </span>
          ) : null}
        </div>
      </Form>
    </Card>
  );
}
