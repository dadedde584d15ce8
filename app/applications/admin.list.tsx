import { RefreshCw, Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { data, Form, useNavigate, useNavigation } from "react-router";
import { readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { applicationStatuses } from "~/db/schema/values";
import { Banner } from "~/ui/banner";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Field } from "~/ui/field";
import { Input } from "~/ui/input";
import { Pagination } from "~/ui/pagination";
import { Select } from "~/ui/select";
import { StatCard } from "~/ui/stat-card";
import { statusLook } from "~/ui/status-badge";
import type { Route } from "./+types/admin.list";
import { ApplicationTable } from "./admin.list-table";
import { countApplications, listApplications, readFilters } from "./staff-list.server";

const path = "/admin/applications";

export const meta: Route.MetaFunction = () => [{ title: "Applications · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const filters = readFilters(url.searchParams);
  const [page, counts] = await Promise.all([listApplications(filters), countApplications()]);
  const { notice, headers } = readFlash(request);
  return data({ ...page, ...counts, filters, notice }, { headers });
}

type Filters = Route.ComponentProps["loaderData"]["filters"];

/** The list's address under some filters; what says nothing is left out. */
function listPath({ q, status }: Pick<Filters, "q" | "status">, more: Record<string, string> = {}) {
  const search = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(status === "all" ? {} : { status }),
    ...more,
  }).toString();
  return search ? `${path}?${search}` : path;
}

const cards = [
  ["Total", "all"],
  ["Draft", "draft"],
  ["Submitted", "submitted"],
  ["Under Review", "under_review"],
  ["Approved", "approved"],
  ["Denied", "denied"],
] as const;

const statusOptions = [
  { value: "all", label: "All statuses" },
  ...applicationStatuses.map((status) => ({ value: status, label: statusLook(status).label })),
];

export default function ApplicationList({ loaderData }: Route.ComponentProps) {
  const { rows, older, newer, total, byStatus, filters, notice } = loaderData;
  const { q, status, before, after } = filters;
  const paged = before ? { before } : after ? { after } : {};
  const here = listPath(filters, paged);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-3xl">Applications</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/admin" variant="outline" size="sm">
            Dashboard
          </ButtonLink>
          <Refresh to={here} />
        </div>
      </div>
      <Notice notice={notice} />
      <div className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {cards.map(([label, value]) => (
          <StatCard
            key={value}
            label={label}
            value={(value === "all" ? total : (byStatus[value] ?? 0)).toLocaleString("en-US")}
            to={listPath({ q, status: value })}
            current={status === value && value !== "all"}
          />
        ))}
      </div>
      <Filter filters={filters} />
      <div className="mt-4">
        {rows.length === 0 ? (
          <div className="rounded-xl bg-white shadow-xs ring-1 ring-line">
            <EmptyState
              title="No applications found matching your filters"
              seed="applications"
              action={
                q || status !== "all" || before || after ? (
                  <ButtonLink to={path} variant="outline">
                    Show all applications
                  </ButtonLink>
                ) : null
              }
            />
          </div>
        ) : (
          <ApplicationTable rows={rows} search={here.slice(path.length)} />
        )}
      </div>
      <Pagination
        label="Applications"
        previous={newer ? listPath(filters, { after: newer }) : undefined}
        next={older ? listPath(filters, { before: older }) : undefined}
        previousLabel="Newer"
        nextLabel="Older"
        className={older || newer ? "mt-4" : "hidden"}
      />
    </>
  );
}

function Notice({ notice }: Pick<Route.ComponentProps["loaderData"], "notice">) {
  if (notice === "status-updated")
    return (
      <Banner tone="success" role="alert" className="mt-4">
        Status updated successfully! Email notification sent to applicant.
      </Banner>
    );
  if (notice === "not-loaded")
    return (
      <Banner tone="error" role="alert" className="mt-4">
        That application could not be loaded.
      </Banner>
    );
  return null;
}

/** A link to this very page: it reloads with JavaScript and without it. */
function Refresh({ to }: { to: string }) {
  const { location, formMethod } = useNavigation();
  const busy = location !== undefined && `${location.pathname}${location.search}` === to && formMethod === undefined;
  return (
    <ButtonLink
      to={to}
      replace
      preventScrollReset
      variant="outline"
      size="sm"
      before={<RefreshCw aria-hidden className={busy ? "animate-spin" : ""} />}
    >
      Refresh
    </ButtonLink>
  );
}

/** The address holds what is filtered. Typing waits a moment before it asks; without JavaScript there is the button. */
function Filter({ filters: { q, status } }: { filters: Filters }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function ask(wait: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!form.current) return;
      const now = new FormData(form.current);
      const chosen = statusOptions.find(({ value }) => value === now.get("status"))?.value ?? "all";
      const to = listPath({ q: String(now.get("q")).trim(), status: chosen as Filters["status"] });
      navigate(to, { replace: true, preventScrollReset: true });
    }, wait);
  }

  useEffect(() => {
    function focus(event: KeyboardEvent) {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const typing = target?.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    }
    document.addEventListener("keydown", focus);
    return () => {
      document.removeEventListener("keydown", focus);
      clearTimeout(timer.current);
    };
  }, []);

  // The fields follow the address (Back, a card), except while somebody types in them.
  useEffect(() => {
    if (box.current && document.activeElement !== box.current) box.current.value = q;
    const select = form.current?.elements.namedItem("status");
    if (select instanceof HTMLSelectElement) select.value = status;
  }, [q, status]);

  return (
    <Form
      ref={form}
      method="get"
      action={path}
      role="search"
      aria-label="Applications"
      className="mt-5 flex flex-wrap gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        ask(0);
      }}
    >
      <Field id="q" label="Application number or email" labelHidden className="min-w-0 grow basis-64 sm:max-w-md">
        <Input
          ref={box}
          name="q"
          type="search"
          size="sm"
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          placeholder="Application number or email"
          aria-keyshortcuts="/"
          before={<Search aria-hidden />}
          after={<kbd className="rounded-xs border border-line px-1.5 font-mono text-xs max-sm:hidden">/</kbd>}
          onChange={() => ask(250)}
        />
      </Field>
      <Field id="status" label="Status" labelHidden className="min-w-0 grow sm:grow-0 sm:basis-56">
        <Select name="status" size="sm" defaultValue={status} options={statusOptions} onChange={() => ask(0)} />
      </Field>
      <Button type="submit" variant="outline" size="sm" className="min-h-10">
        Search
      </Button>
    </Form>
  );
}
