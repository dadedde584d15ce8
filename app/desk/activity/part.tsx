import { useRef } from "react";
import { Form, useSubmit } from "react-router";
import { actionLabel, withoutReads } from "~/accounts/activity/words";
import type { ActivityFilters, ListedActivity } from "~/accounts/admins/list.server";
import { nameAndEmail } from "~/core/email/name-and-email";
import { ActivityTable } from "~/desk/activity/table";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";
import { listHref } from "~/ui/lists/list-filter";
import { Pagination } from "~/ui/lists/pagination";
import { EmptyState } from "~/ui/notices/empty-state";

export type ActivityPartProps = {
  rows: readonly ListedActivity[];
  older: string | null;
  actions: readonly string[];
  admins: readonly { email: string; name: string }[];
  filters: ActivityFilters;
  path: string;
  inactive: string | undefined;
};

export function ActivityPart({ rows, older, actions, admins, filters, path, inactive }: ActivityPartProps) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const { action, admin, before } = filters;
  const applyFilters = () => submit(form.current, { preventScrollReset: true, replace: true });
  return (
    <section aria-labelledby="activity">
      <h2 id="activity" className="text-xl">
        Recent activity
      </h2>
      <Form
        ref={form}
        key={`${action} ${admin}`}
        method="get"
        action={path}
        preventScrollReset
        aria-label="Activity"
        className="mt-3 flex flex-wrap gap-3"
      >
        {inactive ? <input type="hidden" name="inactive" value={inactive} /> : null}
        <Field id="action" label="Action" labelHidden className="min-w-0 grow basis-36 sm:max-w-60">
          <Select name="action" size="sm" defaultValue={action} onChange={applyFilters}>
            <option value="all">All actions</option>
            <option value={withoutReads}>Everything except views</option>
            {actions.map((word) => (
              <option key={word} value={word}>
                {actionLabel(word)}
              </option>
            ))}
          </Select>
        </Field>
        <Field id="admin" label="Admin" labelHidden className="min-w-0 grow basis-36 sm:max-w-72">
          <Select name="admin" size="sm" defaultValue={admin} onChange={applyFilters}>
            <option value="all">All admins</option>
            {admins.map(({ email, name }) => (
              <option key={email} value={email}>
                {nameAndEmail(name, email)}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="outline" size="sm" className="min-h-10 not-noscript:hidden">
          Filter
        </Button>
      </Form>
      <div className="mt-3">
        {rows.length === 0 ? (
          <div className="rounded-xl bg-white shadow-xs ring-1 ring-line">
            <EmptyState title="No activity logs available" seed="activity" level={3} />
          </div>
        ) : (
          <ActivityTable rows={rows} />
        )}
      </div>
      <Pagination
        label="Activity"
        previous={before ? listHref(path, { inactive, action, admin }) : undefined}
        next={older ? listHref(path, { inactive, action, admin, before: older }) : undefined}
        previousLabel="Newest"
        nextLabel="Older"
        className={before || older ? "mt-4" : "hidden"}
      />
    </section>
  );
}
