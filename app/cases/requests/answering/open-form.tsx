import { useEffect, useRef, useState } from "react";
import { NotSent } from "~/applications/forms-without-reload/not-sent";
import { useSentForm } from "~/applications/forms-without-reload/use-sent-form";
import { correctionPart } from "~/cases/correction-part";
import type { CaseItem, FieldWorld, OpenItem } from "~/cases/requests/read-requests.server";
import { itemName, nothingOpen } from "~/cases/requests/request-words";
import { counted } from "~/core/counted";
import { newIdempotencyKey } from "~/core/idempotency-key";
import { Button } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import type { RequestsFormResult } from "./answer-form.server";
import { OpenItemView } from "./open-item";
import { SentBanner } from "./sent-banner";

type OpenFormProps = {
  id: string;
  open: readonly OpenItem[];
  done: readonly CaseItem[];
  /** Options of the correction fields; null if no correction is open. */
  fields: FieldWorld | null;
  attempt: string;
  answered: RequestsFormResult | undefined;
  /** Nothing that is open too comes before it. */
  isAlone: boolean;
  /** A file or sent texts arrived too late and became messages. */
  onKept: (kind: "file" | "sent") => void;
};

/** All open items in one form, so that one button sends whatever is complete and no input is lost. */
export function OpenForm({ id, open, done, fields, attempt: firstAttempt, answered, isAlone, onKept }: OpenFormProps) {
  const [texts, setTexts] = useState<Record<string, string>>({});
  /** Corrections in which something was typed. */
  const [typed, setTyped] = useState<readonly string[]>([]);
  const [busyItems, setBusyItems] = useState<readonly string[]>([]);
  // Idempotency key of a Send, renewed only after its response: a Send without a response may have arrived.
  const [attempt, setAttempt] = useState(firstAttempt);
  const { failed, intent, send, ...got } = useSentForm<RequestsFormResult>(
    `/apply/${id}/requests/save`,
    (result, form) => {
      setAttempt(newIdempotencyKey());
      if (result.kind === "sent" && result.kept > 0) onKept("sent");
      const isSent = result.kind === "sent" || (result.kind === "refused" && result.sent !== undefined);
      // Input typed during the request was not sent.
      if (isSent) setTexts((all) => unlike(all, (item) => form.get(`text-${item}`)));
      return { isChanged: isSent || result.kind === "saved" };
    },
  );
  // After a failed request, the previous response still belongs to the items.
  const answer = got.answer ?? answered;
  const correcting = correctionPart.now();
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (got.answer || failed) outcome.current?.focus();
  }, [got.answer, failed]);
  const refused = answer?.kind === "refused" ? answer : undefined;
  const sent = answer?.kind === "sent" ? answer : refused?.sent;
  useOpenLinked();
  const ready = open.filter(({ id, kind, files, draft, begunAt }) =>
    kind === "document"
      ? files.length > 0
      : kind === "question"
        ? (texts[id] ?? refused?.typed[id] ?? draft).trim() !== ""
        : begunAt !== null || typed.includes(id),
  ).length;
  const lost = lostTexts(sent ? texts : { ...refused?.typed, ...texts }, open, done);
  return (
    <form
      method="post"
      action={`/apply/${id}/requests`}
      encType="multipart/form-data"
      className="open-items mt-4 grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={send}
      onInput={({ target }) => {
        if (!(target instanceof HTMLElement)) return;
        if (target instanceof HTMLTextAreaElement && target.name.startsWith("text-")) {
          const { name, value } = target;
          setTexts((all) => ({ ...all, [name.slice(5)]: value }));
        }
        const correction = target.closest('[data-item="correction"]')?.querySelector("[id^=item-]")?.id.slice(5);
        if (correction) setTyped((all) => (all.includes(correction) ? all : [...all, correction]));
      }}
    >
      <input type="hidden" name="attempt" value={attempt} />
      {/* Enter clicks the first button of a form: this one saves drafts and sends nothing. */}
      <button
        type="submit"
        name="intent"
        value="save"
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        // Saved automatically with script.
        onClick={(event) => event.preventDefault()}
      />
      <div ref={outcome} tabIndex={-1} className="grid gap-3 rounded-md empty:hidden">
        {failed ? (
          <NotSent failed={failed} message="Your text is still here. Please try again." />
        ) : (
          <>
            {sent ? <SentBanner {...sent} /> : null}
            {refused ? <RefusedBanner refused={refused} open={open} /> : null}
            {answer?.kind === "saved" ? (
              <Banner tone="success" role="status">
                Saved. Nothing was sent yet.
              </Banner>
            ) : null}
          </>
        )}
        {lost.map((text) => (
          <Banner key={text} tone="warning" title="This is no longer open, so it wasn’t saved">
            <p className="whitespace-pre-line">{text}</p>
          </Banner>
        ))}
      </div>
      {open.length > 0 ? (
        <div className="divide-y divide-dune rounded-2xl border border-dune bg-white">
          {open.map((item) => (
            <OpenItemView
              key={item.id}
              application={id}
              isOnly={open.length === 1}
              item={item}
              typed={refused?.typed[item.id]}
              corrected={refused?.corrections[item.id]}
              fields={fields}
              problems={refused?.problems.filter((problem) => problem.item === item.id) ?? []}
              dates={refused?.dates ?? []}
              onKept={() => onKept("file")}
              onBusy={(busy) =>
                setBusyItems((all) =>
                  busy
                    ? [...all.filter((busyItem) => busyItem !== item.id), item.id]
                    : all.filter((busyItem) => busyItem !== item.id),
                )
              }
            />
          ))}
        </div>
      ) : null}
      {fields && correcting ? (
        <correcting.SignatureBlock key={attempt} fields={fields} signature={refused?.signature} items={open} />
      ) : null}
      {open.length > 0 ? (
        <SendButtons count={open.length} ready={ready} intent={intent} uploading={busyItems.length > 0} />
      ) : isAlone ? (
        <p className="text-lg text-stone">{nothingOpen}</p>
      ) : null}
    </form>
  );
}

