import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import {
  cancelAppointment,
  makeAppointment,
  moveAppointment,
} from "~/cases/appointments/desk/write-appointment.server";
import { addNote } from "~/cases/case-data/notes.server";
import { decide } from "~/cases/decision/desk/decide.server";
import { beginDraftForCaller } from "~/cases/desk/entering/begin-draft.server";
import { requestItems } from "~/cases/requests/asking/ask.server";
import { emptyItem } from "~/cases/requests/asking/check-items";
import { setStatus } from "~/cases/status/desk/set-status.server";
import { idempotencyHash } from "~/core/idempotency-hash.server";
import { insertApplications } from "../../test/harness/applicants/application-rows";
import { pdfFile } from "../../test/harness/applicants/uploads";
import { inDays, surely } from "../../test/harness/desk/appointments";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";

const database = testDatabase();
let by: StaffContext;
let applicationId = "";
const slug = "student-visa";

beforeAll(async () => {
  by = await staffMember(database, "super_admin");
  await database.query("insert into visa_services (service_name, slug) values ('Student Visa', $1)", [slug]);
});
beforeEach(async () => {
  for (const table of ["visa_applications", "email_notifications", "admin_activity_log", "attempts", "documents"])
    await database.query(`delete from ${table}`);
  await insertApplications(database, 1, 1);
  applicationId = await only("select id from visa_applications");
});

const only = async (text: string) => (await database.query<{ id: string }>(text))[0]?.id ?? "";
const attempt = randomUUID();
const appointment = (days: number) => ({
  ...surely({ zone: "America/Nassau", minutes: "45", ...inDays(days) }),
  ...{ applicationId, attempt, kind: "biometrics", place: "12 Shirley Street", bring: "" },
});
const ofIt = async (seen: number) => ({
  ...appointment(7),
  seen,
  appointment: await only("select id from appointments"),
});
const item = (name: string) => ({ ...emptyItem, what: "question", name, reason: "It was left open." });
const request = (name: string) => ({ applicationId, attempt, setStatus: false, items: [item(name)] });

type Send = () => Promise<{ ok: boolean }>;
/** A form whose response was lost, and its changed version, sent with the same idempotency key. */
const changed: Record<string, { first: Send; second: Send; leaves: [text: string, count: number] }> = {
  "an appointment that was moved is cancelled": {
    first: async () => {
      await makeAppointment(by, { ...appointment(7), attempt: randomUUID() });
      return moveAppointment(by, { ...(await ofIt(0)), place: "1 Bay Street" });
    },
    second: async () => cancelAppointment(by, await ofIt(1)),
    leaves: ["select id from appointments where state = 'cancelled' and place = '1 Bay Street'", 1],
  },
  "a second appointment is made": {
    first: () => makeAppointment(by, appointment(7)),
    second: () => makeAppointment(by, appointment(9)),
    leaves: ["select id from appointments", 2],
  },
  "a status is set to another": {
    first: () => setStatus(by, { applicationId, status: "under_review", attempt }),
    second: () => setStatus(by, { applicationId, status: "submitted", attempt }),
    leaves: ["select id from visa_applications where status = 'submitted'", 1],
  },
  "another item is asked for": {
    first: () => requestItems(by, request("How long?")),
    second: () => requestItems(by, request("With whom?")),
    leaves: ["select id from case_request_items", 2],
  },
  "a note says something else": {
    first: () => addNote(by, { applicationId, note: attempt, body: "Rang" }),
    second: async () => {
      await addNote(by, { applicationId, note: attempt, body: "Rang twice" });
      return addNote(by, { applicationId, note: attempt, body: "Rang twice" });
    },
    leaves: ["select id from application_notes", 2],
  },
  "a draft is begun for somebody else": {
    first: () => beginDraftForCaller(by, { email: "ana@mail.example", service: slug, attempt }),
    second: () => beginDraftForCaller(by, { email: "ben@mail.example", service: slug, attempt }),
    leaves: ["select id from visa_applications where status = 'draft'", 2],
  },
};

test.each(Object.entries(changed))(
  "[K-KEEP-3] under the key of a form whose response was lost, %s → it is done",
  async (_name, { first, second, leaves: [text, count] }) => {
    expect(await first()).toMatchObject({ ok: true });
    expect(await second()).toMatchObject({ ok: true });
    expect(await database.query(text)).toHaveLength(count);
  },
);

test("[K-KEEP-3] a decision is sent again with another file → it is refused, and the same file again succeeds", async () => {
  const input = { applicationId, status: "approved", mailRead: "yes", attempt };
  const send = (size: number) =>
    decide(by, input, [pdfFile("visa.pdf", size)], { inputs: [], later: true, keep: [], remove: [] });
  expect(await send(2048)).toMatchObject({ ok: true });
  expect(await send(2048)).toMatchObject({ ok: true });
  expect(await send(4096)).toMatchObject({ ok: false });
  expect(await database.query("select id from documents")).toHaveLength(1);
});

test("[V-ATK-18] an idempotency key's hash covers the whole form, or there is none", () => {
  const own = { owner: "a", key: attempt };
  const hashes = [["a", "b"], ["ab"], [{ a: 1 }], [{ a: 2 }], [["a", "b"]], [null], [undefined, 1]].map(
    ([first, ...more]) => idempotencyHash("kind", own, first, ...more),
  );
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(idempotencyHash("kind", { owner: "b", key: attempt }, "a", "b")).not.toBe(hashes[0]);
  for (const illegible of [pdfFile("a.pdf"), new FormData(), new Map()])
    expect(() => idempotencyHash("kind", own, { illegible })).toThrow(TypeError);
});
