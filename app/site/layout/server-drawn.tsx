import { type ReactNode, useEffect } from "react";

/** What the server drew, by name: a page that fails in the browser is shown in the same frame. */
const drawn = new Map<string, string>();

function drawnBefore(part: string): string {
  const html = drawn.get(part) ?? document.querySelector(`[data-drawn=${part}]`)?.innerHTML ?? "";
  drawn.set(part, html);
  return html;
}

/**
 * A part of the site's frame that the server alone draws, and the frame's module moves
 * (`static-pages/static-pages.ts`): React keeps it as it is in the document, and its code is not sent (L-STILL-3). The
 * children are for the server: `import.meta.env.SSR ? … : null`. A document without the part is loaded again.
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
