import type { ReactNode } from "react";
import { data } from "react-router";
import { headTags } from "~/content/seo/head";
import { requestContext } from "~/core/request-context";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { TextLink } from "~/ui/link";
import { MailedLinkPage } from "~/ui/mailed-link-page";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/reminders";
import { changeReminders, readStopLink, type StopPage } from "./stop-reminders.server";

export const handle = staticPage;

export function meta({ matches }: Route.MetaArgs) {
  return headTags({ title: "Reminders", robots: "noindex" }, matches);
}

/** `GET /reminders?token=`: shows the dates and stops nothing. */
export async function loader({ url }: Route.LoaderArgs) {
  const page = await readStopLink(url.searchParams.get("token") ?? "");
  return data({ page: page ?? null }, page ? 200 : 404);
}

/**
 * Handles the page's buttons, and one-click unsubscribe (RFC 8058): mail programs post `List-Unsubscribe=One-Click` to
 * the URL in the mail's header without an Origin, so the token in the URL is the proof.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { address } = context.get(requestContext);
  await requireFormLimit(request, address, "reminders");
  const form = await readForm(request);
  const intent = form.get("intent") === "resume" ? "resume" : "stop";
  const isDone = await changeReminders(url.searchParams.get("token") ?? "", {
    ...{ intent, isAll: form.get("all") === "yes", address },
  });
  return data({ done: isDone ? intent : null }, isDone ? 200 : 400);
}

export default function Reminders({ loaderData: { page }, actionData }: Route.ComponentProps) {
  if (!page)
    return (
      <RemindersPage title="This link does not work">
        <p>
          The link may be incomplete, or we no longer have these dates. If you still get our reminders,{" "}
          <TextLink to="/contact">tell us</TextLink> and we’ll stop them ourselves.
        </p>
      </RemindersPage>
    );
  if (page.dates.every(({ isStopped }) => isStopped))
    return (
      <RemindersPage title="Reminders stopped">
        <p role="status">You stopped these reminders. The dates stay as they are:</p>
        <Dates dates={page.dates} areAllStopped />
        <p>Renewing or paying in time remains your responsibility.</p>
        <ReminderForm intent="resume" page={page} label="Remind me again" />
        {page.others.active > 0 ? (
          <form method="post">
            <input type="hidden" name="intent" value="stop" />
            <input type="hidden" name="all" value="yes" />
            <Button type="submit" variant="outline">
              Stop {allOf(page)}
            </Button>
          </form>
        ) : null}
      </RemindersPage>
    );
  return (
    <RemindersPage title={actionData?.done === "resume" ? "We’ll remind you again" : "Stop these reminders?"}>
      <p role={actionData?.done === "resume" ? "status" : undefined}>We remind you by email of:</p>
      <Dates dates={page.dates} />
      <ReminderForm intent="stop" page={page} label="Stop reminders" />
    </RemindersPage>
  );
}

const allOf = ({ of }: StopPage) => (of === "application" ? "all reminders of this case" : "all our reminders");

/** Marks those that are stopped, unless all are. */
const Dates = ({ dates, areAllStopped = false }: Pick<StopPage, "dates"> & { areAllStopped?: boolean }) => (
  <ul className="list-disc pl-6 text-ink">
    {dates.map(({ id, sentence, isStopped }) => (
      <li key={id}>
        {sentence}
        {isStopped && !areAllStopped ? <span className="text-stone"> (reminders stopped)</span> : null}
      </li>
    ))}
  </ul>
);

/** Posts to the page's own URL, whose token is the proof. */
function ReminderForm({ intent, page, label }: { intent: "stop" | "resume"; page: StopPage; label: string }) {
  const count = intent === "stop" ? page.others.active : page.others.stopped;
  const all = allOf(page);
  return (
    <form method="post" className="grid gap-5">
      <input type="hidden" name="intent" value={intent} />
      {count > 0 ? (
        <Checkbox
          {...{ id: "all", name: "all", value: "yes" }}
          label={all.charAt(0).toUpperCase() + all.slice(1)}
          hint={`${count === 1 ? "One more date" : `${count} more dates`} that this email didn’t name.`}
        />
      ) : null}
      <Button type="submit" size="lg" className="justify-self-start">
        {label}
      </Button>
    </form>
  );
}

const RemindersPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <MailedLinkPage seed="reminders" eyebrow="Reminders" title={title} trail={[{ label: title }]}>
    {children}
  </MailedLinkPage>
);
