import { Link } from "react-router";

const screens = [
  { to: "/admin/content/newsletter", title: "Newsletter", about: "Who reads it, and posts that are sent to them." },
  { to: "/admin/content/redirects", title: "Redirects", about: "Old addresses, and where they lead." },
  { to: "/admin/content/links", title: "Broken links", about: "What pages lead to and is not there; unused files." },
];

/** What belongs to the content and has no versions. */
export function OtherScreens() {
  return (
    <ul aria-label="More" className="mt-3 grid gap-3 lg:grid-cols-3">
      {screens.map(({ to, title, about }) => (
        <li key={to} className="relative rounded-xl border border-line bg-white px-5 py-4 hover:border-sea-ink">
          <h2 className="text-lg">
            <Link to={to} className="rounded-xs after:absolute after:inset-0">
              {title}
            </Link>
          </h2>
          <p className="mt-1 text-stone">{about}</p>
        </li>
      ))}
    </ul>
  );
}
