import { lazy, Suspense } from "react";
import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { applicationTokenHashes } from "~/applications/access/holder.server";
import { titled } from "~/content/seo/head";
import { NotGovernment } from "~/content/settings/not-government";
import { publicSettings } from "~/content/settings/settings.server";
import { browserOf, rememberBrowser } from "~/core/browser.server";
import type { LimitResult } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { requestContext } from "~/core/request-context";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { log } from "~/log.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Flag } from "~/ui/brand/flag";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { classNames } from "~/ui/class-names";
import { loadWithRetries } from "~/ui/load-with-retries";
import { Banner } from "~/ui/notices/banner";
import { PageLink } from "~/ui/page-link";
import type { Route } from "./+types/start";
import { startData } from "./data.server";
import { listMyDrafts } from "./my-drafts.server";
import { isNationality, nationalities } from "./not-needed.server";
import { Overview } from "./overview";
import { checkStartLimit, startApplication } from "./start.server";
import { readStartValues, type StartValues } from "./typed";

// The server-rendered form can be sent before its script arrives, and nothing re-renders it meanwhile.
const StartForm = lazy(async () => ({
  default: (await loadWithRetries(() => import("./form"), "main form")).StartForm,
}));
const DraftsQuestion = lazy(async () => ({
  default: (await loadWithRetries(() => import("./drafts-question"), "[aria-labelledby=drafts]")).DraftsQuestion,
}));

/** The title is rendered in the page: a refused start changes it, which `meta` does not see. */
export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const [start, { siteName }] = await Promise.all([
    startData(search.get("service")),
    publicSettings(context.get(requestContext)),
  ]);
  const nationality = search.get("nationality")?.trim().toUpperCase() ?? "";
  // Idempotency key: sent twice by this browser, it starts one application.
  const drafts = search.has("another") ? [] : await listMyDrafts(request, start.serviceId);
  return data(
    {
      ...{ ...start, siteName, drafts, attempt: crypto.randomUUID() },
      // Without a visa there is nothing to warn of.
      nationalities: start.serviceId ? nationalities.map(({ code, name }) => ({ value: code, label: name })) : [],
      nationality: isNationality(nationality) ? nationality : "",
    },
    { headers: { "Set-Cookie": rememberBrowser(request).cookie } },
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const { address, browser } = context.get(requestContext);
  const left = await checkStartLimit(address);
  if (!left.allowed) return refused(emptyValues, left);
  const form = await readForm(request);
  const values = readStartValues(form);
  const tokenHashes = applicationTokenHashes(request.headers.get("cookie") ?? "");
  try {
    const result = await startApplication({ address, browser, token: browserOf(request), tokenHashes }, form);
    if (result.ok) return redirect(`/apply/${result.id}`, { headers: { "Set-Cookie": result.cookie } });
    if (result.reason === "invalid") return data({ ...values, message: result.message }, 422);
    if (result.reason === "conflict") return data({ ...values, message: "", asked: result.detail }, 422);
    return refused(values, result.detail);
  } catch (err) {
    log.error({ err }, "an application could not be started");
    return data(
      { ...values, message: "Failed to start application. Please try again." },
      isDatabaseUnavailable(err) ? 503 : 500,
    );
  }
}

const emptyValues: StartValues = {
  ...{ email: "", tier: "", service: "", terms: false, shared: false },
  ...{ nationality: "", anyway: "" },
};

function refused(values: StartValues, limit: LimitResult) {
  const message = tooMany("applications were started", limit);
  return data({ ...values, message }, { status: 429, headers: { "Retry-After": String(limit.retryAfterSeconds) } });
}

// Until the form's module arrives, the browser itself submits: here it is loaded, even offline.
export const clientAction = async (sent: Route.ClientActionArgs) =>
  (await import("./form")).keepPageOnFailedStart(sent);

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/**
 * After a refusal the page shows the visa as it is now, so that a changed price can be chosen. Not after a failure: the
 * same attempt key then finds a start that succeeded (W-START-15).
 */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 422 || defaultShouldRevalidate;

const trailTo = (service: { name: string; slug: string } | null) =>
  service
    ? [
        { label: "Visa Services", to: "/services" },
        { label: service.name, to: `/visa/${service.slug}` },
        { label: "Apply" },
      ]
    : [{ label: "Visa Services", to: "/services" }, { label: "Visa application" }];

