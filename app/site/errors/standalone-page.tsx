import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url";
import type { ReactNode } from "react";
import { titled } from "~/content/seo/head";
import { unreadSiteName } from "~/site/layout/shell-data";
// Not the lazy drawing of `~/ui/brand/guilloche`: this page is rendered synchronously, possibly as the first one.
import { BrandMark } from "~/ui/brand/guilloche-drawings";
import { waveBand } from "~/ui/brand/guilloche-paths";

const face = (name: string, file: string) =>
  `@font-face{font-family:"${name}";src:url("${file}") format("woff2");font-weight:100 900;font-display:swap}`;

/** The whole style, inline. Fonts are separate files; the page is readable without them. */
const style = `
${face("Figtree Variable", figtree)}
${face("Fraunces Variable", fraunces)}
*{box-sizing:border-box;margin:0}
body{display:flex;flex-direction:column;min-height:100vh;background:#fbf7ef;color:#12262d;font:1.0625rem/1.6 "Figtree Variable",system-ui,sans-serif}
header{display:flex;align-items:center;gap:.75rem;padding:1rem clamp(1rem,5vw,7rem);background:#fff;color:#06303f;font:600 1.375rem/1.2 "Fraunces Variable",Georgia,serif}
header a{display:flex;align-items:center;gap:.75rem;border-radius:.375rem;color:inherit;font-weight:inherit;text-decoration:none}
header svg{width:2.5rem;height:2.5rem}
main{flex:1;padding:clamp(1rem,4vh,2rem) clamp(1rem,5vw,7rem) clamp(3rem,10vh,7rem)}
nav ol{display:flex;flex-wrap:wrap;gap:.25rem .5rem;margin-bottom:clamp(2rem,8vh,5rem);padding:0;list-style:none;color:#56676c;font-size:.9375rem}
nav a{display:inline-block;font-weight:400}nav li+li::before{content:"›";margin-right:.5rem}
.code{color:#0b6a74;font:.9375rem/1.5 "IBM Plex Mono",ui-monospace,monospace;letter-spacing:.2em}
h1{max-width:17em;margin:.6rem 0 1rem;color:#06303f;font:600 clamp(2.1rem,5vw,3.5rem)/1.1 "Fraunces Variable",Georgia,serif;letter-spacing:-.015em}
a{color:#0b5566;font-weight:600}p{max-width:34em}p+p{margin-top:.75rem}
.again{display:inline-block;margin-top:2rem;padding:.85rem 1.5rem;border:0;border-radius:.5rem;background:#06303f;color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.again:hover{background:#0b5566}:is(a,.again):focus-visible{outline:3px solid #0b5566;outline-offset:2px}
.number{margin-top:2rem;color:#56676c;font-size:.9375rem}.number span{display:inline-block;max-width:100%;overflow-wrap:anywhere;color:#12262d;font-family:"IBM Plex Mono",ui-monospace,monospace}
.typed{display:block;max-width:44rem;margin-top:1.25rem;font-weight:600}.typed textarea{display:block;width:100%;margin-top:.35rem;padding:.6rem .8rem;border:1px solid #7c8f93;border-radius:.5rem;background:#fff;color:inherit;font:inherit;font-weight:400}
.confirm{max-width:24rem;margin:1.5rem 0}.confirm label{display:block;margin-top:1rem;font-weight:600}.confirm input{display:block;width:100%;min-height:3rem;margin-top:.35rem;padding:.6rem .8rem;border:1px solid #7c8f93;border-radius:.5rem;background:#fff;color:inherit;font:inherit;font-weight:400}.confirm input:focus-visible{outline:3px solid #0b5566;outline-offset:1px}.confirm .again{margin-top:1.5rem}
.problem{padding:.7rem .9rem;border:1px solid #b3261e;border-radius:.5rem;background:#fdf0ee;color:#7d150f;font-weight:600}
.sea{display:block;width:100%;height:8rem;stroke:#12838d;stroke-opacity:.45;fill:none}
`;

type StandaloneProps = { code: number; title: string; requestId: string; children: ReactNode };

