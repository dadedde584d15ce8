import { Link, redirect } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { textsNamingGone } from "~/content/facts/gone-named.server";
import { OtherScreens } from "~/content/other-screens";
import { db } from "~/db/client.server";
import { Badge } from "~/ui/lists/badge";
import { Banner } from "~/ui/notices/banner";
import { readOverview, screenOfVersion } from "../overview.server";
import type { Route } from "./+types/overview";

export const meta: Route.MetaFunction = () => [{ title: "Content · Lucaya staff" }];

/** `/admin/content`: all that the owner edits. With `?version=` the way from an entry of the record to its screen. */
export async function loader({ request, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const version = url.searchParams.get("version");
  const screen = version && (await screenOfVersion(version));
  if (screen) throw redirect(screen);
  return { kinds: await readOverview(), gone: await textsNamingGone(db) };
}

export default function Overview({ loaderData: { kinds, gone } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-3xl">Content</h1>
      <p className="mt-1 max-w-2xl text-stone">
        What visitors read. Nothing that you save here is public before you publish it.
      </p>
      {gone.length > 0 ? (
        <Banner tone="warning" className="mt-4">
          <p className="font-semibold">Some texts name what was deleted. Visitors still read the last value.</p>
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
      <ul className="mt-6 grid gap-3 lg:grid-cols-2">
        {kinds.map(({ kind, title, about, published, drafts, scheduled, first, last }) => (
          <li key={kind} className="relative rounded-xl border border-line bg-white px-5 py-4 hover:border-sea-ink">
            <h2 className="text-xl">
              <Link to={`/admin/content/${kind}`} className="rounded-xs after:absolute after:inset-0">
                {title}
              </Link>
            </h2>
            <p className="mt-1 text-stone">{about}</p>
            <p className="mt-3 flex flex-wrap gap-2">
              <Badge tone="green">{published} published</Badge>
              <Badge tone={drafts > 0 ? "yellow" : "gray"}>{drafts === 1 ? "1 draft" : `${drafts} drafts`}</Badge>
              <Badge tone={scheduled > 0 ? "blue" : "gray"}>{scheduled} scheduled</Badge>
            </p>
            {first ? <p className="mt-3 font-semibold">{first}</p> : null}
            <p className="mt-2 text-xs text-stone">
              {last ? `Last changed by ${last.by} on ${last.at}` : "Nobody has changed it here yet."}
            </p>
          </li>
        ))}
      </ul>
      <OtherScreens />
    </>
  );
}
