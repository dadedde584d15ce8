import { UserRound } from "lucide-react";
import { PageLink } from "~/ui/page-link";
import type { PersonOf } from "./person-of.server";

export const personPath = (id: string) => `/admin/people/${id}`;

export const nameOf = ({ name }: { name: string }) => name || "No name yet";

/** Links a case or an inquiry to its person; renders nothing if that can't be read. */
export function PersonLink({ person }: { person: PersonOf | null }) {
  if (!person) return null;
  const others = person.records - 1;
  return (
    <PageLink
      to={personPath(person.id)}
      className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-md border border-line bg-white px-2.5 text-sm hover:border-navy hover:bg-foam max-md:min-h-11"
    >
      <UserRound aria-hidden className="size-4 shrink-0 text-stone" />
      <span className="sr-only">Person: </span>
      <span className="min-w-0 truncate font-semibold">{nameOf(person)}</span>
      {others > 0 ? (
        <span className="shrink-0 text-stone tabular-nums">
          and {others.toLocaleString("en-US")} more {others === 1 ? "record" : "records"}
        </span>
      ) : null}
    </PageLink>
  );
}
