import { beforeEach, describe, expect, test, vi } from "vitest";
import { applicationStatuses } from "~/db/schema/values";
import { Applicant, mailsOf, whileRefused, wholeOf } from "../../../test/harness/applicants/in-process";
import { form } from "../../../test/harness/http-client";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { submitApplication } from "./submit.server";

const database = testDatabase();
let applicant: Applicant;
beforeEach(() => {
  applicant = new Applicant(database);
});

const rowOf = async (id: string) =>
  (
    await database.query<{ status: string; at: Date | null; percent: number; step8: Record<string, unknown> }>(
      `select status, submitted_at as at, completion_percentage as percent, metadata -> 'step8' as step8
       from visa_applications where id = $1`,
      [id],
    )
  )[0];
const setStatus = (id: string, status: string) =>
  database.query("update visa_applications set status = $2::application_status, submitted_at = now() where id = $1", [
    id,
    status,
  ]);
const signedOf = (id: string) =>
  database.query(
    `select electronic_signature as signature, service_name as service, certifications, submitted_at as at
     from application_submissions where application_id = $1`,
    [id],
  );
const jobsOf = async () => (await database.enqueued("mail.send")).length;

describe("the rows of a submission, in one transaction", () => {
  test("[W-SUBMIT-1] a submission stores status, time and percentage", async () => {
    const id = await applicant.ready();
    const before = Date.now();
    expect(await applicant.submit(id)).toEqual({ ok: true });
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: "submitted", percent: 100 });
    expect(Number(row?.at)).toBeGreaterThanOrEqual(before);
    expect(Number(row?.at)).toBeLessThanOrEqual(Date.now());
  });

  test("a submission writes one history entry, the signed record, and one mail with its job to each side", async () => {
    const id = await applicant.ready();
    const jobs = await jobsOf();
    await applicant.submit(id);
    const instant = (await rowOf(id))?.at;
    expect(
      await database.query(
        `select from_status as was, to_status as is, admin_email as admin, created_at as at
         from application_status_history where application_id = $1`,
        [id],
      ),
    ).toEqual([{ was: "draft", is: "submitted", admin: null, at: instant }]);
    expect(await signedOf(id)).toMatchObject([
      { signature: "Nadège Ñuñez O'Brien-陳", service: "Visa Application", at: instant },
    ]);
    expect(await mailsOf(database, id)).toEqual(["application_started", "application_submitted", "new_application"]);
    expect(await jobsOf()).toBe(jobs + 2);
  });

  test.each(["email_notifications", "application_submissions", "application_status_history", "attempts"])(
    "a failed write of %s leaves a draft without mails, which can be submitted later with the same key",
    async (table) => {
      const id = await applicant.ready();
      const [before, jobs, key] = [await wholeOf(database, id), await jobsOf(), crypto.randomUUID()];
      await expect(whileRefused(database, table, () => applicant.submit(id, key))).rejects.toThrow();
      expect(await wholeOf(database, id)).toEqual(before);
      expect(await jobsOf()).toBe(jobs);
      expect(await applicant.submit(id, key)).toEqual({ ok: true });
    },
  );

  test("[W-SUBMIT-11] an update that returns no row throws its own error, and everything is rolled back", async () => {
    const id = await applicant.ready();
    const before = await wholeOf(database, id);
    await database.query(
      `create function nothing() returns trigger language plpgsql as $$ begin return null; end $$;
       create trigger nothing before update on visa_applications for each row execute function nothing()`,
    );
    try {
      await expect(applicant.submit(id)).rejects.toThrow("No application data returned after update");
    } finally {
      await database.query("drop trigger nothing on visa_applications");
    }
    expect(await wholeOf(database, id)).toEqual(before);
  });

  test("the database refuses to change a signed record", async () => {
    const id = await applicant.ready();
    await applicant.submit(id);
    const change = "update application_submissions set electronic_signature = 'x' where application_id = $1";
    await expect(database.query(change, [id])).rejects.toThrow("immutable");
  });
});

