import { ArrowDown, ArrowUp, Copy, Eye, GripVertical, Pencil, Power, PowerOff, Star, Trash2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Form, useFetcher } from "react-router";
import { Flag } from "~/ui/brand/flag";
import { classNames } from "~/ui/class-names";
import { Badge } from "~/ui/lists/badge";
import { Td, Tr } from "~/ui/lists/table";
import { useToast } from "~/ui/notices/toast";
import { PageLink } from "~/ui/page-link";
import type { StaffService } from "./services.server";
import type { Reorder } from "./use-reorder";

const path = "/admin/services";
const tool =
  "grid size-9 shrink-0 place-items-center rounded-md text-stone hover:bg-foam hover:text-ink disabled:opacity-30 disabled:hover:bg-transparent [&_svg]:size-4";

type RowProps = {
  service: StaffService;
  reorder: Reorder;
  position: number;
  up: string | undefined;
  down: string | undefined;
};

export function ServiceRow({ service, reorder, position, up, down }: RowProps) {
  const { id, name, slug, country, category, price, applications, isActive, isFeatured, waiting } = service;
  const grabbed = reorder.grabbedId === id;
  return (
    <Tr
      selected={grabbed}
      className={classNames(
        "max-md:flex! max-md:flex-col",
        grabbed && "relative z-1 shadow-lg outline-2 outline-sea",
        !isActive && "text-stone",
      )}
    >
      <Td label="Order" className="whitespace-nowrap">
        <span className="flex items-center md:-ml-2">
          <button
            type="button"
            {...reorder.handle(id)}
            aria-label={`Move ${name}, position ${position}`}
            data-hint="Drag to move"
            className={classNames(
              tool,
              "touch-none noscript:hidden",
              grabbed ? "cursor-grabbing bg-foam text-ink" : "cursor-grab",
            )}
          >
            <GripVertical aria-hidden />
          </button>
          <Step to={up} service={service} reorder={reorder} way="up" />
          <Step to={down} service={service} reorder={reorder} way="down" />
        </span>
      </Td>
      <Td className="max-md:-order-1 md:w-1/2">
        <div className="min-w-0">
          <PageLink
            to={`${path}/${id}`}
            className="rounded-xs font-semibold text-sea-ink decoration-1 underline-offset-3 hover:underline"
          >
            {name}
          </PageLink>
          {isFeatured ? (
            <Badge tone="yellow" icon={<Star aria-hidden />} className="ml-2">
              Featured
            </Badge>
          ) : null}
          {waiting ? <Waiting state={waiting} className="ml-2" /> : null}
          <span className="block font-mono text-xs text-stone wrap-break-word">/visa/{slug}</span>
        </div>
      </Td>
      <Td label="Country" className="md:max-lg:hidden">
        {country ? (
          <span className="inline-flex items-center gap-2 xl:whitespace-nowrap">
            <Flag code={country.code} className="w-5" />
            {country.name}
          </span>
        ) : (
          "—"
        )}
        {category ? <span className="block text-xs text-stone max-md:hidden">{category}</span> : null}
      </Td>
      <Td label="Price" align="right" className="tabular-nums">
        {price}
      </Td>
      <Td label="Applications" align="right" className="tabular-nums md:max-lg:hidden">
        {applications.toLocaleString("en-US")}
      </Td>
      <Td label="Status">
        <Badge tone={isActive ? "green" : "gray"}>{isActive ? "Active" : "Inactive"}</Badge>
      </Td>
      <Actions service={service} />
    </Tr>
  );
}

/** Badge of a draft or scheduled version. */
export const Waiting = ({ state, className }: { state: "Draft" | "Scheduled"; className?: string }) => (
  <Badge tone={state === "Draft" ? "yellow" : "blue"} className={className}>
    {state}
  </Badge>
);

function Actions({ service: { id, name, slug, isActive } }: Pick<RowProps, "service">) {
  return (
    <Td label="Actions" className="whitespace-nowrap">
      <span className="flex items-center md:-ml-2">
        <Tool to={`${path}/${id}`} label={`Edit ${name}`} title="Edit">
          <Pencil aria-hidden />
        </Tool>
        {isActive ? (
          <Tool to={`/visa/${slug}`} label={`Preview the page of ${name}`} title="See its page">
            <Eye aria-hidden />
          </Tool>
        ) : (
          <Form method="post" action={`${path}/${id}`}>
            <input type="hidden" name="intent" value="preview" />
            <button type="submit" className={tool} aria-label={`Preview the page of ${name}`} data-hint="See its page">
              <Eye aria-hidden />
            </button>
          </Form>
        )}
        <Tool
          to={`?ask=${isActive ? "deactivate" : "activate"}&service=${id}`}
          label={`${isActive ? "Deactivate" : "Activate"} ${name}`}
          title={isActive ? "Deactivate" : "Activate"}
        >
          {isActive ? <PowerOff aria-hidden /> : <Power aria-hidden />}
        </Tool>
        <Form method="post" action={path}>
          <input type="hidden" name="intent" value="duplicate" />
          <input type="hidden" name="serviceId" value={id} />
          <button type="submit" className={tool} aria-label={`Duplicate ${name}`} data-hint="Duplicate">
            <Copy aria-hidden />
          </button>
        </Form>
        <Tool to={`?ask=delete&service=${id}`} label={`Delete ${name}`} title="Delete" danger>
          <Trash2 aria-hidden />
        </Tool>
      </span>
    </Td>
  );
}

function Tool(props: { to: string; label: string; title: string; danger?: boolean; children: ReactNode }) {
  return (
    <PageLink
      to={props.to}
      preventScrollReset
      aria-label={props.label}
      data-hint={props.title}
      className={classNames(tool, props.danger && "hover:bg-error-ground! hover:text-error!")}
    >
      {props.children}
    </PageLink>
  );
}

/** A move by one step, for use without dragging or without JavaScript. */
function Step({ to, service: { id, name }, reorder, way }: StepProps) {
  const fetcher = useFetcher<{ ok: boolean; message?: string }>();
  const { show } = useToast();
  const { data } = fetcher;
  useEffect(() => {
    if (data && !data.ok) show({ tone: "error", title: data.message ?? "The order couldn’t be saved" });
  }, [data, show]);
  return (
    <fetcher.Form method="post" action={path}>
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="serviceId" value={id} />
      <input type="hidden" name="before" value={to ?? ""} />
      <button
        type="submit"
        id={`${way}-${id}`}
        disabled={to === undefined}
        onClick={() => reorder.focusAfterMove(`${way}-${id}`)}
        aria-label={`Move ${name} ${way}`}
        data-hint={`Move ${way}`}
        className={classNames(tool, "w-7")}
      >
        {way === "up" ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
      </button>
    </fetcher.Form>
  );
}
type StepProps = { to: string | undefined; service: StaffService; reorder: Reorder; way: "up" | "down" };
