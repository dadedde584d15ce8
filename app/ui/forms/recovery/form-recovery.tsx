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

/** For the `clientMiddleware` of pages with `FormRecovery`: a form that can't be sent leaves its page as it is. */
export async function keepPageOnFailure(request: Request, next: () => Promise<Results>): Promise<Results> {
  if (!router) return next();
  return request.method === "GET"
    ? keepCurrentPage(request, await next(), router)
    : submitOrKeepPage(request, next, router, again);
}

const none: readonly FormNotice[] = [];

/**
 * Keeps what is typed in every form of the page that sends something, whoever wrote the form: it is stored for `who`
 * until it is sent, a send that fails says so at the form, and leaving asks first. With `keepPageOnFailure` in the
 * `clientMiddleware` of the pages' layout. A form may say `data-keep` (its name where several look alike; `page`:
 * kept in the page alone; `no`: nothing of it is a text), `data-failed` (the words of a failed send; empty: none)
 * `data-saves-itself` (it is sent as its field is left), `data-signs-out` (all texts go with it),
 * `data-of-search` (another search of its page shows another form) and `data-new` (its input with the id of what it
 * makes); a button that saves nothing says `data-saves="no"`.
 * `confirm` asks the person whether it is them, where an act waits for that: the form is then sent again.
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
  // Ends as soon as the page of another admin is drawn: later, the texts of this one would be put into its forms.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each `who`.
  useLayoutEffect(() => () => end.current?.(), [who]);
  const resend = (form: HTMLFormElement) => (fields: FormData) => {
    const { enctype } = form;
    const encType = enctype === "multipart/form-data" ? enctype : "application/x-www-form-urlencoded";
    submit(fields, { method: "post", action: pathOf(form), encType, navigate: false, preventScrollReset: true });
  };
  useLayoutEffect(() => {
    again = confirm && { confirm, send: (kept) => kept.tryAgain(resend(kept.form)) };
    return () => {
      again = undefined;
    };
  });
  return (
    <>
      {notices.map((notice) =>
        createPortal(
          notice.waits ? (
            <StillSaving {...notice} />
          ) : notice.failed === null ? (
            <Restored {...notice} />
          ) : (
            <NotSaved {...notice} onAgain={() => notice.kept.tryAgain(resend(notice.kept.form))} />
          ),
          notice.at,
          notice.key,
        ),
      )}
      {who === null ? null : <LeaveGuard />}
    </>
  );
}

/** A send without an answer: after 5 seconds it is slow, after 20 the server does not answer (F-DESK-12). */
function StillSaving({ kept, waits }: FormNotice) {
  const text = kept.isStored ? " Your text is kept on this device." : kept.hasText ? " Your text is still here." : "";
  return (
    <Banner tone={waits === "silent" ? "warning" : "info"} role="status" className="bg-white text-left">
      {waits === "silent" ? `The server does not answer. We go on waiting for it.${text}` : `Still saving.${text}`}
    </Banner>
  );
}

function NotSaved({ kept, failed, onAgain }: FormNotice & { onAgain: () => void }) {
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
      <p>{kept.hasText ? "Your text is still here. " : ""}Check the connection, then try again.</p>
    </Banner>
  );
}

function Restored({ kept, restoredAt }: FormNotice) {
  return (
    <Banner
      role="status"
      className="bg-white"
      action={
        <Button
          variant="outline"
          size="sm"
          onClick={() => {
            kept.discard();
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
