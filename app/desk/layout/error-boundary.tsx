import { isRouteErrorResponse, useLocation, useRouteLoaderData } from "react-router";
import { noAccessMessages } from "~/accounts/sign-in/no-access";
import { isConnectionError } from "~/site/errors/connection-error";
import { Rosette } from "~/ui/brand/guilloche";
import { ButtonLink } from "~/ui/button";

const words = {
  "403": noAccessMessages.role,
  "404": {
    title: "Page not found",
    text: "The address may be mistyped, or the page may have been deleted.",
  },
  "500": {
    title: "Something went wrong on our side",
    text: "This isn’t your fault, and anything you saved is safe. Please try again in a minute.",
  },
  "No connection": {
    title: "This screen could not be loaded",
    text: "Your device couldn’t reach us. Anything you saved is safe. Check your connection, then try again.",
  },
};

function codeOf(error: unknown): keyof typeof words {
  if (isConnectionError(error)) return "No connection";
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return status === 403 ? "403" : status === 404 ? "404" : "500";
}

/** Shown when a desk screen fails; the layout around it remains, so that the other screens can be reached. */
export function DeskErrorBoundary({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const requestId = useRouteLoaderData<{ requestId: string }>("root")?.requestId;
  const code = codeOf(error);
  const { title, text } = words[code];
  return (
    <section className="relative isolate flex min-h-[60vh] flex-col justify-center overflow-hidden rounded-2xl bg-white px-5 py-12 shadow-xs ring-1 ring-line sm:px-12">
      <Rosette
        seed={`desk-${code}`}
        className="absolute -top-24 -right-24 -z-10 size-56 text-sea/30 sm:-top-20 sm:size-[26rem]"
      />
      <p className="font-mono text-sm tracking-[0.2em] text-sea-ink">{code}</p>
      <h1 className="mt-2 max-w-xl text-3xl">{title}</h1>
      <p className="mt-3 max-w-lg text-base text-stone">{text}</p>
      {code === "500" && requestId ? (
        <p className="mt-3 text-stone">
          If you report this, please include this number: <span className="font-mono text-ink">{requestId}</span>
        </p>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-3">
        {code === "No connection" ? (
          // Not a document navigation: offline, the browser would replace the page by its own error.
          <ButtonLink to={{ pathname, search }}>Try again</ButtonLink>
        ) : (
          <ButtonLink to="/admin">Back to the dashboard</ButtonLink>
        )}
        {code === "500" ? (
          <ButtonLink to={{ pathname, search }} variant="outline" reloadDocument>
            Try again
          </ButtonLink>
        ) : null}
      </div>
    </section>
  );
}
