import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useSubmit } from "react-router";
import { nassauTime } from "~/core/time";
import { Button } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import { type Router, useRouter } from "~/ui/use-router";
import { pathOf } from "./form-entries";
import { currentNotices, type FormNotice, publishNotices, subscribeToNotices, trackForms } from "./form-tracker";
import { LeaveGuard } from "./leave-guard";
import { keepCurrentPage, type Results, type SendAgain, submitOrKeepPage } from "./submit-or-keep-page";

let router: Router | undefined;
let again: SendAgain | undefined;

/** For the `clientMiddleware` of pages with `FormRecovery`: if a form can't be sent, its page stays as it is. */
export async function keepPageOnFailure(request: Request, next: () => Promise<Results>): Promise<Results> {
  if (!router) return next();
  return request.method === "GET"
    ? keepCurrentPage(request, await next(), router)
    : submitOrKeepPage(request, next, router, again);
}

const none: readonly FormNotice[] = [];

/**
 * Form recovery for every form of the page: stores the text for `who` until it is sent, shows a failed send at the
 * form, and asks before leaving. The pages' layout needs `keepPageOnFailure` in its `clientMiddleware`. Attributes of a
 * form: `data-keep` (its name where several look alike; `page`: kept in the page only; `no`: no text), `data-failed`
 * (message of a failed send; empty: none), `data-saves-itself` (sent when its field is left), `data-signs-out` (deletes
 * all texts), `data-of-search` (another query of its page shows another form), `data-new` (its input with the id of
 * what it creates); of a button: `data-saves="no"` (saves nothing). `confirm` asks for reauthentication where required;
 * then the form is sent again.
 */
export function FormRecovery({ who, confirm }: { who: string | null; confirm?: () => Promise<boolean> }) {
  const own = useRouter();
  useLayoutEffect(() => {
    router = own;
    return () => {
      router = undefined;
    };
  }, [own]);
  const submit = useSubmit();
  const notices = useSyncExternalStore(subscribeToNotices, currentNotices, () => none);
  const end = useRef<() => void>(undefined);
  useEffect(() => {
    end.current = trackForms(who);
    return end.current;
  }, [who]);
  // Ends as soon as another admin's page is rendered: later, this one's texts would be restored into its forms.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each `who`.
  useLayoutEffect(() => () => end.current?.(), [who]);
  const resend = (form: HTMLFormElement) => (fields: FormData) => {
    const { enctype } = form;
    const encType = enctype === "multipart/form-data" ? enctype : "application/x-www-form-urlencoded";
    submit(fields, { method: "post", action: pathOf(form), encType, navigate: false, preventScrollReset: true });
  };
  useLayoutEffect(() => {
    again = confirm && { confirm, send: (recoverable) => recoverable.tryAgain(resend(recoverable.form)) };
    return () => {
      again = undefined;
    };
  });
  return (
    <>
      {notices.map((notice) =>
        createPortal(
          notice.pending ? (
            <StillSaving {...notice} />
          ) : notice.failed === null ? (
            <Restored {...notice} />
          ) : (
            <NotSaved {...notice} onAgain={() => notice.recoverable.tryAgain(resend(notice.recoverable.form))} />
          ),
          notice.at,
          notice.key,
        ),
      )}
      {who === null ? null : <LeaveGuard />}
    </>
  );
}

/** A send without a response: slow after 5 seconds, unresponsive after 20 (F-DESK-12). */
function StillSaving({ recoverable, pending }: FormNotice) {
  const text = recoverable.isStored
    ? " Your text is kept on this device."
    : recoverable.hasText
      ? " Your text is still here."
      : "";
  return (
    <Banner tone={pending === "silent" ? "warning" : "info"} role="status" className="bg-white text-left">
      {pending === "silent" ? `The server does not answer. We’re still waiting for it.${text}` : `Still saving.${text}`}
    </Banner>
  );
}

function NotSaved({ recoverable, failed, onAgain }: FormNotice & { onAgain: () => void }) {
  return (
    <Banner
      tone="error"
      role="alert"
      className="bg-white text-left"
      action={
        <Button variant="outline" size="sm" onClick={onAgain}>
          Try again
        </Button>
      }
    >
      <p className="font-semibold">{failed}</p>
      <p>{recoverable.hasText ? "Your text is still here. " : ""}Check the connection, then try again.</p>
    </Banner>
  );
}

function Restored({ recoverable, restoredAt }: FormNotice) {
  return (
    <Banner
      role="status"
      className="bg-white"
      action={
        <Button
          variant="outline"
          size="sm"
          onClick={() => {
            recoverable.discard();
            publishNotices();
          }}
        >
          Discard it
        </Button>
      }
    >
      You had not sent this yet. It is from {nassauTime(restoredAt ?? 0)}.
    </Banner>
  );
}
