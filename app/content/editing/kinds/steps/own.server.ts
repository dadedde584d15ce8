import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { changed } from "~/core/activity-log/changes";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Queryable } from "~/db/client.server";
import { cancelAllSchedules } from "../../publish.server";
import { addVersion, type ContentRef, lockContent, markPublished, syncPublicVersion } from "../../versions.server";
import { changeSteps } from "./change.server";
import { type Configuration, configurationFor, inherited } from "./configuration.server";
import { formatRunningDrafts, runningDrafts } from "./drafts.server";
import { type Placed, shownCodes, titleOf } from "./known";
import { type Owner, ownerOf } from "./owner";
import { placedIn, placeField } from "./place-field";
import { contentOf } from "./step-fields";

type OwnResult = Done<{ notice: string; keeps?: boolean }>;
const nothing = () => refuse("not-found", "There are no steps to change here.");
const messages = { forbidden: "Only super admins change this." };

async function asOwner(
  context: StaffContext,
  item: ContentRef,
  run: (work: StaffWork, owner: Owner) => Promise<OwnResult | Refused>,
): Promise<OwnResult | Refused> {
  const owner = ownerOf(item.key);
  if (!owner) return nothing();
  const verb = { input: z.undefined(), role: "super_admin", messages: messages } as const;
  return asStaff(context, verb, undefined, async (work) => {
    await lockContent(work.tx, item);
    return run(work, owner);
  });
}

const inWords = ({ steps }: Pick<Configuration, "steps">): string => shownCodes(steps).map(titleOf).join(", ");

/** Copies the inherited steps, so that they can be changed for this service or country alone. */
export function makeOwn(context: StaffContext, item: ContentRef) {
  return asOwner(context, item, async ({ tx, record }, owner) => {
    const now = await configurationFor(tx, owner);
    if (now.source === "own") return refuse("conflict", "It already has its own steps.");
    await changeSteps(tx, owner, now);
    await record({
      ...{ actionType: "steps_made_own", subjectType: owner.of, subjectId: owner.id },
      changes: changed("Steps", "", inWords(now)),
    });
    return { ok: true, notice: "It now has its own steps. They’re unchanged so far.", keeps: true };
  });
}

/** Deletes a service's or country's own steps, so that the inherited ones apply again. */
export function giveBack(context: StaffContext, item: ContentRef) {
  return asOwner(context, item, async (work, owner) => {
    const { tx, record, staff } = work;
    const now = await configurationFor(tx, owner);
    if (now.source !== "own") return refuse("conflict", "It doesn’t have its own steps.");
    const { newest } = await syncPublicVersion(tx, item);
    await cancelAllSchedules(work, item);
    await changeSteps(tx, owner, null);
    const after = await inherited(tx, owner);
    const version = await addVersion(tx, item, {
      ...{ data: contentOf(after), madeBy: staff.email },
      ...(newest ? { basedOn: newest.number } : {}),
    });
    await markPublished(tx, item, version, staff.email);
    await record({
      ...{ actionType: "steps_given_back", subjectType: owner.of, subjectId: owner.id },
      changes: changed("Steps", inWords(now), inWords(after)),
    });
    const nowUsed = after.source === "country" ? "The country’s steps" : "The standard eight steps";
    return { ok: true, notice: `${nowUsed} are used again.` };
  });
}

/** Describes what these steps would do to running drafts, with exact numbers. */
export async function describeDrafts(from: Queryable, owner: Owner, steps: readonly Placed[]): Promise<string> {
  const { steps: now } = await configurationFor(from, owner);
  return formatRunningDrafts(await runningDrafts(from, owner, { before: shownCodes(now), after: shownCodes(steps) }));
}

/** The same for typed steps, before they are saved. */
export function showDrafts(
  context: StaffContext,
  item: ContentRef,
  rawInputs: Readonly<Record<string, readonly string[]>>,
) {
  return asOwner(context, item, async ({ tx }, owner) => {
    const inputs = rawInputs[placeField.name];
    const read = inputs ? placeField.read(inputs) : undefined;
    if (read && !read.ok) return refuse("invalid", read.message);
    const steps = read ? placedIn(read.value) : (await configurationFor(tx, owner)).steps;
    return { ok: true, notice: await describeDrafts(tx, owner, steps), keeps: true };
  });
}
