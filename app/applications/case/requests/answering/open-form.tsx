import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { SignatureBlock } from "~/applications/case/amendments/signing/signature-block";
import type { FieldWorld, OpenItem } from "~/applications/case/requests/read-requests.server";
import { nothingOpen, things } from "~/applications/case/requests/request-words";
import { newAttempt } from "~/ground/attempt-key";
import { Button } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import { useScripted } from "~/ui/use-scripted";
import type { ShownAnswer } from "./answer-form.server";
import { OpenItemView } from "./open-item";
import { SentBanner } from "./sent-banner";

type OpenFormProps = {
  id: string;
  open: readonly OpenItem[];
  /** What the fields of corrections offer, where one is open. */
  fields: FieldWorld | null;
  attempt: string;
  answered: ShownAnswer | undefined;
};

/** All open items in one form, so that one button sends whatever is complete and nothing typed beside it is lost. */
export function OpenForm({ id, open, fields, attempt: given, answered }: OpenFormProps) {
  const fetcher = useFetcher<ShownAnswer>({ key: `answers-${id}` });
  const scripted = useScripted();
  // One key for each Send: it is another one once the last was answered.
  const [attempt, setAttempt] = useState(given);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [isOffline, setOffline] = useState(false);
  const [busyItems, setBusyItems] = useState<readonly string[]>([]);
  const answer = fetcher.data ?? answered;
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!fetcher.data) return;
    // It may have arrived although no answer did: the next try has the same key.
    if (fetcher.data.kind !== "unreached") setAttempt(newAttempt());
    if (fetcher.data.kind === "sent" || (fetcher.data.kind === "refused" && fetcher.data.sent)) setTyped({});
    outcome.current?.focus();
  }, [fetcher.data]);
  const refused = answer?.kind === "refused" ? answer : undefined;
  const sent = answer?.kind === "sent" ? answer : refused?.sent;
  const sending = fetcher.formData?.get("intent") === "send";
  const saving = fetcher.formData?.get("intent") === "save";
  const gone = lostTexts(sent ? typed : { ...refused?.typed, ...typed }, open);
  return (
    <fetcher.Form
      method="post"
      action={`/apply/${id}/requests`}
      encType="multipart/form-data"
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        // The router would load the page of this address first, and the whole page anew where that fails.
        setOffline(!navigator.onLine);
        if (!navigator.onLine) event.preventDefault();
      }}
      onInput={({ target }) => {
        if (!(target instanceof HTMLTextAreaElement)) return;
        const { name, value } = target;
        if (name.startsWith("text-")) setTyped((all) => ({ ...all, [name.slice(5)]: value }));
      }}
    >
      <input type="hidden" name="attempt" value={attempt} />
      {scripted ? <input type="hidden" name="script" value="yes" /> : null}
      {/* Enter in a box presses the first button of a form: it keeps what was typed, and sends nothing. */}
      <button
        type="submit"
        name="intent"
        value="save"
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        // With script it is kept by itself.
        onClick={(event) => event.preventDefault()}
      />
      <div ref={outcome} tabIndex={-1} className="grid gap-3 rounded-md empty:hidden">
        {sent ? <SentBanner {...sent} /> : null}
        {refused ? <RefusedBanner refused={refused} count={open.length} /> : null}
        {answer?.kind === "saved" ? (
          <Banner tone="success" role="status">
            Saved. Nothing was sent yet.
          </Banner>
        ) : null}
        {isOffline || answer?.kind === "unreached" ? (
          <Banner tone="error" role="alert" title="There is no connection just now">
            Nothing was sent. What you wrote is still here: please try again.
          </Banner>
        ) : null}
        {gone.map((text) => (
          <Banner key={text} tone="warning" title="This is not open any more, so it was not saved">
            <p className="whitespace-pre-line">{text}</p>
          </Banner>
        ))}
      </div>
      {open.map((item) => (
        <OpenItemView
          key={item.id}
          application={id}
          item={item}
          typed={refused?.typed[item.id]}
          corrected={refused?.corrections[item.id]}
          fields={fields}
          problems={refused?.problems.filter((one) => one.item === item.id) ?? []}
          onBusy={(busy) =>
            setBusyItems((all) =>
              busy ? [...all.filter((one) => one !== item.id), item.id] : all.filter((one) => one !== item.id),
            )
          }
        />
      ))}
      {fields ? <SignatureBlock key={attempt} fields={fields} signature={refused?.signature} items={open} /> : null}
      {open.length > 0 ? (
        <SendButtons single={open.length === 1} sending={sending} saving={saving} uploading={busyItems.length > 0} />
      ) : (
        <p className="text-lg text-stone">{nothingOpen}</p>
      )}
    </fetcher.Form>
  );
}

type Refused = Extract<ShownAnswer, { kind: "refused" }>;

function RefusedBanner({ refused, count }: { refused: Refused; count: number }) {
  const { message, problems, signature } = refused;
  const isUnsigned = signature.problems.length > 0;
  const isAsked = signature.asked.length > 0;
  if (!message && problems.length === 0 && !isUnsigned && !isAsked) return null;
  const alone = isUnsigned ? "Your corrections are not signed yet" : "Please check your answers before you send them";
  const title = problems.length === 0 && (isUnsigned || isAsked) ? alone : "Something could not be taken";
  return (
    <Banner tone="error" role="alert" title={message || title}>
      {problems.length > 0 || isUnsigned
        ? "What is wrong stands at each of them below."
        : isAsked
          ? "What does not fit together stands above your signature."
          : startWords(count)}
    </Banner>
  );
}

type SendButtonsProps = { single: boolean; sending: boolean; saving: boolean; uploading: boolean };

function SendButtons({ single, sending, saving, uploading }: SendButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
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
      <Button type="submit" name="intent" value="save" variant="outline" busy={saving} busyLabel="Saving…">
        Save for later
      </Button>
      <p className="basis-full text-sm text-stone">
        {single
          ? "Once it is sent it can’t be changed here."
          : "Everything that is complete is sent; the rest stays open and is kept. What is sent can’t be changed here."}
      </p>
    </div>
  );
}

const startWords = (count: number) =>
  count === 1
    ? "Please write your answer or add your file first."
    : `Please begin with one of the ${things(count)} below.`;

/** What was typed for an item that was closed meanwhile, and not sent: it has no box to stand in any more. */
function lostTexts(typed: Record<string, string>, open: readonly OpenItem[]): string[] {
  return Object.entries(typed).flatMap(([item, text]) =>
    text.trim() && open.every(({ id }) => id !== item) ? [text] : [],
  );
}
