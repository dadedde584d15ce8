import { type ReactNode, useEffect } from "react";

const drawn = new Map<string, string>();

function drawnBefore(part: string): string {
  const html = drawn.get(part) ?? document.querySelector(`[data-drawn=${part}]`)?.innerHTML ?? "";
  drawn.set(part, html);
  return html;
}

/**
 * A part of the site's layout that only the server renders, and that static scripts animate
 * (`static-pages/static-pages.ts`): React leaves the DOM unchanged, and its code isn't sent to the browser. Children
 * are for the server: `import.meta.env.SSR ? … : null`. A document without the part is reloaded.
 */
export function ServerDrawn({ part, children }: { part: "head" | "foot"; children: ReactNode }) {
  const html = import.meta.env.SSR ? undefined : drawnBefore(part);
  useEffect(() => {
    if (html === "") location.reload();
  }, [html]);
  if (html === undefined) {
    return (
      <div data-drawn={part} className="contents">
        {children}
      </div>
    );
  }
  return (
    <div
      data-drawn={part}
      className="contents"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is the document's own, as the server wrote it.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