type Refused = Extract<RequestsFormResult, { kind: "refused" }>;

function RefusedBanner({ refused, open }: { refused: Refused; open: readonly OpenItem[] }) {
  const { message, problems, signature } = refused;
  const isUnsigned = signature.problems.length > 0;
  const hasContradictions = signature.asked.length > 0;
  if (!message && problems.length === 0 && !isUnsigned && !hasContradictions) return null;
  const alone = isUnsigned ? "Your corrections are not signed yet" : "Please check your answers before you send them";
  const items = open.filter(({ id }) => problems.some(({ item }) => item === id)).map(itemName);
  const wrong = isUnsigned ? [...items, "your signature"] : items;
  const title = problems.length === 0 && (isUnsigned || hasContradictions) ? alone : "Some items couldn’t be sent";
  return (
    <Banner tone="error" role="alert" title={message || title}>
      {problems.length > 0 || isUnsigned
        ? `Please fix: ${wrong.join(", ")}. See below for how.`
        : hasContradictions
          ? "The answers to check are listed above your signature."
          : startWords(open.length)}
    </Banner>
  );
}

type SendButtonsProps = { count: number; ready: number; intent: FormDataEntryValue | null; uploading: boolean };

function SendButtons({ count, ready, intent, uploading }: SendButtonsProps) {
  const sending = intent === "send";
  return (
    <>
      <p className="text-sm text-stone">
        {count === 1
          ? "You can’t change it here after you send it."
          : "We’ll send everything that’s complete. The rest stays open and saved. You can’t change items after sending them."}
      </p>
      <div
        data-ready={ready > 0 || uploading ? "" : undefined}
        className="send-bar flex flex-wrap items-center gap-x-4 gap-y-2"
      >
        <Button
          type="submit"
          name="intent"
          value="send"
          size="lg"
          busy={sending || uploading}
          busyLabel={sending ? "Sending…" : "Uploading…"}
        >
          Send
        </Button>
        <Button type="submit" name="intent" value="save" variant="outline" busy={intent === "save"} busyLabel="Saving…">
          Save for later
        </Button>
        {count > 1 && ready > 0 ? (
          <p className="text-sm font-medium max-sm:order-first max-sm:basis-full">
            {ready} of {count} ready
          </p>
        ) : null}
      </div>
    </>
  );
}

/** Opens the item that a link on this page or in a mail leads to; not every browser does that by itself. */
function useOpenLinked() {
  useEffect(() => {
    const open = () => {
      const item = location.hash.startsWith("#item-") ? document.getElementById(location.hash.slice(1)) : null;
      const fold = item?.closest("details");
      if (!item || !fold || fold.open) return;
      fold.open = true;
      item.scrollIntoView();
    };
    open();
    window.addEventListener("hashchange", open);
    return () => window.removeEventListener("hashchange", open);
  }, []);
}

const startWords = (count: number) =>
  count === 1
    ? "Please write your answer or add your file first."
    : `Please complete at least one of the ${counted(count, "thing")} below.`;

/** Texts that differ from those sent. */
const unlike = (texts: Record<string, string>, sent: (item: string) => unknown) =>
  Object.fromEntries(Object.entries(texts).filter(([item, text]) => text !== sent(item)));

/** Unsent text of an item that was closed meanwhile, which has no input any longer. */
function lostTexts(texts: Record<string, string>, open: readonly OpenItem[], done: readonly CaseItem[]): string[] {
  const sent = done.flatMap(({ answers }) => answers.map(({ text }) => text));
  return Object.entries(texts).flatMap(([item, text]) =>
    text.trim() && !sent.includes(text.trim()) && open.every(({ id }) => id !== item) ? [text] : [],
  );
}
