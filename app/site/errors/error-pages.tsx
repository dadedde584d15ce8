import type { ReactNode } from "react";
import { isRouteErrorResponse, useLocation } from "react-router";
import { isConnectionError } from "~/site/errors/connection-error";
import { BrandName } from "~/site/layout/header";
import { unreadSiteName } from "~/site/layout/shell-data";
import { BrandMark, Rosette, Waves } from "~/ui/brand/guilloche";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { ButtonLink } from "~/ui/button";
import { PageLink } from "~/ui/page-link";

type Framed = {
  /** With a small header of its own; not inside the site's or the desk's layout. */
  framed?: boolean | undefined;
};

type ErrorFrameProps = Framed & {
  code: string;
  title: string;
  actions: ReactNode;
  requestId?: string | undefined;
  children: ReactNode;
};

function ErrorFrame({ framed = true, code, title, actions, requestId, children }: ErrorFrameProps) {
  const content = (
    <section className="relative isolate flex-1 overflow-hidden bg-sand">
      <Rosette
        seed={`error-${code}`}
        className="absolute -top-24 -right-24 -z-10 size-48 text-gold-deep/35 max-lg:text-gold-deep/25 sm:-top-32 sm:-right-32 sm:size-80 lg:top-8 lg:-right-12 lg:size-[26rem] xl:right-[6%] xl:size-[28rem]"
      />
      <Waves sea="calm" seed="error" className="absolute inset-x-0 bottom-0 -z-10 h-56 text-sea/35" />
      <div className="page pt-6">
        <Breadcrumbs trail={[{ label: title }]} />
      </div>
      <div className="page flex min-h-[30rem] flex-col justify-center pt-12 pb-64">
        <p className="font-mono text-sm tracking-[0.2em] text-sea-ink">{code}</p>
        <h1 className="mt-3 max-w-[34rem] text-5xl lg:max-w-[36rem]">{title}</h1>
        <div className="mt-4 grid max-w-[34rem] gap-3 text-lg text-stone">{children}</div>
        <div className="mt-8 flex flex-wrap gap-3">{actions}</div>
        {requestId ? (
          <p className="mt-8 text-sm text-stone">
            If you write to us about this, please include this number:{" "}
            <span className="font-mono text-ink">{requestId}</span>
          </p>
        ) : null}
      </div>
    </section>
  );
  if (!framed) return content;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="bg-white">
        <div className="page flex h-[4.5rem] items-center">
          <PageLink to="/" className="flex items-center gap-3 rounded-md py-1">
            <BrandMark className="size-10" />
            <BrandName siteName={unreadSiteName} />
          </PageLink>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {content}
      </main>
    </div>
  );
}

/** 404. */
export function NotFoundPage(props: Framed & { children?: ReactNode }) {
  const { children, ...framed } = props;
  return (
    <ErrorFrame
      {...framed}
      code="404"
      title="We can’t find this page"
      actions={
        <>
          <ButtonLink to="/services" size="lg">
            See all visa services
          </ButtonLink>
          <ButtonLink to="/" variant="outline" size="lg">
            Go to the home page
          </ButtonLink>
          <ButtonLink to="/contact" variant="quiet" size="lg">
            Ask us
          </ButtonLink>
        </>
      }
    >
      {children ?? <p>The address may be mistyped, or the page has moved.</p>}
    </ErrorFrame>
  );
}

/** 403. */
export function ForbiddenPage(props: Framed & { children?: ReactNode }) {
  const { children, ...framed } = props;
  return (
    <ErrorFrame
      {...framed}
      code="403"
      title="You don’t have access to this page"
      actions={
        <>
          <ButtonLink to="/" size="lg">
            Go to the home page
          </ButtonLink>
          <ButtonLink to="/contact" variant="outline" size="lg">
            Contact us
          </ButtonLink>
        </>
      }
    >
      {children ?? <p>It may belong to someone else, or your account may not have permission to see it.</p>}
    </ErrorFrame>
  );
}

/** 405: a POST to a page without an action. */
export function MethodNotAllowedPage(props: Framed) {
  const { pathname, search: queryString } = useLocation();
  // React Router's marker of the index route.
  const search = queryString === "?index=" ? "" : queryString;
  return (
    <ErrorFrame
      {...props}
      code="405"
      title="This page doesn’t accept submissions"
      actions={
        <>
          <ButtonLink to={{ pathname, search }} size="lg" reloadDocument>
            See the page
          </ButtonLink>
          <ButtonLink to="/contact" variant="outline" size="lg">
            Write to us
          </ButtonLink>
        </>
      }
    >
      <p>This page is only for reading. What you sent wasn’t saved, and nothing was changed.</p>
    </ErrorFrame>
  );
}

/** The refusal of a form (`app/request-bodies/refusal.ts`); undefined for any other error. */
function refusalOf(error: unknown): { code: string; title: string; text: string } | undefined {
  if (!isRouteErrorResponse(error)) return undefined;
  const { title, text } = Object(error.data);
  return typeof title === "string" && typeof text === "string" ? { code: `${error.status}`, title, text } : undefined;
}

/** A refused form, with its message; `otherwise` for any other error. */
export function RefusedPage({ error, otherwise, ...framed }: Framed & { error: unknown; otherwise: ReactNode }) {
  const { pathname, search } = useLocation();
  const refusal = refusalOf(error);
  if (!refusal) return otherwise;
  const { code, title, text } = refusal;
  return (
    <ErrorFrame
      {...framed}
      code={code}
      title={title}
      actions={
        <ButtonLink to={{ pathname, search }} size="lg" reloadDocument>
          Open the page again
        </ButtonLink>
      }
    >
      <p>{text}</p>
    </ErrorFrame>
  );
}

export type ErrorPageProps = Framed & { error: unknown; requestId?: string | undefined };

export function ErrorPage({ error, requestId, ...framed }: ErrorPageProps) {
  if (isConnectionError(error)) return <UnreachedPage {...framed} />;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFoundPage {...framed} />;
  if (status === 403) return <ForbiddenPage {...framed} />;
  if (status === 405) return <MethodNotAllowedPage {...framed} />;
  return <RefusedPage {...framed} error={error} otherwise={<FailurePage {...framed} requestId={requestId} />} />;
}

/** Offline, or the server is unreachable. */
function UnreachedPage(framed: Framed) {
  const { pathname, search } = useLocation();
  return (
    <ErrorFrame
      {...framed}
      code="No connection"
      title="You’re offline, or we can’t be reached"
      actions={
        // Not a document navigation: offline, the browser would replace the page by its own error.
        <ButtonLink to={{ pathname, search }} size="lg">
          Try again
        </ButtonLink>
      }
    >
      <p>Your device couldn’t reach us. Anything you saved is safe. Check your connection, then try again.</p>
    </ErrorFrame>
  );
}

/** 500 and every unexpected error. */
export function FailurePage({ requestId, ...framed }: Framed & { requestId?: string | undefined }) {
  const { pathname, search } = useLocation();
  return (
    <ErrorFrame
      {...framed}
      code="500"
      title="Something went wrong on our side"
      requestId={requestId}
      actions={
        <>
          <ButtonLink to={{ pathname, search }} size="lg" reloadDocument>
            Try again
          </ButtonLink>
          <ButtonLink to="/" variant="outline" size="lg">
            Go to the home page
          </ButtonLink>
        </>
      }
    >
      <p>This isn’t your fault, and anything you saved is safe. Please try again in a minute.</p>
    </ErrorFrame>
  );
}
