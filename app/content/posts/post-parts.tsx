import type { Body } from "./body/body";
import { headingsOf } from "./body/text";

/** The headings of a post as links, with the part that is being read marked (`static-pages/parts.ts`). */
export function PostParts({ body }: { body: Body }) {
  const titles = headingsOf(body);
  if (titles.length < 2) return null;
  return (
    <nav data-parts aria-labelledby="parts" className="no-print border-b border-dune p-6 max-lg:hidden">
      <h2 id="parts" className="font-sans text-base font-bold tracking-normal">
        In this post
      </h2>
      <ol className="mt-2 grid text-sm">
        {titles.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="block border-l-2 border-dune py-1.5 pl-3.5 text-stone hover:text-navy hover:underline aria-[current]:border-gold-deep aria-[current]:font-semibold aria-[current]:text-navy"
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
