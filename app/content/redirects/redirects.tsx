import { ArrowRight } from "lucide-react";
import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { flash, readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { ContentTrail } from "~/content/content-trail";
import { counted } from "~/core/counted";
import { requestContext } from "~/core/request-context";
import { revalidateAfterPost } from "~/core/revalidate";
import { typedIn } from "~/core/text-input";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Pagination } from "~/ui/lists/pagination";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { StaffName } from "~/ui/staff-name";
import type { Route } from "./+types/redirects";
import { addRedirect, longestFrom, longestTo, removeRedirect } from "./change-redirects.server";
import { type ListedRedirect, listRedirects } from "./list-redirects.server";

const path = "/admin/content/redirects";

export const meta: Route.MetaFunction = () => [{ title: "Redirects · Lucaya staff" }];

const pageNumber = z.coerce.number().int().min(1).max(10_000).catch(1);

/** `/admin/content/redirects`: lists, adds and removes redirects. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const { role } = await requireStaff(request);
  const page = pageNumber.parse(url.searchParams.get("page") ?? 1);
  const { notice, headers } = readFlash(request);
  const shownNotice = notice === "redirect-added" || notice === "redirect-removed" ? notice : null;
  const limits = { longestFrom, longestTo };
  const mayChange = role === "super_admin";
  return data({ ...(await listRedirects(page)), page, mayChange, notice: shownNotice, limits }, { headers });
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const visit = context.get(requestContext);
  const form = Object.fromEntries(await readForm(request));
  const by = { staff, address: visit.address, browser: visit.browser, attempt: form.attempt };
  const removes = form.intent === "remove";
  if (!removes && form.intent !== "add") throw data(null, { status: 400 });
  const result = await (removes ? removeRedirect(by, form) : addRedirect(by, form, visit.origin));
  if (result.ok)
    throw redirect(path, { headers: { "Set-Cookie": flash(removes ? "redirect-removed" : "redirect-added") } });
  const sent = {
    ...{ message: result.message, field: result.detail?.field ?? null },
    ...typedIn(form, ["from", "to"]),
  };
  return data({ sent }, statusOf(result));
}

export const shouldRevalidate = revalidateAfterPost;

const noticeTexts = {
  "redirect-added": "Redirect added.",
  "redirect-removed": "The redirect was removed.",
};

export default function Redirects({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, count, page, isLast, mayChange, notice, limits } = loaderData;
  const sent = actionData?.sent;
  return (
    <div className="max-w-5xl">
      <ContentTrail />
      <h1 className="mt-1 text-3xl">Redirects</h1>
      <p className="mt-1 max-w-2xl text-stone">
        Send visitors from an old address to a new one, so that links from other sites still work. Anything after “?” is
        kept.
      </p>
      <MessageBanner tone="success" message={notice && !sent ? noticeTexts[notice] : null} className="mt-4" />
      <MessageBanner message={sent && !sent.field ? sent.message : null} className="mt-4" />
      {mayChange ? (
        <AddForm sent={sent} limits={limits} />
      ) : (
        <Banner tone="info" className="mt-4">
          Only super admins change this.
        </Banner>
      )}
      <h2 className="mt-8 text-xl">{counted(count, "redirect")}</h2>
      {count === 0 ? <p className="mt-2 text-stone">No redirects yet.</p> : null}
      <ul aria-label="Redirects" className="mt-3 grid gap-3">
        {rows.map((row) => (
          <Row key={row.id} row={row} mayChange={mayChange} />
        ))}
      </ul>
      <Pagination
        label="Redirects"
        previous={page > 1 ? `${path}?page=${page - 1}` : undefined}
        next={isLast ? undefined : `${path}?page=${page + 1}`}
        className={page > 1 || !isLast ? "mt-4" : "hidden"}
      />
    </div>
  );
}

type Sent = { message: string; field: "from" | "to" | null; from: string; to: string };
type AddProps = { sent: Sent | undefined; limits: { longestFrom: number; longestTo: number } };

function AddForm({ sent, limits }: AddProps) {
  const errorOf = (field: Sent["field"]) => (sent?.field === field ? sent?.message : undefined);
  return (
    <Card role="group" aria-labelledby="add" className="mt-6">
      <h2 id="add" className="text-xl">
        New redirect
      </h2>
      <Form method="post" data-keep="redirect" className="mt-4 grid gap-4 md:grid-cols-2">
        <Field id="from" label="From" hint="A path of this site, such as /old-page" error={errorOf("from")}>
          <Input
            name="from"
            maxLength={limits.longestFrom}
            defaultValue={sent?.from}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field
          id="to"
          label="Leads to"
          hint="A path of this site, or an address that begins with https://"
          error={errorOf("to")}
        >
          <Input
            name="to"
            maxLength={limits.longestTo}
            defaultValue={sent?.to}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <p>
          <SubmitButton intent="add">Add redirect</SubmitButton>
        </p>
      </Form>
    </Card>
  );
}

function Row({ row, mayChange }: { row: ListedRedirect; mayChange: boolean }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-white px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
          <span className="font-semibold">{row.from}</span>
          <ArrowRight aria-label="leads to" role="img" className="size-4 shrink-0 self-center text-stone" />
          <span>{row.to}</span>
        </p>
        {row.last ? <p className="text-sm [overflow-wrap:anywhere]">Ends at {row.last} after other redirects</p> : null}
        <p className="mt-0.5 text-xs text-stone">
          {row.by ? (
            <>
              By <StaffName name={row.by} email={row.byEmail} />,{" "}
            </>
          ) : null}
          {row.at}
        </p>
      </div>
      {mayChange ? (
        <Form method="post" data-keep="no">
          <input type="hidden" name="redirect" value={row.id} />
          <SubmitButton intent="remove" of={{ redirect: row.id }} variant="outline" size="sm">
            Remove<span className="sr-only"> {row.from}</span>
          </SubmitButton>
        </Form>
      ) : null}
    </li>
  );
}
