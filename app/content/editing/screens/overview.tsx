import type { ReactNode } from "react";
import { Link, redirect } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { textsMentioningDeleted } from "~/content/facts/gone-named.server";
import { db } from "~/db/client.server";
import { Banner } from "~/ui/notices/banner";
import { StaffName } from "~/ui/staff-name";
import { readOverview, screenOfVersion } from "../overview.server";
import type { Route } from "./+types/overview";
import { CountBadges } from "./count-badges";

const otherScreens = [
  { to: "/admin/content/newsletter", title: "Newsletter", about: "Subscribers, and posts sent to them." },
  { to: "/admin/content/redirects", title: "Redirects", about: "Old addresses, and where they lead." },
  { to: "/admin/content/links", title: "Broken links", about: "Links and pictures that don’t work, and unused files." },
];

export const meta: Route.MetaFunction = () => [{ title: "Content · Lucaya staff" }];

/** `/admin/content`: all kinds. `?version=` redirects to the editor of that version: the record links to it. */
export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const version = url.searchParams.get("version");
  const screen = version && (await screenOfVersion(version));
  if (screen) throw redirect(screen);
  return { kinds: await readOverview(), gone: await textsMentioningDeleted(db) };
}

export default function Overview({ loaderData: { kinds, gone } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-3xl">Content</h1>
      <p className="mt-1 max-w-2xl text-stone">
        What visitors read. Nothing you save here is public until you publish it.
      </p>
      {gone.length > 0 ? (
        <Banner tone="warning" className="mt-4">
          <p className="font-semibold">
            Some texts refer to something that has been deleted. Visitors still see its last value.
          </p>
          <ul className="mt-1 grid gap-1">
            {gone.map(({ name, path, words }) => (
              <li key={`${name} ${path}`}>
                <Link to={path} className="rounded-xs font-semibold text-sea-ink underline underline-offset-2">
                  {name}
                </Link>{" "}
                {words.join(" ")}
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {groupsOf(kinds).map(({ name, about, kinds, others }) => (
        <section key={name} aria-labelledby={idOf(name)} className="mt-8">
          <h2 id={idOf(name)} className="text-xl">
            {name}
          </h2>
          <p className="mt-0.5 text-sm text-stone">{about}</p>
          <ul aria-labelledby={idOf(name)} className="mt-3 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
            {kinds.map((kind) => (
              <KindCard key={kind.kind} {...kind} />
            ))}
            {others.map(({ to, title, about }) => (
              <ScreenCard key={to} to={to} title={title} about={about} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

type Kinds = Route.ComponentProps["loaderData"]["kinds"];

/** The group of each kind; kinds that none names are in the first. */
const groups = [
  { name: "Pages", about: "What visitors read on the site.", of: [] },
  {
    name: "The office",
    about: "Details about Lucaya used on every page.",
    of: ["settings", "hours", "consultations", "team", "reviews"],
  },
  {
    name: "Services and applications",
    about: "What applicants choose, fill in and receive by email.",
    of: ["countries", "categories", "rules", "steps", "tasks", "agreements", "mails"],
  },
  { name: "Audience", about: "How people find the site and come back.", of: ["metadata"] },
] as const;

function groupsOf(kinds: Kinds) {
  const named = new Set<string>(groups.flatMap(({ of }) => of));
  return groups.map(({ name, about, of }, index) => {
    const own = new Set<string>(of);
    return {
      ...{ name, about },
      kinds: kinds.filter(({ kind }) => own.has(kind) || (index === 0 && !named.has(kind))),
      others: index === groups.length - 1 ? otherScreens : [],
    };
  });
}

const idOf = (name: string) => `group-${name.toLowerCase().replaceAll(" ", "-")}`;

function KindCard({ kind, title, about, published, drafts, scheduled, first, last }: Kinds[number]) {
  return (
    <ScreenCard to={`/admin/content/${kind}`} title={title} about={about}>
      {first ? <p className="mt-2 font-semibold">{first}</p> : null}
      <div className="mt-auto pt-3">
        <CountBadges {...{ published, drafts, scheduled }} />
        <p className="mt-2 text-xs text-stone">
          {last ? (
            <>
              Last changed by <StaffName name={last.by} email={last.byEmail} /> on {last.at}
            </>
          ) : (
            "Not changed yet."
          )}
        </p>
      </div>
    </ScreenCard>
  );
}

type ScreenCardProps = { to: string; title: string; about: string; children?: ReactNode };

function ScreenCard({ to, title, about, children }: ScreenCardProps) {
  return (
    <li className="relative flex flex-col rounded-xl border border-line bg-white px-5 py-4 hover:border-sea-ink">
      <h3 className="font-sans text-base font-semibold leading-snug tracking-normal">
        <Link
          to={to}
          className="inline-flex min-h-6 items-center rounded-xs text-sea-ink after:absolute after:inset-0 after:rounded-xl"
        >
          {title}
        </Link>
      </h3>
      <p className="mt-1 text-sm text-stone">{about}</p>
      {children}
    </li>
  );
}
