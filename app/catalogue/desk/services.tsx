import { Plus } from "lucide-react";
import { useEffect } from "react";
import { data, redirect, useFetcher } from "react-router";
import { flash, type Notice, readFlash } from "~/accounts/flash.server";
import { requireStaff } from "~/accounts/staff.server";
import { requestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Table, Th, Tr } from "~/ui/lists/table";
import { Banner } from "~/ui/notices/banner";
import { EmptyState } from "~/ui/notices/empty-state";
import { useToast } from "~/ui/notices/toast";
import { PageLink } from "~/ui/page-link";
import type { Route } from "./+types/services";
import { deleteService } from "./delete-service.server";
import { duplicateService } from "./duplicate-service.server";
import { moveService } from "./move-service.server";
import { ServiceQuestion } from "./question";
import { ServiceRow, Waiting } from "./row";
import { readQuestion, readStaffServices } from "./services.server";
import { setServiceActive } from "./set-service-active.server";
import { useReorder } from "./use-reorder";

const path = "/admin/services";

export const meta: Route.MetaFunction = () => [{ title: "Visa Services · Lucaya staff" }];

export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const { notice, headers } = readFlash(request);
  const [{ services, drafts }, question] = await Promise.all([readStaffServices(), readQuestion(url.searchParams)]);
  const message = notice ? (words[notice] ?? null) : null;
  return data({ services, drafts, question, said: message, gone: notice === "service-gone" }, { headers });
}

const words: Partial<Record<Notice, string>> = {
  "service-created": "Service created",
  "service-created-in-country": "Service created, with the country from its name",
  "service-updated": "Service updated",
  "service-updated-in-country": "Service updated, with the country from its name",
  "service-deleted": "Service deleted",
  "service-activated": "Service activated: it is on the public site again",
  "service-deactivated": "Service deactivated: the public site no longer shows it",
  "service-gone": "Error updating service: the service no longer exists",
};

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const form = Object.fromEntries(await readForm(request));
  const by = { staff, address: context.get(requestContext).address, attempt: form.attempt };
  const saying = (notice: Notice) => redirect(path, { headers: { "Set-Cookie": flash(notice) } });
  if (form.intent === "move") {
    const result = await moveService(by, form);
    return result.ok ? data({ ok: true as const }) : data(result, statusOf(result));
  }
  if (form.intent === "duplicate") {
    const result = await duplicateService(by, form);
    if (!result.ok) return data(result, statusOf(result));
    return redirect(`${path}/${result.serviceId}?copied=${result.withoutAgreement ? "without-agreement" : "yes"}`);
  }
  if (form.intent === "active") {
    const result = await setServiceActive(by, form);
    if (!result.ok) return data(result, statusOf(result));
    return saying(form.active === "yes" ? "service-activated" : "service-deactivated");
  }
  if (form.intent !== "delete") throw data(null, 400);
  const result = await deleteService(by, form);
  return result.ok ? saying("service-deleted") : data(result, statusOf(result));
}

export default function AdminServices({ loaderData, actionData }: Route.ComponentProps) {
  const { services, drafts, question, said: message, gone } = loaderData;
  const problem = actionData && !actionData.ok ? actionData.message : null;
  const inactive = services.filter(({ isActive }) => !isActive).length;
  return (
    <>
      {question ? <ServiceQuestion question={question} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-stone">
          {services.length} {services.length === 1 ? "service" : "services"}
          {inactive > 0 ? `, ${inactive} of them inactive` : ""}, in the order of this list
        </p>
        <ButtonLink to={`${path}/new`} size="sm" before={<Plus aria-hidden />}>
          New service
        </ButtonLink>
      </div>
      {problem || message ? (
        <Banner tone={problem || gone ? "error" : "success"} role="alert" className="mt-4">
          {problem ?? message}
        </Banner>
      ) : null}
      {services.length === 0 ? (
        <Card padding="none" className="mt-4">
          <EmptyState
            title="No services yet"
            level={3}
            seed="desk-services"
            action={<ButtonLink to={`${path}/new`}>Create the first one</ButtonLink>}
          >
            <p>What you create here is what visitors can read about and apply for.</p>
          </EmptyState>
        </Card>
      ) : (
        <ServiceTable services={services} />
      )}
      {drafts.length > 0 ? (
        <section aria-labelledby="drafts" className="mt-6">
          <h2 id="drafts" className="text-xl">
            Not public yet
          </h2>
          <ul className="mt-2 grid gap-1.5">
            {drafts.map(({ id, name, waiting }) => (
              <li key={id} className="[overflow-wrap:anywhere]">
                <PageLink
                  to={`${path}/${id}`}
                  className="mr-2 rounded-xs font-semibold text-sea-ink underline-offset-3 hover:underline"
                >
                  {name}
                </PageLink>
                {waiting ? <Waiting state={waiting} /> : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function ServiceTable({ services }: Pick<Route.ComponentProps["loaderData"], "services">) {
  const { submit, data: result, state } = useFetcher<typeof action>();
  const { show } = useToast();
  const byId = new Map(services.map((service) => [service.id, service]));
  const reorder = useReorder(
    services.map(({ id }) => id),
    (id) => byId.get(id)?.name ?? "",
    (serviceId, before) => submit({ intent: "move", serviceId, before }, { method: "post", action: path }),
  );
  const { reset } = reorder;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each answer.
  useEffect(() => {
    if (!result || result.ok) return;
    reset();
    show({ tone: "error", title: result.message });
  }, [result]);
  const { order } = reorder;
  return (
    <>
      <p role="status" className="sr-only">
        {reorder.announcement}
      </p>
      <Table label="Visa services in order" frameClassName="mt-4" aria-busy={state !== "idle" || undefined}>
        <thead>
          <Tr>
            <Th>Order</Th>
            <Th>Service</Th>
            <Th className="md:max-lg:hidden">Country</Th>
            <Th align="right">Price</Th>
            <Th align="right" className="md:max-lg:hidden">
              Applications
            </Th>
            <Th>Status</Th>
            <Th>Actions</Th>
          </Tr>
        </thead>
        <tbody ref={reorder.body}>
          {order.map((id, index) => {
            const service = byId.get(id);
            return service ? (
              <ServiceRow
                key={id}
                service={service}
                reorder={reorder}
                position={index + 1}
                up={order[index - 1]}
                down={index + 1 < order.length ? (order[index + 2] ?? "") : undefined}
              />
            ) : null;
          })}
        </tbody>
      </Table>
    </>
  );
}
