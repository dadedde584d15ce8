import { ArrowRight } from "lucide-react";
import { data, redirect } from "react-router";
import { LinksByEmail } from "~/applications/access/links-by-email";
import { handleLinksByEmail } from "~/applications/access/links-by-email.server";
import { sendAllLinks } from "~/cases/my-applications/all-links.server";
import { headTags } from "~/content/seo/head";
import { formatDraftPercent } from "~/core/percent-at";
import { Flag } from "~/ui/brand/flag";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { ButtonLink } from "~/ui/button";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import { StatusBadge } from "~/ui/lists/status-badge";
import { NassauTime } from "~/ui/nassau-time";
import { EmptyState } from "~/ui/notices/empty-state";
import type { Route } from "./+types/applications";
import { listMyApplications, withTurns } from "./my-applications.server";

export function meta({ matches }: Route.MetaArgs) {
  return headTags({ title: "My applications", robots: "noindex" }, matches);
}

/**
 * `GET /applications`: the applications of this browser. With `?only`, as in the header's link, redirects to the
 * application if there is just one.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const { applications, headers } = await listMyApplications(request);
  const [application, ...otherApplications] = applications;
  const opensOnlyOne = new URL(request.url).searchParams.has("only") && otherApplications.length === 0;
  if (application && opensOnlyOne) throw redirect(`/apply/${application.id}`, { headers });
  return data({ applications: await withTurns(applications) }, { headers });
}

/** Mails links to all applications of an email. */
export const action = ({ request, context }: Route.ActionArgs) => handleLinksByEmail(request, context, sendAllLinks);

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (problem) => ({ email: "", problem }));

export const headers: Route.HeadersFunction = ({ loaderHeaders, actionHeaders }) => {
  const all = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders) all.append(name, value);
  return all;
};

export default function Applications({ loaderData: { applications }, actionData }: Route.ComponentProps) {
  return (
    <div className="bg-sand">
      <div className="page max-w-[52rem] pt-6 pb-12 lg:pb-16">
        <Breadcrumbs trail={[{ label: "My applications" }]} />
        <h1 className="mt-9 text-5xl">My applications</h1>
        {applications.length === 0 ? (
          <EmptyState
            title="No applications in this browser yet."
            action={
              <ButtonLink to="/apply/start" size="lg" after={<ArrowRight aria-hidden />}>
                Find or start one
              </ButtonLink>
            }
            className="mt-8 rounded-2xl border border-dune bg-white"
          >
            If you started an application somewhere else, open it here with the private link in our email.
          </EmptyState>
        ) : (
          <>
            <p className="mt-4 text-lg text-stone">
              Applications you can open in this browser, most recently saved first.
            </p>
            <ul className="mt-8 divide-y divide-dune rounded-2xl border border-dune bg-white shadow-md">
              {applications.map((application) => (
                <MyApplicationItem key={application.id} application={application} />
              ))}
            </ul>
          </>
        )}
        <AllOfMine answer={actionData} />
      </div>
    </div>
  );
}

/** A family may share an email: one mail has a link for each applicant. */
function AllOfMine({ answer }: { answer: Route.ComponentProps["actionData"] }) {
  return (
    <section aria-labelledby="all" className="mt-12">
      <h2 id="all" className="text-2xl">
        Is an application missing?
      </h2>
      <p className="mt-2 text-stone">
        Enter your email address and we’ll send one email with a private link to each application. Have an application
        number instead? <TextLink to="/apply/start">Find it by its number</TextLink>
      </p>
      <LinksByEmail
        answer={answer}
        sent="If there are applications with this address, one email with all links is on its way."
        label="Email me my links"
        className="mt-5"
      />
    </section>
  );
}

type Listed = Awaited<ReturnType<typeof withTurns>>[number];

function MyApplicationItem({ application }: { application: Listed }) {
  const { id, number, name, begun, turn, serviceName, flag, status, percent, savedAt } = application;
  const isDraft = status === "draft";
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-4 px-6 py-6 sm:flex-nowrap sm:px-8">
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <h2 className="flex items-center gap-2.5 font-sans text-lg font-semibold">
          {flag ? <Flag code={flag} className="w-7 shrink-0" /> : null}
          <span className="min-w-0 wrap-anywhere">
            {name || "No name yet"}
            <span className="block text-base font-normal text-stone">{serviceName ?? "Visa Application"}</span>
          </span>
        </h2>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="font-mono font-medium whitespace-nowrap">{number}</span>
          <StatusBadge status={status} />
        </p>
        {turn ? <p className="mt-2">{turn}</p> : null}
        <p className="mt-2 text-sm text-stone">
          {isDraft ? `${formatDraftPercent(percent)} · last saved ` : "Last change "}
          <NassauTime at={savedAt} options={{ dateStyle: "medium", timeStyle: "short" }} />
          {name ? null : (
            <>
              {" "}
              · started <NassauTime at={begun} options={{ dateStyle: "medium" }} />
            </>
          )}
        </p>
        <p className="mt-2 text-sm">
          <TextLink to={`/apply/${id}/again?for=family`} className="inline-flex min-h-6 items-center">
            Apply for a family member
            <span className="sr-only"> with the address, contacts and trip of {number}</span>
          </TextLink>
        </p>
      </div>
      <ButtonLink
        to={`/apply/${id}`}
        variant={isDraft ? "gold" : "outline"}
        after={<ArrowRight aria-hidden />}
        className="max-sm:w-full"
      >
        {isDraft ? "Continue" : "View"}
        <span className="sr-only">{isDraft ? ` with ${number}` : ` ${number}`}</span>
      </ButtonLink>
    </li>
  );
}
