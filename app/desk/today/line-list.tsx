import { Badge, SampleMark } from "~/ui/lists/badge";
import { PageLink } from "~/ui/page-link";
import type { Line } from "./lines";

/** Items that link to their subject; the whole row is the link. */
export function LineList({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="divide-y divide-line border-t border-line">
      {lines.map(({ id, to, name, number, says, isMine, isSample }) => (
        <li key={id}>
          <PageLink
            to={to}
            data-row={id}
            className="flex min-h-9 flex-wrap items-center gap-x-3 px-4 py-1.5 -outline-offset-3 hover:bg-foam max-sm:min-h-11 sm:flex-nowrap sm:px-5"
          >
            <bdi className="min-w-0 truncate font-medium sm:w-60 sm:shrink-0">{name}</bdi>
            {isSample ? <SampleMark short className="sm:order-last" /> : null}
            {isMine ? (
              <Badge tone="teal" className="sm:order-last">
                Yours
              </Badge>
            ) : null}
            {number ? (
              <span className="shrink-0 font-mono text-xs text-stone max-sm:ml-auto sm:w-36">{number}</span>
            ) : (
              <span className="shrink-0 max-sm:hidden sm:w-36" />
            )}
            <span className="min-w-0 flex-1 text-stone max-sm:basis-full max-sm:wrap-anywhere sm:truncate">{says}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
