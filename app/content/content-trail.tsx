import { Link } from "react-router";

export function ContentTrail({ further = [] }: { further?: readonly { to: string; label: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="flex flex-wrap gap-x-2 text-sm">
      {[{ to: "/admin/content", label: "Content" }, ...further].map(({ to, label }, index) => (
        <span key={to} className="flex gap-x-2">
          {index > 0 ? (
            <span aria-hidden className="text-stone">
              /
            </span>
          ) : null}
          <Link
            to={to}
            className="inline-flex min-h-6 items-center rounded-xs font-semibold text-sea-ink hover:underline"
          >
            {label}
          </Link>
        </span>
      ))}
    </nav>
  );
}
