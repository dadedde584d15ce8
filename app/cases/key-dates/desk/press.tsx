import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import type { DeskKeyDate } from "../read.server";

type SeenProps = { keyDate?: DeskKeyDate | undefined; attempt: string };

/** What every form about a key date sends: which one, and as what it was shown. */
export function Seen({ keyDate, attempt }: SeenProps) {
  return (
    <>
      <input type="hidden" name="attempt" value={attempt} />
      {keyDate ? (
        <>
          <input type="hidden" name="keyDate" value={keyDate.id} />
          <input type="hidden" name="seen" value={keyDate.revision} />
        </>
      ) : null}
    </>
  );
}

/** Whether the form of this button and key date is being sent. */
export function useIsSent() {
  const form = useNavigation().formData;
  return (intent: string, keyDate?: DeskKeyDate) =>
    form?.get("intent") === intent && (form.get("keyDate") ?? undefined) === keyDate?.id;
}

type PressProps = {
  /** The case. */
  id: string;
  intent: string;
  keyDate?: DeskKeyDate;
  attempt: string;
  /** Further values. */
  values?: Readonly<Record<string, string>>;
  children: ReactNode;
};

/** One button that changes a key date at once, with an email about it. */
export function Press({ id, intent, keyDate, attempt, values = {}, children }: PressProps) {
  const isSent = useIsSent();
  return (
    <Form method="post" action={`/admin/applications/${id}/key-dates`} preventScrollReset>
      <Seen keyDate={keyDate} attempt={attempt} />
      <input type="hidden" name="mails" value="yes" />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant="outline"
        size="sm"
        busy={isSent(intent, keyDate)}
        busyLabel="Saving…"
      >
        {children}
      </Button>
    </Form>
  );
}

/** The name of the key date after a button's label, for screen readers. */
export const Titled = ({ children, by }: { children: string; by: string }) => (
  <>
    {children}
    <span className="sr-only">: {by}</span>
  </>
);
