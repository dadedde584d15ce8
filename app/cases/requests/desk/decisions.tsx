import { Check, RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { CaseItem, SentAnswer } from "~/cases/requests/read-requests.server";
import { newIdempotencyKey } from "~/core/idempotency-key";
import { nassauDay } from "~/core/time";
import type { ApplicationStatus } from "~/db/schema/values";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { DateInput } from "~/ui/forms/date-input";
import { Field } from "~/ui/forms/field";
import { Textarea } from "~/ui/forms/input";
import { MessageBanner } from "~/ui/notices/banner";
import { useScripted } from "~/ui/use-scripted";
import type { DecisionFormResult, RequestsPageResult } from "./answers";

type Case = { id: string; status: ApplicationStatus };
type Shown = { application: Case; item: CaseItem; answer: DecisionFormResult | undefined };

/** The form of one decision: its response, with or without script, and its hidden inputs. */
function useDecision({ application, item, answer }: Shown) {
  const fetcher = useFetcher<RequestsPageResult>({ key: `item-${item.id}` });
  const scripted = useScripted();
  const { search } = useLocation();
  const [attempt] = useState(newIdempotencyKey);
  const decision = fetcher.data?.decision ?? answer;
  const busy = (intent: string) => fetcher.formData?.get("intent") === intent;
  const action = `/admin/applications/${application.id}/requests${search}`;
  const form = (intent: string, children: ReactNode, className: string) => (
    <fetcher.Form method="post" action={action} className={className}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="item" value={item.id} />
      {scripted ? <input type="hidden" name="script" value="yes" /> : null}
      {scripted ? <input type="hidden" name="attempt" value={attempt} /> : null}
      {children}
    </fetcher.Form>
  );
  /** Why an intent was refused; `name` is the field. */
  const refused = (intent: string) => (decision?.intent === intent ? decision : undefined);
  return { form, busy, refused };
}

const summary =
  "inline-flex min-h-9 w-fit cursor-pointer items-center gap-1.5 rounded-xs text-sm font-semibold text-sea-ink hover:underline [&_svg]:size-4";

export function Decide({ sent, ...shown }: Shown & { sent: SentAnswer }) {
  const { form, busy, refused } = useDecision(shown);
  const { item, application } = shown;
  const again = refused("again");
  const generalProblem = refused("accept") ?? (again && !again.field ? again : undefined);
  const answerInput = <input type="hidden" name="answer" value={sent.id} />;
  const defaultDay = item.dueOn !== null && item.dueOn >= nassauDay() ? item.dueOn : "";
  return (
    <div className="mt-3">
      <MessageBanner message={generalProblem?.message} className="mb-3" />
      {form(
        "accept",
        <>
          {answerInput}
          <Button type="submit" size="sm" busy={busy("accept")} busyLabel="Accepting…" before={<Check aria-hidden />}>
            Accept<span className="sr-only">: {item.name}</span>
          </Button>
        </>,
        "",
      )}
      <details open={again ? true : undefined} className="mt-1.5">
        <summary className={summary}>
          <RotateCcw aria-hidden />
          Ask again<span className="sr-only">: {item.name}</span>
        </summary>
        {form(
          "again",
          <>
            {answerInput}
            <Field
              id={`again-${item.id}`}
              label="What is wrong with it"
              size="sm"
              error={again?.field === "reason" ? again.message : undefined}
            >
              <Textarea name="reason" size="sm" rows={2} defaultValue={again?.reason} dir="auto" />
            </Field>
            <Field
              id={`again-day-${item.id}`}
              label="Due date"
              mark="optional"
              size="sm"
              error={again?.field === "dueOn" ? again.message : undefined}
            >
              <DateInput
                name="dueOn"
                size="sm"
                min={nassauDay()}
                defaultValue={again?.dueOn ?? defaultDay}
                className="sm:max-w-44"
              />
            </Field>
            {application.status === "additional_info_required" ? (
              <input type="hidden" name="setStatus" value="yes" />
            ) : (
              <Checkbox
                id={`again-status-${item.id}`}
                name="setStatus"
                value="yes"
                size="sm"
                defaultChecked={again?.setStatus ?? true}
                label="Set the status to Additional Info Required"
              />
            )}
            <div>
              <Button type="submit" variant="outline" size="sm" busy={busy("again")} busyLabel="Sending…">
                Ask again
              </Button>
            </div>
          </>,
          "mt-2 grid gap-3",
        )}
      </details>
    </div>
  );
}

export function ChangeOpen(shown: Shown) {
  const { form, busy, refused } = useDecision(shown);
  const { item } = shown;
  const move = refused("move");
  const back = refused("take-back");
  const day = item.dueOn ?? "";
  return (
    <details open={move || back ? true : undefined} className="mt-1.5">
      <summary className={summary}>
        Change or cancel<span className="sr-only">: {item.name}</span>
      </summary>
      <div className="mt-2 grid gap-5 sm:grid-cols-2">
        {form(
          "move",
          <>
            <Field id={`move-${item.id}`} label="Due date" mark="optional" size="sm" error={move?.message}>
              <DateInput key={day} name="dueOn" size="sm" min={nassauDay()} defaultValue={move?.dueOn ?? day} />
            </Field>
            <div>
              <Button type="submit" variant="outline" size="sm" busy={busy("move")} busyLabel="Moving…">
                Change due date
              </Button>
            </div>
          </>,
          "grid content-start gap-3",
        )}
        {form(
          "take-back",
          <>
            <Field id={`back-${item.id}`} label="Why it is no longer needed" size="sm" error={back?.message}>
              <Textarea name="reason" size="sm" rows={2} defaultValue={back?.reason} dir="auto" />
            </Field>
            <div>
              <Button type="submit" variant="outline" size="sm" busy={busy("take-back")} busyLabel="Taking back…">
                Cancel this item
              </Button>
            </div>
          </>,
          "grid content-start gap-3",
        )}
      </div>
    </details>
  );
}
