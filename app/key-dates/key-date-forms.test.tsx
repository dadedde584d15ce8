import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { ownerMessages } from "~/accounts/owners/owned";
import { emptyKeyDate } from "./key-date";
import { type KeyDateAnswer, type KeyDateNames, KeyDates } from "./key-date-forms";

type Shown = ComponentProps<typeof KeyDates>["keyDates"][number];
const id = crypto.randomUUID();
const settled: Shown = {
  ...{ id, applicationId: null, clientId: crypto.randomUUID(), kind: "permit", name: "", note: "" },
  ...{ validFrom: null, endsOn: "2027-03-01", isRemindedAnyway: false, sequence: 0, remindersFrom: "2026-11-30" },
  ...{ settledAs: "renewed", settledAt: new Date(), settledBy: "rosa@lucaya.example", settledByName: "Rosa Rolle" },
  ...{
    stoppedAt: null,
    suspendedAt: null,
    revision: 1,
    madeBy: "rosa@lucaya.example",
    isWatched: false,
    ownerId: null,
  },
  ...{ createdAt: new Date(), updatedAt: new Date(), reminders: undefined },
};
const names: KeyDateNames = { keyDate: "keyDate", revision: "seen", intent: (change) => change };
const refused = (intent: string): KeyDateAnswer => ({
  ...{ intent, keyDate: id, attempt: "", message: ownerMessages.stale, problems: {}, typed: emptyKeyDate },
});

function htmlOf(keyDate: Shown, answer?: KeyDateAnswer): string {
  const element = (
    <KeyDates
      keyDates={[keyDate]}
      today="2026-11-30"
      names={names}
      attempt="key"
      answer={answer}
      empty=""
      noteHint="The applicant reads this."
      more={() => null}
      values={{ mails: "yes" }}
    />
  );
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}

test("[X-TERM-9] who settles or corrects a key date after another admin settled or suspended it is told, though its form is gone", () => {
  expect(htmlOf(settled, refused("settle"))).toContain(ownerMessages.stale);
  expect(htmlOf({ ...settled, suspendedAt: new Date() }, refused("correct"))).toContain(ownerMessages.stale);
  expect(htmlOf({ ...settled, settledAs: null }, refused("settle")).split(ownerMessages.stale)).toHaveLength(2);
});

test("[X-TERM-9] a button that changes a key date at once has no attributes but its own", () => {
  for (const keyDate of [settled, { ...settled, suspendedAt: new Date() }])
    for (const [button] of htmlOf(keyDate).matchAll(/<button[^>]*>/g))
      expect(button).not.toMatch(/ (attempt|noteHint|more)=/i);
});