describe("permission to submit", () => {
  test("only a browser with access can submit, not a stranger or a browser with access to another application", async () => {
    const id = await applicant.ready();
    const otherApplicant = new Applicant(database);
    const otherId = await otherApplicant.ready();
    const before = await wholeOf(database, id);
    expect(await otherApplicant.submit(id)).toMatchObject({ ok: false, reason: "forbidden" });
    const borrowed = { address: otherApplicant.address, holder: otherApplicant.context(otherId).holder };
    const found = await applicant.found(id);
    expect(await submitApplication(borrowed, found, { attempt: crypto.randomUUID(), seen: {} })).toMatchObject({
      reason: "forbidden",
    });
    expect(await wholeOf(database, id)).toEqual(before);
  });

  test("access that expires this second is refused, and access that expires in a minute is accepted", async () => {
    const id = await applicant.ready();
    const ends = (when: string) =>
      database.query(
        `update application_holders set expires_at = now() + interval '${when}' where application_id = $1`,
        [id],
      );
    await ends("0 seconds");
    expect(await applicant.submit(id)).toMatchObject({ ok: false, reason: "forbidden" });
    await ends("1 minute");
    expect(await applicant.submit(id)).toEqual({ ok: true });
  });
});

describe("the state required to submit", () => {
  test.each(applicationStatuses.filter((status) => status !== "draft"))(
    "an application that is %s can't be submitted again",
    async (status) => {
      const id = await applicant.ready();
      await setStatus(id, status);
      const before = await wholeOf(database, id);
      expect(await applicant.submit(id)).toMatchObject({ ok: false, reason: "closed" });
      expect(await wholeOf(database, id)).toEqual(before);
    },
  );

  test("a draft that was deleted meanwhile can't be submitted", async () => {
    const id = await applicant.ready();
    const found = await applicant.found(id);
    await database.query("delete from visa_applications where id = $1", [id]);
    const context = applicant.context(id);
    expect(await submitApplication(context, found, { attempt: crypto.randomUUID(), seen: {} })).toMatchObject({
      reason: "forbidden",
    });
  });

  test("[W-SUBMIT-4] an invalid earlier step is named, and the application stays a draft", async () => {
    const id = await applicant.ready();
    const passport = { passportNumber: "", expirationDate: "2020-01-01", revision: "1" };
    await applicant.save(id, form("passport_info", "Passport Information", passport));
    const before = await wholeOf(database, id);
    expect(await applicant.submit(id)).toMatchObject({
      ok: false,
      reason: "invalid",
      detail: {
        steps: [
          {
            code: "passport_info",
            problems: [
              { name: "passportNumber", message: "Passport number is required" },
              { name: "expirationDate", message: "Passport must be valid (not expired)" },
            ],
          },
        ],
      },
    });
    expect(await wholeOf(database, id)).toEqual(before);
  });

  test("a draft without an email is refused, and the same key submits once it has one", async () => {
    const id = await applicant.ready();
    await database.query("update visa_applications set user_email = '' where id = $1", [id]);
    const [before, key] = [await wholeOf(database, id), crypto.randomUUID()];
    expect(await applicant.submit(id, key)).toMatchObject({ ok: false, reason: "conflict" });
    expect(await wholeOf(database, id)).toEqual(before);
    await database.query("update visa_applications set user_email = 'new@mail.example' where id = $1", [id]);
    expect(await applicant.submit(id, key)).toEqual({ ok: true });
  });
});

