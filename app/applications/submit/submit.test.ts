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

describe("what a submission writes, all of it or nothing", () => {
  test("[W-SUBMIT-1] status, time and percentage", async () => {
    const id = await applicant.ready();
    const before = Date.now();
    expect(await applicant.submit(id)).toEqual({ ok: true });
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: "submitted", percent: 100 });
    expect(Number(row?.at)).toBeGreaterThanOrEqual(before);
    expect(Number(row?.at)).toBeLessThanOrEqual(Date.now());
  });

  test("one line of history, the signed record and one mail to each side with its job", async () => {
    const id = await applicant.ready();
    const jobs = await jobsOf();
    await applicant.submit(id);
    const at = (await rowOf(id))?.at;
    expect(
      await database.query(
        `select from_status as was, to_status as is, admin_email as admin, created_at as at
         from application_status_history where application_id = $1`,
        [id],
      ),
    ).toEqual([{ was: "draft", is: "submitted", admin: null, at }]);
    expect(await signedOf(id)).toMatchObject([
      { signature: "Nadège Ñuñez O'Brien-陳", service: "Visa Application", at },
    ]);
    expect(await mailsOf(database, id)).toEqual(["application_started", "application_submitted", "new_application"]);
    expect(await jobsOf()).toBe(jobs + 2);
  });

  test.each(["email_notifications", "application_submissions", "application_status_history", "attempts"])(
    "when %s can't be written it stays a draft, without mail, and can be submitted later with the same key",
    async (table) => {
      const id = await applicant.ready();
      const [before, jobs, key] = [await wholeOf(database, id), await jobsOf(), crypto.randomUUID()];
      await expect(whileRefused(database, table, () => applicant.submit(id, key))).rejects.toThrow();
      expect(await wholeOf(database, id)).toEqual(before);
      expect(await jobsOf()).toBe(jobs);
      expect(await applicant.submit(id, key)).toEqual({ ok: true });
    },
  );

  test("[W-SUBMIT-11] an update that returns no row is an error in its own words, and nothing is kept of it", async () => {
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

  test("the signed record never changes, whoever asks", async () => {
    const id = await applicant.ready();
    await applicant.submit(id);
    const change = "update application_submissions set electronic_signature = 'x' where application_id = $1";
    await expect(database.query(change, [id])).rejects.toThrow("immutable");
  });
});

describe("who may submit", () => {
  test("nobody but a browser that holds it: neither a stranger nor the holder of another application", async () => {
    const id = await applicant.ready();
    const stranger = new Applicant(database);
    const other = await stranger.ready();
    const before = await wholeOf(database, id);
    expect(await stranger.submit(id)).toMatchObject({ ok: false, reason: "forbidden" });
    const borrowed = { address: stranger.address, holder: stranger.context(other).holder };
    const found = await applicant.found(id);
    expect(await submitApplication(borrowed, found, { attempt: crypto.randomUUID(), seen: {} })).toMatchObject({
      reason: "forbidden",
    });
    expect(await wholeOf(database, id)).toEqual(before);
  });

  test("a right that ends this second is none, and one that ends in a minute is one", async () => {
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

describe("the state that it needs", () => {
  test.each(applicationStatuses.filter((status) => status !== "draft"))(
    "an application that is %s is not submitted again",
    async (status) => {
      const id = await applicant.ready();
      await setStatus(id, status);
      const before = await wholeOf(database, id);
      expect(await applicant.submit(id)).toMatchObject({ ok: false, reason: "closed" });
      expect(await wholeOf(database, id)).toEqual(before);
    },
  );

  test("a draft that was deleted meanwhile is not submitted", async () => {
    const id = await applicant.ready();
    const found = await applicant.found(id);
    await database.query("delete from visa_applications where id = $1", [id]);
    const context = applicant.context(id);
    expect(await submitApplication(context, found, { attempt: crypto.randomUUID(), seen: {} })).toMatchObject({
      reason: "forbidden",
    });
  });

  test("[W-SUBMIT-4] an invalid earlier step is named, and it stays a draft", async () => {
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

  test("without an address to write to it is refused, and the same key submits once there is one", async () => {
    const id = await applicant.ready();
    await database.query("update visa_applications set user_email = '' where id = $1", [id]);
    const [before, key] = [await wholeOf(database, id), crypto.randomUUID()];
    expect(await applicant.submit(id, key)).toMatchObject({ ok: false, reason: "conflict" });
    expect(await wholeOf(database, id)).toEqual(before);
    await database.query("update visa_applications set user_email = 'new@mail.example' where id = $1", [id]);
    expect(await applicant.submit(id, key)).toEqual({ ok: true });
  });
});

describe("the attempt's key", () => {
  const aged = (interval: string) =>
    database.query(`update attempts set created_at = now() - interval '${interval}' where kind = 'submit'`);

  test("[W-SUBMIT-16] the same key gets the stored success, once more and three times at once, and one set of mails", async () => {
    const id = await applicant.ready();
    const key = crypto.randomUUID();
    const at_once = await Promise.all([1, 2, 3].map(() => applicant.submit(id, key)));
    expect(at_once).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await applicant.submit(id, key)).toEqual({ ok: true });
    expect(await mailsOf(database, id)).toHaveLength(3);
    expect(await signedOf(id)).toHaveLength(1);
  });

  test("[W-SUBMIT-17] two tabs with a key each: one submission, and one is told that it was done already", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await applicant.ready();
      const both = await Promise.all([applicant.submit(id), applicant.submit(id)]);
      expect(both.filter(({ ok }) => ok)).toHaveLength(1);
      expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: "closed" });
      expect(await mailsOf(database, id)).toHaveLength(3);
      applicant = new Applicant(database);
    }
  });

  test("[W-SUBMIT-16] it is worth an hour, to the browser that had it, and for that application", async () => {
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

test("60 tries of a browser in an hour; what is refused then changes nothing", async () => {
  const id = await applicant.ready();
  await applicant.save(id, form("contact_info", "Contact Information", { city: "", revision: "1" }));
  const tries = await Promise.all(Array.from({ length: 60 }, () => applicant.submit(id)));
  expect(tries.filter((one) => !one.ok && one.reason === "invalid")).toHaveLength(60);
  const limited = await applicant.submit(id);
  expect(limited).toMatchObject({ ok: false, reason: "limited" });
  const seconds = !limited.ok && limited.reason === "limited" ? limited.detail.retryAfterSeconds : 0;
  expect(seconds).toBeGreaterThan(3500);
  expect(seconds).toBeLessThanOrEqual(3600);
});

describe("the day that a signature carries", () => {
  const year = new Date().getUTCFullYear();
  test.each([
    [
      "New Year's Eve at 22:00 in Nassau, when it is the next year in Greenwich",
      `${year + 1}-01-01T03:00:00Z`,
      `${year}-12-31`,
    ],
    ["the first minute of the year in Nassau", `${year + 1}-01-01T05:00:00Z`, `${year + 1}-01-01`],
    ["a summer's evening, four hours behind Greenwich", `${year + 1}-07-01T03:59:00Z`, `${year + 1}-06-30`],
  ])("[W-S8-5] %s", async (_, now, day) => {
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

  test("[W-S8-5] what a form says of it counts for nothing", async () => {
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
