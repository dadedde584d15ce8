import { Link } from "react-router";

/** The way back from a screen of the content. */
export function Path({ list = null }: { list?: { to: string; title: string } | null }) {
  return (
    <nav aria-label="Where this stands" className="flex flex-wrap gap-x-2 text-sm">
      <Link to="/admin/content" className="rounded-xs font-semibold text-sea-ink hover:underline">
        Content
      </Link>
      {list ? (
        <>
          <span aria-hidden className="text-stone">
            /
          </span>
          <Link to={list.to} className="rounded-xs font-semibold text-sea-ink hover:underline">
            {list.title}
          </Link>
        </>
      ) : null}
    </nav>
  );
}