describe("the idempotency key", () => {
  const aged = (interval: string) =>
    database.query(`update attempts set created_at = now() - interval '${interval}' where kind = 'submit'`);

  test("[W-SUBMIT-16] the same key, repeated or sent three times at once, gets the stored success and one set of mails", async () => {
    const id = await applicant.ready();
    const key = crypto.randomUUID();
    const at_once = await Promise.all([1, 2, 3].map(() => applicant.submit(id, key)));
    expect(at_once).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await applicant.submit(id, key)).toEqual({ ok: true });
    expect(await mailsOf(database, id)).toHaveLength(3);
    expect(await signedOf(id)).toHaveLength(1);
  });

  test("[W-SUBMIT-17] two tabs with different keys make one submission, and one tab learns that it was already submitted", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await applicant.ready();
      const results = await Promise.all([applicant.submit(id), applicant.submit(id)]);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(results.find(({ ok }) => !ok)).toMatchObject({ reason: "closed" });
      expect(await mailsOf(database, id)).toHaveLength(3);
      applicant = new Applicant(database);
    }
  });

  test("[W-SUBMIT-16] a key is valid for an hour, for its browser and application", async () => {
    const id = await applicant.ready();
    const key = crypto.randomUUID();
    await applicant.submit(id, key);
    await aged("59 minutes 50 seconds");
    expect(await applicant.submit(id, key)).toEqual({ ok: true });
    const second = await applicant.ready();
    await setStatus(second, "submitted");
    expect(await applicant.submit(second, key), "another application").toMatchObject({ reason: "closed" });
    await aged("1 hour");
    expect(await applicant.submit(id, key)).toMatchObject({ reason: "closed" });
    await aged("1 minute");
    await applicant.changeBrowser(id);
    expect(await applicant.submit(id, key), "another browser").toMatchObject({ reason: "closed" });
  });

  test("what is no key is no submission", async () => {
    const id = await applicant.ready();
    await expect(applicant.submit(id, "one")).rejects.toThrow();
    expect(await rowOf(id)).toMatchObject({ status: "draft" });
  });
});

test("a browser can try to submit 60 times an hour, and a refused try changes nothing", async () => {
  const id = await applicant.ready();
  await applicant.save(id, form("contact_info", "Contact Information", { city: "", revision: "1" }));
  const tries = await Promise.all(Array.from({ length: 60 }, () => applicant.submit(id)));
  expect(tries.filter((result) => !result.ok && result.reason === "invalid")).toHaveLength(60);
  const limited = await applicant.submit(id);
  expect(limited).toMatchObject({ ok: false, reason: "limited" });
  const seconds = !limited.ok && limited.reason === "limited" ? limited.detail.retryAfterSeconds : 0;
  expect(seconds).toBeGreaterThan(3500);
  expect(seconds).toBeLessThanOrEqual(3600);
});

describe("the signature date", () => {
  const year = new Date().getUTCFullYear();
  test.each([
    [
      "New Year's Eve at 22:00 in Nassau, when it is the next year in Greenwich",
      `${year + 1}-01-01T03:00:00Z`,
      `${year}-12-31`,
    ],
    ["the first minute of the year in Nassau", `${year + 1}-01-01T05:00:00Z`, `${year + 1}-01-01`],
    ["a summer's evening, four hours behind Greenwich", `${year + 1}-07-01T03:59:00Z`, `${year + 1}-06-30`],
  ])("[W-S8-5] the date is Nassau's: %s", async (_, now, day) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    try {
      const id = await applicant.ready();
      expect((await applicant.screen(id, "review_certification")).signatureDate).toBe(day);
      expect(await applicant.submit(id)).toEqual({ ok: true });
      expect((await rowOf(id))?.step8).toMatchObject({ signatureDate: day });
      expect((await rowOf(id))?.at).toEqual(new Date(now));
    } finally {
      vi.useRealTimers();
    }
  });

  test("[W-S8-5] a date sent in the form is ignored", async () => {
    const id = await applicant.ready();
    const review = form("review_certification", "Review & Certification", {
      signatureDate: "2001-01-01",
      revision: "1",
    });
    await applicant.save(id, review);
    await applicant.submit(id);
    expect((await rowOf(id))?.step8.signatureDate).not.toBe("2001-01-01");
  });
});
