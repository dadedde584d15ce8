import { type RefObject, useState } from "react";
import { useNavigate } from "react-router";
import { forgetShown } from "./application-client";
import type { useSaving } from "./client";
import type { WizardData } from "./data.server";
import { fieldId } from "./field-view";
import { submitting, withoutId } from "./notices";
import type { Sent } from "./saving/step-sender";
import type { useStepResult } from "./step-result";

/** What the buttons of a step do: save its answers, then lead to where they say, or show why not. */
export function useLeaving(
  data: WizardData,
  form: RefObject<HTMLFormElement | null>,
  saving: ReturnType<typeof useSaving>,
  result: ReturnType<typeof useStepResult>,
) {
  const navigate = useNavigate();
  /** The intent that is on its way. */
  const [busy, setBusy] = useState<string>();

  function arrive(sent: Sent, intent: string) {
    result.show(sent, intent);
    if (sent.kind === "moved") nameStepInAddress(data.step.code);
    if (sent.kind === "moved" || sent.kind === "saved") navigate(`/apply/${data.id}?step=${sent.step}`);
    if (sent.kind === "exited") navigate(`/apply/${data.id}?exit=1`);
    if (sent.kind === "leaving") navigate(`/apply/${data.id}/${sent.to}`);
    if (sent.kind === "submitted") forgetShown(data.id);
  }

  async function go(intent: string) {
    if (busy) return;
    if (intent === "submit") {
      if (!form.current || !new FormData(form.current).get("application")) return result.setNotice(withoutId);
      result.setNotice(submitting);
    }
    setBusy(intent);
    const sent = await saving.send(intent);
    setBusy(undefined);
    arrive(sent, intent);
  }

  /** Beside a failed save: leads to what has to be chosen or corrected first, else saves again. */
  function retry() {
    const { kind, stale, unfit } = saving.state;
    if (kind === "conflict") return void go(`goto:${stale}`);
    if (kind !== "unfit" || !unfit) return saving.flush();
    if (unfit.step !== data.step.code) return void navigate(`/apply/${data.id}?step=${unfit.step}`);
    const [first] = unfit.problems;
    document.getElementById(fieldId(first?.at ?? first?.name ?? ""))?.focus();
  }

  return { busy, arrive, go, retry };
}

/**
 * Adds the step to the address. Without it the address means the stored place, which changes, and the Back button would
 * not lead back to this step.
 */
function nameStepInAddress(code: string) {
  const { pathname, search } = window.location;
  if (!search) window.history.replaceState(window.history.state, "", `${pathname}?step=${code}`);
}
