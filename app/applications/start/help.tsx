import { useEffect } from "react";
import { data, Form, type ShouldRevalidateFunctionArgs } from "react-router";
import { checkResumeLimit, sendFreshLinks } from "~/applications/access/resume.server";
import { activeServices } from "~/catalogue/services.server";
import { headTags } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { mailLink } from "~/content/settings/contact-links";
import { publicSettings } from "~/content/settings/settings.server";
import { hourlyLimitResponse } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { requestContext } from "~/core/request-context";
import { readForm } from "~/request-bodies/read-form.server";
import { Flag } from "~/ui/brand/flag";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { PageLink } from "~/ui/page-link";
import type { Route } from "./+types/help";

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags({ title: "Start or find your visa application", ...loaderData?.head, robots: "noindex" }, matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const currentRequest = context.get(requestContext);
  const [services, head, { applyEmail }] = await Promise.all([
    activeServices(),
    pageHead(currentRequest, "/apply/start"),
    publicSettings(currentRequest),
  ]);
  return { services, head, applyEmail, ...noticesOf(new URL(request.url).searchParams) };
}

const noticesOf = (search: URLSearchParams) => ({
  missing: search.has("missing"),
  deleted: search.has("deleted"),
  /** Id of a deleted application that this browser could open. */
  gone: search.get("gone"),
});

export async function action({ request, context }: Route.ActionArgs) {
  const { address } = context.get(requestContext);
  const left = await checkResumeLimit(address);
  if (!left.allowed) return refused(tooMany("links were requested", left));
  const form = await readForm(request);
  const identifier = String(form.get("asked") ?? "").trim();
  if (!identifier)
    return data({ done: false, message: "Please enter your email address or your application number." }, 422);
  const sent = await sendFreshLinks({ address }, identifier);
  if (!sent.ok && sent.reason === "invalid")
    return data(
      {
        done: false,
        asked: identifier,
        message: "Enter your email address, your application number, or your private link.",
      },
      422,
    );
  if (!sent.ok) return refused(sent.message);
  return {
    done: true,
    message: "If we find an application, we’ll email a private link to the address on file.",
  };
}

const refused = (message: string) => data({ done: false, message }, hourlyLimitResponse);

/** A form submission changes nothing else on the page, so a lost connection then takes nothing away. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && defaultShouldRevalidate;

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (unsent) => ({ done: false, message: "", unsent }));

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** Removes the draft's data from this tab and the parameter from the URL, so that a reload does not say it again. */
function DeletedDraftCleanup({ id }: { id: string }) {
  useEffect(() => {
    window.history.replaceState(window.history.state, "", window.location.pathname);
    // Loaded here only: the page has no other use for it.
    void import("~/applications/access/unsent-places").then(({ forgetUnsent }) => forgetUnsent(id));
  }, [id]);
  return (
    <Banner tone="warning" role="status" className="mt-6" title="This draft was deleted">
      We’ve deleted all its answers and files.
    </Banner>
  );
}

/** `/apply/start`: explains how to start, lists the services, and sends a link on request. */
export default function StartHelp({ loaderData, actionData }: Route.ComponentProps) {
  const unsent = actionData && "unsent" in actionData ? actionData.unsent : "";
  const identifier = actionData && "asked" in actionData ? String(actionData.asked) : undefined;
  return (
    <div className="bg-sand">
      <div className="page pt-6">
        <Breadcrumbs trail={[{ label: "Find your application" }]} />
      </div>
      <div className="page grid gap-x-16 gap-y-12 pt-9 pb-12 sm:pt-12 lg:grid-cols-2 lg:pb-16">
        <section aria-labelledby="resume">
          <h1 id="resume" className="text-5xl">
            Find your application
          </h1>
          {loaderData.missing && !actionData ? (
            <Banner tone="warning" role="status" className="mt-6" title="We can’t find this application">
              The address may be incomplete. Your private link is in our email; we can also send you a new one.
            </Banner>
          ) : null}
          {loaderData.deleted && !actionData ? (
            <Banner tone="success" role="status" className="mt-6" title="Your draft has been deleted">
              Its answers and files have been permanently deleted. You can start again at any time.
            </Banner>
          ) : null}
          {loaderData.gone && !actionData ? <DeletedDraftCleanup id={loaderData.gone} /> : null}
          <p className="mt-4 text-lg text-stone">
            {loaderData.gone || loaderData.deleted
              ? "Looking for another application?"
              : "Everything you entered is kept."}{" "}
            Enter your email address or application number and we’ll email a private link to the address on file.
          </p>
          {actionData?.done ? (
            <Banner tone="success" role="status" className="mt-7" title="Please check your email">
              {actionData.message}
            </Banner>
          ) : null}
          <MessageBanner message={unsent} className="mt-7" />
          <Form method="post" className="mt-8 grid gap-6">
            <Field
              id="asked"
              label="Email address or application number"
              hint="A number looks like BV26-K7QM-4TXP."
              error={actionData?.done ? undefined : actionData?.message || undefined}
              required
            >
              <Input name="asked" maxLength={1000} autoComplete="email" defaultValue={identifier} />
            </Field>
            <div>
              <SubmitButton size="lg">Send me the link</SubmitButton>
            </div>
          </Form>
          <p className="mt-7 text-stone">
            Can’t get into that email account, or have a question about your application? Write to{" "}
            <TextLink to={mailLink(loaderData.applyEmail)}>{loaderData.applyEmail}</TextLink>.
          </p>
        </section>
        <section aria-labelledby="begin">
          <h2 id="begin" className="text-3xl">
            Or start a new one
          </h2>
          <ul className="mt-5 divide-y divide-dune rounded-xl border border-dune bg-white">
            {loaderData.services.map((service) => (
              <li key={service.id}>
                <PageLink
                  to={`/apply?service=${service.id}`}
                  className="flex min-h-14 items-center gap-4 px-5 py-3 hover:bg-foam"
                >
                  {service.country ? <Flag code={service.country.code} className="w-7 shrink-0" /> : null}
                  <span className="min-w-0 flex-1 font-medium">{service.name}</span>
                  <span aria-hidden>→</span>
                </PageLink>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
