import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { compressBrotli } from "~/core/brotli.server";
import { requestContext } from "~/core/request-context";
import { withMyApplicationScript } from "~/site/layout/my-application-script.server";
import { afterFirstPaint } from "~/site/static-pages/after-first-paint.server";
import { byReference } from "~/site/static-pages/by-reference.server";
import { staticPageScript } from "~/site/static-pages/module.server";
import { foreignRecorder } from "~/ui/foreign/record.server";
import { isStaticPage } from "~/ui/static-page";

export { handleError } from "~/site/errors/handle-error.server";

/** Renders the whole document before it answers: a page is complete or it is an error page, never half of one. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  const { nonce } = context.get(requestContext);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const shown = withItsRoutes(routerContext, new URL(request.url).pathname);
  const page = await render(<ServerRouter context={shown} url={request.url} nonce={nonce} />);
  const framed = hasSiteFrame(routerContext);
  const read = isRead(routerContext);
  const whole = read ? byReference(page) : page.replace("<head>", () => `<head>${foreignRecorder(nonce)}`);
  const html = withMyApplicationScript(withStaticPageModule(whole, framed), nonce);
  if (framed && read) headers.set("Speculation-Rules", '"/speculation-rules.json"');
  const body = acceptsBrotli(request) ? compressBrotli(html) : html;
  if (body !== html) {
    headers.set("Content-Encoding", "br");
    headers.append("Vary", "Accept-Encoding");
  }
  headers.set("Content-Length", String(body.length));
  return new Response(body, { status, headers });
}

/** Pages outside of the desk load a list of routes without the desk's (`react-router.config.ts`). */
function withItsRoutes(routerContext: EntryContext, path: string): EntryContext {
  if (import.meta.env.DEV || path.startsWith("/admin")) return routerContext;
  const { manifest } = routerContext;
  return { ...routerContext, manifest: { ...manifest, url: manifest.url.replace(/\.js$/, "-public.js") } };
}

const hasSiteFrame = ({ staticHandlerContext }: EntryContext) =>
  staticHandlerContext.matches.some(({ route }) => route.id === "site/layout/layout");

const isRead = ({ staticHandlerContext, routeModules }: EntryContext) =>
  staticHandlerContext.matches.some(({ route }) => isStaticPage(routeModules[route.id]?.handle));

/**
 * Our module moves what moves in the site's frame, which the router may also show later. In that frame React comes
 * after the first paint, if at all.
 */
function withStaticPageModule(html: string, framed: boolean): Buffer<ArrayBuffer> {
  const transition = "@media (prefers-reduced-motion: no-preference){@view-transition{navigation:auto}}";
  // A step has nothing that the module moves, and a page in the site's frame is loaded as a document (`ServerDrawn`).
  const module = html.includes('data-view="draft"') ? "" : `<script type="module" src="${staticPageScript}"></script>`;
  const added = `<style>${transition}</style>${module}</head>`;
  return Buffer.from((framed ? afterFirstPaint(html) : html).replace("</head>", added));
}

/** Browsers accept br over HTTPS; others get the shell's gzip. The page cache asks without it. */
const acceptsBrotli = (request: Request) =>
  request.headers
    .get("accept-encoding")
    ?.split(",")
    .some((name) => name.trim() === "br") === true;

function render(page: React.ReactNode) {
  return new Promise<string>((resolve, reject) => {
    let failed = false;
    const { pipe } = renderToPipeableStream(page, {
      // A large part that waited for its module is still written where it belongs, and needs no script to get there.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        // Also called after a failure: what is piped then fails too, and nobody would be there to catch it.
        if (!failed) pipe(collect(resolve));
      },
      onError(error) {
        failed = true;
        reject(error);
      },
    });
  });
}

/** Takes all that is written; Node's own `buffer()` makes a Blob of it first, which costs more than the writing. */
function collect(onEnd: (whole: string) => void): Writable {
  const chunks: Uint8Array[] = [];
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      onEnd(Buffer.concat(chunks).toString());
      done();
    },
  });
}
