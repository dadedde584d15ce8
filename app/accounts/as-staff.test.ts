import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { refuseUnlessFresh } from "~/accounts/reauthentication/fresh.server";
import type { RequestContext } from "~/core/request-context";
import { requestContextStorage } from "~/core/request-context-storage.server";
import { refuse } from "~/core/verbs/refused";
import { log } from "~/log.server";
import { leaveStale, staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { asStaff, type StaffWork } from "./as-staff.server";

const database = testDatabase();
afterEach(() => vi.restoreAllMocks());

const input = z.object({ id: z.uuid(), serviceId: z.string(), noteIds: z.array(z.string()), note: z.string() });
const values = { id: crypto.randomUUID(), serviceId: "s-1", noteIds: ["n-1"], note: "private" };
const acted = (actionType: string) =>
  database.query("select admin_email, address from admin_activity_log where action_type = $1", [actionType]);
/** A verb that records that it ran. */
const records =
  (actionType: string) =>
  async ({ record }: StaffWork) => {
    await record({ actionType });
    return { ok: true as const };
  };

describe("a staff verb", () => {
  test("a verb runs for an admin with the parsed input and records who did it from which IP", async () => {
    const context = await staffMember(database, "regular_admin");
    const result = await asStaff(
      context,
      { input },
      { ...values, other: 1 },
      async ({ staff, address, record }, read) => {
        await record({ actionType: "ran" });
        return { ok: true, read, staff, address };
      },
    );
    expect(result).toEqual({ ok: true, read: values, staff: context.staff, address: context.address });
    expect(await acted("ran")).toEqual([{ admin_email: context.staff.email, address: context.address }]);
  });

  test("a verb refuses input that can't be parsed, with its own message or none", async () => {
    const context = await staffMember(database);
    const verb = (invalid?: string | ((error: z.ZodError) => ReturnType<typeof refuse<"conflict">>)) =>
      asStaff(
        context,
        { input, messages: invalid === undefined ? {} : { invalid } },
        { ...values, id: "5" },
        records("never"),
      );
    expect(await verb()).toEqual(refuse("invalid"));
    expect(await verb("Not that")).toEqual(refuse("invalid", "Not that"));
    const byError = (error: z.ZodError) => refuse("conflict", String(error.issues[0]?.path[0]));
    expect(await verb(byError)).toEqual(refuse("conflict", "id"));
    expect(await acted("never")).toEqual([]);
  });

  test("[A-SESSION-3, A-SESSION-4] a verb runs only for active admins, and only for super admins if it requires one", async () => {
    const [regular, superAdmin, inactive] = [
      await staffMember(database, "regular_admin"),
      await staffMember(database),
      await staffMember(database),
    ];
    await database.query("update admin_users set is_active = false where id = $1", [inactive.staff.adminId]);
    const asSuperAdmin = { input, role: "super_admin", messages: { forbidden: "Not you" } } as const;
    expect(await asStaff(inactive, { input }, values, records("no"))).toEqual(refuse("forbidden"));
    expect(await asStaff(regular, asSuperAdmin, values, records("no"))).toEqual(refuse("forbidden", "Not you"));
    expect(await acted("no")).toEqual([]);
    expect(await asStaff(superAdmin, asSuperAdmin, values, records("yes"))).toEqual({ ok: true });
    await database.query("update admin_users set role = 'regular_admin' where id = $1", [superAdmin.staff.adminId]);
    expect(await asStaff(superAdmin, asSuperAdmin, values, records("yes")), "demoted since").toMatchObject({
      reason: "forbidden",
    });
  });

  test("a refusing verb leaves nothing it wrote", async () => {
    const context = await staffMember(database);
    const result = await asStaff(context, { input }, values, async ({ record }) => {
      await record({ actionType: "taken back" });
      return refuse("conflict", "Somebody was faster");
    });
    expect(result).toEqual(refuse("conflict", "Somebody was faster"));
    expect(await acted("taken back")).toEqual([]);
  });

  test("a verb with a lock takes it before the permission is read and releases it when it ends", async () => {
    const context = await staffMember(database);
    const lockQuery = "select 1 from pg_locks where locktype = 'advisory' and objid = 4711 and granted";
    const locked = async () => (await database.query(lockQuery)).length;
    const inside = async () => ({ ok: true as const, locked: await locked() });
    expect(await asStaff(context, { input, lock: 4711 }, values, inside)).toMatchObject({ locked: 1 });
    expect(await asStaff(context, { input }, values, inside)).toMatchObject({ locked: 0 });
    expect(await locked()).toBe(0);
  });
});

describe("a staff verb that requires reauthentication", () => {
  const stale = async () => {
    const context = await staffMember(database);
    await leaveStale(database, context);
    return context;
  };

  test("[V-FRESH-2] the verb is refused until the admin has reauthenticated, and reports who has to", async () => {
    const context = await stale();
    const currentRequest = {} as RequestContext;
    const result = requestContextStorage.run(currentRequest, () =>
      asStaff(context, { input, fresh: true }, values, records("unsure")),
    );
    expect(await result).toMatchObject({ ok: false, reason: "fresh" });
    expect(currentRequest.toConfirm).toEqual({ userId: context.staff.userId });
    expect(await asStaff(context, { input, fresh: true }, values, records("unsure"))).toMatchObject({
      reason: "fresh",
    });
    expect(await acted("unsure")).toEqual([]);
    const sure = await staffMember(database);
    const otherRequest = {} as RequestContext;
    expect(
      await requestContextStorage.run(otherRequest, () =>
        asStaff(sure, { input, fresh: true }, values, records("sure")),
      ),
    ).toEqual({
      ok: true,
    });
    expect(otherRequest).toEqual({});
  });

  test("[V-FRESH-2] a verb that requires reauthentication inside its transaction is rolled back and reports who has to reauthenticate", async () => {
    const context = await stale();
    const currentRequest = {} as RequestContext;
    const checksLate = async (work: StaffWork) => {
      await records("unsure")(work);
      return (await refuseUnlessFresh(work)) ?? { ok: true as const };
    };
    const result = requestContextStorage.run(currentRequest, () => asStaff(context, { input }, values, checksLate));
    expect(await result).toMatchObject({ reason: "fresh" });
    expect(currentRequest.toConfirm).toEqual({ userId: context.staff.userId });
    expect(await acted("unsure")).toEqual([]);
  });

  test("[V-MFA-10] an admin whose second factor is overdue can only set one up", async () => {
    const context = await staffMember(database);
    await database.query("update admin_users set second_factor_by = '2026-01-01' where id = $1", [
      context.staff.adminId,
    ]);
    expect(await asStaff(context, { input }, values, records("else"))).toMatchObject({ reason: "forbidden" });
    expect(await asStaff(context, { input, setsUp: true }, values, records("set up"))).toEqual({ ok: true });
    expect([await acted("else"), (await acted("set up")).length]).toEqual([[], 1]);
  });
});

describe("a staff verb with an idempotency key", () => {
  /** Each run has an answer of its own. */
  const verb = async ({ record }: StaffWork) => {
    await record({ actionType: "once" });
    return { ok: true as const, made: crypto.randomUUID() };
  };

  test("[K-KEEP-3] repeating a verb returns the first result without running it again, for the same admin, kind and key only", async () => {
    const context = { ...(await staffMember(database)), attempt: crypto.randomUUID() };
    const otherAdmin = { ...(await staffMember(database)), attempt: context.attempt };
    const first = await asStaff(context, { input, once: "note" }, values, verb);
    expect(await asStaff(context, { input, once: "note" }, values, verb)).toEqual(first);
    expect(await acted("once")).toHaveLength(1);
    for (const [by, once] of [
      [context, "link"],
      [otherAdmin, "note"],
      [{ ...context, attempt: crypto.randomUUID() }, "note"],
      [{ ...context, attempt: "no key" }, "note"],
      [{ ...context, attempt: "no key" }, "note"],
      [{ ...context, attempt: null }, "note"],
      [context, undefined],
    ] as const)
      expect(await asStaff(by, once ? { input, once } : { input }, values, verb)).not.toEqual(first);
    expect(await acted("once")).toHaveLength(8);
  });

  test("[F-RUN-7] a repeated request gets a result with the same types as the first one", async () => {
    const context = { ...(await staffMember(database)), attempt: crypto.randomUUID() };
    const result = {
      ok: true as const,
      at: new Date(),
      none: undefined,
      counts: new Map([["a", 1n]]),
      list: [null, ""],
    };
    const run = () => asStaff(context, { input, once: "types" }, values, async () => result);
    expect([await run(), await run()]).toStrictEqual([result, result]);
  });

  test("a result is stored with the ids it concerns in plain text, so that an erasure can delete it", async () => {
    const context = { ...(await staffMember(database)), attempt: crypto.randomUUID() };
    const [asked, made] = [crypto.randomUUID(), crypto.randomUUID()];
    const verb = { input: z.unknown(), once: "ids" };
    await asStaff(context, verb, { asked, attempt: context.attempt }, async () => ({ ok: true, made }));
    const rows = await database.query("select result->>'about' as about from attempts where kind = 'ids'");
    expect(rows).toEqual([{ about: `${asked} ${made}` }]);
  });

  test("a verb that was refused runs when it is repeated", async () => {
    const context = { ...(await staffMember(database)), attempt: crypto.randomUUID() };
    const refused = await asStaff(context, { input, once: "note" }, values, async () => refuse("conflict"));
    expect(refused).toEqual(refuse("conflict"));
    expect(await asStaff(context, { input, once: "note" }, values, verb)).toMatchObject({ ok: true });
  });
});

describe("a failing staff verb", () => {
  const failing =
    (error: Error) =>
    async ({ record }: StaffWork): Promise<{ ok: true }> => {
      await record({ actionType: "failed" });
      throw error;
    };
  const unavailable = () => Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

  test("a failing verb shows the error page or its own message, and with a message logs only the ids of its input", async () => {
    const context = await staffMember(database);
    const error = new Error("a defect");
    await expect(asStaff(context, { input }, values, failing(error))).rejects.toBe(error);
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const verb = { input, failed: "the note could not be stored" };
    expect(await asStaff(context, verb, values, failing(error))).toEqual(refuse("failed"));
    expect(logged).toHaveBeenCalledWith(
      { err: error, serviceId: "s-1", noteIds: ["n-1"] },
      "the note could not be stored",
    );
    const messages = { failed: "Please try again" };
    expect(await asStaff(context, { ...verb, messages: messages }, values, failing(error))).toEqual(
      refuse("failed", "Please try again"),
    );
    const byError = { failed: (err: unknown) => refuse("conflict", String(err)) };
    expect(await asStaff(context, { ...verb, messages: byError }, values, failing(error))).toEqual(
      refuse("conflict", "Error: a defect"),
    );
    expect(await acted("failed")).toEqual([]);
  });

  test("a verb that asks for it throws when the database is unavailable", async () => {
    const context = await staffMember(database);
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const verb = { input, failed: "it failed" };
    expect(await asStaff(context, verb, values, failing(unavailable()))).toEqual(refuse("failed"));
    await expect(
      asStaff(context, { ...verb, rethrowsUnavailable: true }, values, failing(unavailable())),
    ).rejects.toThrow("connect");
    const defect = failing(new Error("a defect"));
    expect(await asStaff(context, { ...verb, rethrowsUnavailable: true }, values, defect)).toEqual(refuse("failed"));
  });

  test("a failing verb without input logs no ids", async () => {
    const context = await staffMember(database);
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const verb = { input: z.undefined(), failed: "it failed" };
    const error = new Error("a defect");
    expect(await asStaff(context, verb, undefined, failing(error))).toEqual(refuse("failed"));
    expect(logged).toHaveBeenCalledWith({ err: error }, "it failed");
  });
});
