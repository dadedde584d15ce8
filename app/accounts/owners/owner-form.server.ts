import { data } from "react-router";
import type { StaffContext } from "~/accounts/staff.server";
import { statusOf } from "~/core/verbs/refused";
import { type Owned, type OwnerFormResult, ownedSeenInput, ownerMessages } from "./owned";
import { setDueDay, setOwner } from "./set-owned.server";

/** Null for other forms. `id`: the page's record; a list's forms name theirs. Idempotent. */
export async function handleOwnerForm(of: Owned, by: StaffContext, form: FormData, id?: string) {
  const intent = form.get("intent");
  const seen = Object.fromEntries(
    form.getAll(ownedSeenInput).map((value) => {
      const [record = "", ...state] = String(value).split(" ");
      return [record, state.join(" ")];
    }),
  );
  const records = { ids: id ? [id] : form.getAll(of).map(String), seen };
  if (intent === "owner" || intent === "assign-to-me") {
    const owner = intent === "owner" ? String(form.get("owner") ?? "choose") : "me";
    if (owner === "choose") return answer("owner", { problem: ownerMessages.noOwner, message: null }, 400);
    return respondWith("owner", await setOwner(of, by, { ...records, owner }));
  }
  if (intent === "due" || intent === "clear-due") {
    const dueOn = intent === "due" ? String(form.get("dueOn") ?? "") : "";
    if (intent === "due" && dueOn === "") return answer("due", { problem: ownerMessages.noDay, message: null }, 400);
    return respondWith("due", await setDueDay(of, by, { ...records, dueOn }), dueOn);
  }
  return null;
}

type Result = Awaited<ReturnType<typeof setOwner>>;

const respondWith = (about: OwnerFormResult["about"], result: Result, rawInput = "") =>
  result.ok
    ? answer(about, { problem: null, message: result.notice }, 200)
    : answer(
        about,
        { problem: result.message || ownerMessages.failed, message: null, typed: rawInput },
        statusOf(result),
      );

const answer = (about: OwnerFormResult["about"], result: Omit<OwnerFormResult, "about">, status: number) =>
  data({ owned: { about, ...result } satisfies OwnerFormResult }, status);