export default function Start({ loaderData, actionData }: Route.ComponentProps) {
  const { service, attempt, serviceId, drafts, siteName } = loaderData;
  const tiers = service?.tiers ?? [];
  const title = service ? `Apply: ${service.name}` : "Start your visa application";
  return (
    <div className="bg-sand">
      <title>{titled(actionData?.message ? `Error: ${title}` : title, siteName)}</title>
      <div className="page pt-6">
        <Breadcrumbs trail={trailTo(service)} />
      </div>
      <div className="page grid gap-x-16 gap-y-10 pt-8 pb-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:pt-10 lg:pb-16">
        <div className="min-w-0">
          <StartHead loaderData={loaderData} />
          <NotGovernment siteName={siteName} className="mt-5" />
        </div>
        <aside
          data-late
          className={classNames(
            "lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start",
            // A sticky form taller than the window would hide its button.
            tiers.length === 0 && "lg:sticky lg:top-28",
          )}
        >
          <Suspense>
            {drafts.length > 0 && !actionData ? (
              <DraftsQuestion service={serviceId ?? ""} nationality={loaderData.nationality} drafts={drafts} />
            ) : (
              <StartForm
                serviceId={serviceId ?? ""}
                tiers={tiers}
                attempt={attempt}
                nationalities={loaderData.nationalities}
                nationality={loaderData.nationality}
                answered={actionData}
              />
            )}
          </Suspense>
        </aside>
        <div className="min-w-0">
          <Overview {...loaderData} />
        </div>
      </div>
    </div>
  );
}

function StartHead({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { service, isUnknown, isUnread } = loaderData;
  if (service)
    return (
      <>
        {service.country ? (
          <p className="flex items-center gap-2.5 text-sm font-semibold text-sea-ink">
            <Flag code={service.country.code} label={service.country.flagEmoji} className="w-7" />{" "}
            {service.country.name}
          </p>
        ) : null}
        <h1 className="mt-2 text-4xl sm:text-5xl">{service.name}</h1>
        <p className="mt-4 max-w-2xl text-lg text-stone">{service.description}</p>
        <dl className="mt-7 grid grid-cols-2 gap-x-10 gap-y-5 border-y border-dune py-5 sm:flex sm:flex-wrap sm:gap-x-14">
          <Fact label="Processing time" value={service.processingTime} />
          <Fact label="Validity" value={service.validityPeriod} />
          <Fact
            label="Price, USD"
            value={service.price.amount}
            notes={[service.price.split, service.price.further].filter(Boolean)}
          />
        </dl>
      </>
    );
  return (
    <>
      <h1 className="text-4xl sm:text-5xl">Visa application</h1>
      {isUnknown ? (
        <Banner tone="warning" title="We do not offer this visa" className="mt-6 max-w-2xl">
          The address may be old or incomplete. <Services text="See all visas" />, or start without one: we read your
          answers and tell you which visa fits.
        </Banner>
      ) : isUnread ? (
        <Banner tone="warning" title="We can’t show the details of this visa right now" className="mt-6 max-w-2xl">
          You can still start: your application will be for the visa you chose.
        </Banner>
      ) : (
        <p className="mt-4 max-w-2xl text-lg text-stone">
          Not sure which visa you need? Start here: we’ll read your answers and tell you which one fits. If you already
          know, <Services text="choose it from our visas" /> to see its fee and documents first.
        </p>
      )}
    </>
  );
}

const Services = ({ text }: { text: string }) => (
  <PageLink to="/services" className="font-medium text-sea-ink underline underline-offset-4">
    {text}
  </PageLink>
);

type FactProps = { label: string; value: string | null; notes?: readonly string[] };

function Fact({ label, value, notes = [] }: FactProps) {
  if (!value) return null;
  return (
    <div>
      <dt className="text-sm text-stone">{label}</dt>
      <dd className="font-display text-xl font-semibold text-navy">{value}</dd>
      {notes.map((note) => (
        <dd key={note} className="mt-0.5 text-sm text-stone">
          {note}
        </dd>
      ))}
    </div>
  );
}