/** A complete document without JavaScript, for responses before the router or without the database. */
export function StandalonePage({ code, title, requestId, children }: StandaloneProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{titled(title, unreadSiteName)}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <header>
          <a href="/">
            <BrandMark className="mark" />
            Lucaya
          </a>
        </header>
        <main>
          <nav aria-label="Breadcrumb">
            <ol>
              <li>
                <a href="/">Home</a>
              </li>
              <li aria-current="page">{title}</li>
            </ol>
          </nav>
          <p className="code">{code}</p>
          <h1>{title}</h1>
          {children}
          <p className="number">
            If you contact us about this, please quote this number: <span>{requestId}</span>
          </p>
        </main>
        <svg className="sea" viewBox="0 0 1440 120" preserveAspectRatio="none" aria-hidden="true">
          {waveBand({ seed: "away", width: 1440, middle: 60, swing: 45, lines: 14 }).map((path) => (
            <path key={path} d={path} vectorEffect="non-scaling-stroke" />
          ))}
        </svg>
      </body>
    </html>
  );
}

type FieldPairs = readonly [name: string, value: string][];
/** `typed`: the submitted form, by name and value; unless too long, the page carries it until it can be saved. */
type ResendPageProps = { requestId: string; typed: FieldPairs | "too long" };
/** `shown`: the values are visible in inputs, for the desk. */
type UnavailablePageProps = ResendPageProps & { shown?: boolean };

/** Input by a person, as opposed to hidden keys and names; passwords are in no page. */
const isTypedByUser = ([name, value]: FieldPairs[number]) =>
  value.trim() !== "" &&
  !/^(intent|attempt|seen|revision|base|quiet|script|scripted|stay|rows)$/.test(name) &&
  !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** Formats `nextSteps` as a label: `Next steps`. */
const labelOf = (name: string) => {
  const label = name.replace(/[._-]+/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
  return label.charAt(0).toUpperCase() + label.slice(1).toLowerCase();
};

function SendAgain({ typed, shown = false }: { typed: FieldPairs; shown?: boolean }) {
  return (
    <form method="post">
      {typed.map((pair, index) =>
        shown && isTypedByUser(pair) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the page never changes.
          <label key={index} className="typed">
            {labelOf(pair[0])}
            <textarea name={pair[0]} defaultValue={pair[1]} rows={Math.min(8, 1 + Math.ceil(pair[1].length / 70))} />
          </label>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the page never changes.
          <textarea key={index} name={pair[0]} defaultValue={pair[1]} hidden readOnly />
        ),
      )}
      <button className="again" type="submit">
        {shown ? "Try again" : "Send it again"}
      </button>
    </form>
  );
}

/** 500: a desk form submitted without JavaScript failed. */
export function NotSavedPage({ requestId, typed }: ResendPageProps) {
  return (
    <StandalonePage code={500} title="Not saved" requestId={requestId}>
      <p>
        Something went wrong on our side.{" "}
        {typed === "too long"
          ? "Your text is too long to show here. Use your browser’s Back button to get back to it."
          : "Your text is still here. Wait a moment, then try again."}
      </p>
      {typed === "too long" ? null : <SendAgain typed={typed} shown />}
    </StandalonePage>
  );
}

/** 401: the session ended before a desk form was submitted. */
export function SignInFirstPage({ requestId, typed }: ResendPageProps) {
  return (
    <StandalonePage code={401} title="Please sign in again" requestId={requestId}>
      <p>
        Your session ended, so what you just sent wasn’t saved.{" "}
        {typed === "too long"
          ? "It’s too long to show here. Use your browser’s Back button to get back to it. "
          : "It isn’t lost: it’s still on this page. "}
        <a href="/admin/login" target="_blank" rel="noreferrer">
          Open sign-in in a new tab
        </a>
        , come back here, and send it again.
      </p>
      {typed === "too long" ? null : <SendAgain typed={typed} />}
    </StandalonePage>
  );
}

/** 503: the database does not answer. */
export function DatabaseUnavailablePage({ requestId, typed, shown = false }: UnavailablePageProps) {
  return (
    <StandalonePage code={503} title="We will be back in a moment" requestId={requestId}>
      <p>Our records system isn’t responding right now. We’re working on it.</p>
      {typed === "too long" ? (
        <p>
          We couldn’t save what you just sent, and it’s too long to show here. Use your browser’s Back button to get
          back to it, wait a moment, then send it again.
        </p>
      ) : typed.length > 0 ? (
        <>
          <p>
            We couldn’t save what you just sent, but it’s still on this page. Keep the page open, wait a moment, then
            send it again.
          </p>
          <SendAgain typed={typed} shown={shown} />
        </>
      ) : (
        <>
          <p>
            Everything you saved is safe. If you were filling in an application, keep that page open: it holds your
            answers and sends them again automatically.
          </p>
          {/* biome-ignore lint/a11y/useValidAnchor: the empty address is this page's own, whole. */}
          <a className="again" href="">
            Try again
          </a>
        </>
      )}
    </StandalonePage>
  );
}
