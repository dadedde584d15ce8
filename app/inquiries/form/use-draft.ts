import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { emptyInquiry, type InquiryValues } from "~/inquiries/inquiry";
import { type Attempt, dropDraft, keepDraft, readDraft } from "./client";
import type { InquiryAnswer } from "./request.server";
import { type Place, placeIn, returnTo, typedEarly } from "./typed-early";
import { useUploads } from "./use-uploads";

export type InquiryDraft = ReturnType<typeof useInquiryDraft>;

const noAttempt: Attempt = { key: "", content: "" };

/** What the form starts with, and its draft in this tab: what is typed is kept until it is sent. */
export function useInquiryDraft(service: string, answered: InquiryAnswer | undefined) {
  const fresh = { ...emptyInquiry, visaService: service };
  const begun = answered?.result.ok && answered.result.reference !== undefined ? undefined : answered;
  const [start, setStart] = useState<{ round: number; values: InquiryValues }>({
    round: 0,
    values: begun?.values ?? fresh,
  });
  const files = useUploads(begun?.files ?? []);
  const form = useRef<HTMLFormElement>(null);
  const attempt = useRef(noAttempt);
  const since = useRef(0);
  const place = useRef<Place>(undefined);

  function keep() {
    const unfinished = files.unfinished.map(({ name, size }) => ({ name, size }));
    const rest = { files: files.kept, unfinished, attempt: attempt.current, since: since.current, service };
    if (form.current) keepDraft(form.current, rest);
  }
  /** It was sent: an empty form, which is another one. */
  function clear() {
    dropDraft();
    attempt.current = noAttempt;
    since.current = Date.now();
    files.replace([]);
    setStart(({ round }) => ({ round: round + 1, values: fresh }));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when script takes over.
  useEffect(() => {
    since.current = Date.now();
    const draft = answered ? undefined : readDraft();
    if (answered) dropDraft();
    const early = form.current ? typedEarly(form.current, start.values) : {};
    if (!draft) {
      if (Object.keys(early).length === 0) return;
      since.current = performance.timeOrigin;
      return keep();
    }
    since.current = draft.since;
    attempt.current = draft.attempt ?? attempt.current;
    // Whoever comes from the page of another service asks about that one now.
    const visaService = service !== draft.service ? service || draft.values.visaService : draft.values.visaService;
    const values = { ...fresh, ...draft.values, visaService, ...early };
    place.current = placeIn(form.current);
    setStart({ round: 1, values });
    files.restore(draft.files, draft.unfinished ?? []);
  }, []);
  // The form of what was kept is another form: whoever was in the first one stands at the same place of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form is another one.
  useLayoutEffect(() => {
    if (place.current) returnTo(place.current);
    place.current = undefined;
  }, [start.round]);

  const chosen = [...files.kept.map(({ id }) => id), "", ...files.unfinished.map(({ key }) => key)].join(" ");
  const noted = useRef(chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other files are kept, or on their way.
  useEffect(() => {
    if (noted.current === chosen) return;
    noted.current = chosen;
    if (chosen.trim() || readDraft()) keep();
  }, [chosen]);

  return { start, files, form, attempt, since, keep, clear };
}
