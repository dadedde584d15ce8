import { ArrowRight } from "lucide-react";
import { data, redirect } from "react-router";
import { headTags } from "~/content/seo/head";
import { Flag } from "~/ui/brand/flag";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { StatusBadge } from "~/ui/lists/status-badge";
import { LocalTime } from "~/ui/local-time";
import { EmptyState } from "~/ui/notices/empty-state";
import type { Route } from "./+types/applications";
import { type HeldApplication, heldApplications } from "./held.server";

export function meta({ matches }: Route.MetaArgs) {
  return headTags({ title: "My applications", robots: "noindex" }, matches);
}

/** `GET /applications`: leads to the one application that this browser holds, or lists them (N-BEGIN-7). */
export async function loader({ request }: Route.LoaderArgs) {
  const { applications, headers } = await heldApplications(request);
  const [only, ...others] = applications;
  if (only && others.length === 0) throw redirect(`/apply/${only.id}`, { headers });
  return data({ applications }, { headers });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function Applications({ loaderData: { applications } }: Route.ComponentProps) {
  return (
    <div className="bg-sand">
      <div className="page max-w-[52rem] pt-6 pb-12 lg:pb-16">
        <Breadcrumbs trail={[{ label: "My applications" }]} />
        <h1 className="mt-9 text-5xl">My applications</h1>
        {applications.length === 0 ? (
          <EmptyState
            title="This browser holds no application"
            action={
              <ButtonLink to="/apply/start" size="lg" after={<ArrowRight aria-hidden />}>
                Find or start one
              </ButtonLink>
            }
            className="mt-8 rounded-2xl border border-dune bg-white"
          >
            One that you began elsewhere opens here by the private link in our mail.
          </EmptyState>
        ) : (
          <>
            <p className="mt-4 text-lg text-stone">Those that this browser can open, the one saved last first.</p>
            <ul className="mt-8 divide-y divide-dune rounded-2xl border border-dune bg-white shadow-md">
              {applications.map((application) => (
                <Held key={application.id} application={application} />
              ))}
            </ul>
            <p className="mt-7 text-stone">
              Another one is missing? <TextLink to="/apply/start">Find it by email or number</TextLink>
            </p>
          </>
        )}
      </div>
    </div>
  );
}

function Held({ application }: { application: HeldApplication }) {
  const { id, number, serviceName, flag, status, percent, savedAt } = application;
  const isDraft = status === "draft";
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-4 px-6 py-6 sm:flex-nowrap sm:px-8">
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <h2 className="flex items-center gap-2.5 font-sans text-lg font-semibold">
          {flag ? <Flag code={flag} className="w-7 shrink-0" /> : null}
          <span className="min-w-0 wrap-anywhere">{serviceName ?? "Visa Application"}</span>
        </h2>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="font-mono font-medium whitespace-nowrap">{number}</span>
          <StatusBadge status={status} />
        </p>
        <p className="mt-2 text-sm text-stone">
          {isDraft ? `${percent}% complete · last saved ` : "Last change "}
          <LocalTime at={savedAt} options={{ dateStyle: "medium", timeStyle: "short" }} />
        </p>
      </div>
      <ButtonLink
        to={`/apply/${id}`}
        variant={isDraft ? "gold" : "outline"}
        after={<ArrowRight aria-hidden />}
        className="max-sm:w-full"
      >
        {isDraft ? "Go on" : "View"}
        <span className="sr-only">{isDraft ? ` with ${number}` : ` ${number}`}</span>
      </ButtonLink>
    </li>
  );
}
