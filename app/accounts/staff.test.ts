import { createHmac, randomUUID } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { config } from "~/config.server";
import { db } from "~/db/client.server";
import { log } from "~/log.server";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { auth } from "./auth.server";
import {
  findStaff,
  mayAct,
  readSession,
  readStaff,
  readStaffToSetUp,
  requireStaff,
  requireStaffToSetUp,
  requireSuperAdmin,
  staffOf,
} from "./staff.server";

const database = testDatabase();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const unavailable = () => Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

/** Inserts a session of a user, started so many minutes ago; returns its signed token. */
async function sessionOf(userId: string, minutes = 0) {
  const token = randomUUID();
  await database.query(
    `insert into session (id, token, user_id, expires_at, created_at, updated_at)
     values ($1, $1, $2, now() + interval '1 hour', now() - make_interval(mins => $3), now())`,
    [token, userId, minutes],
  );
  return `${token}.${createHmac("sha256", config.secret).update(token).digest("base64")}`;
}
const request = (signed: string, path = "/admin", method = "GET") =>
  new Request(`http://lucaya.test${path}`, {
    method,
    headers: { cookie: `lucaya_staff=${encodeURIComponent(signed)}` },
  });
const bearing = (signed: string) =>
  new Request("http://lucaya.test/functions/x", { headers: { authorization: `Bearer ${signed}` } });
const anonymous = (path: string, method = "GET") => new Request(`http://lucaya.test${path}`, { method });

describe("the session of a request", () => {
  test("[A-SESSION-10, A-SESSION-12] the session is looked up in the database by the cookie or bearer token", async () => {
    const { staff } = await staffMember(database);
    const signed = await sessionOf(staff.userId);
    for (const sent of [request(signed), bearing(signed), bearing(encodeURIComponent(signed))])
      expect(await readSession(sent)).toEqual({
        sessionId: expect.any(String),
        userId: staff.userId,
        email: staff.email,
        createdAt: expect.any(Date),
        expiresAt: expect.any(Date),
      });
    expect(await readSession(anonymous("/admin"))).toBeNull();
  });

  test("[A-SESSION-11] an altered cookie or one signed with another secret yields no session", async () => {
    const { staff } = await staffMember(database);
    const signed = await sessionOf(staff.userId);
    const [token = ""] = signed.split(".");
    const forged = `${token}.${createHmac("sha256", "another secret").update(token).digest("base64")}`;
    for (const value of [forged, token, `${randomUUID()}.${signed.split(".")[1]}`])
      expect(await readSession(request(value))).toBeNull();
  });

  test("[A-SESSION-10] a session ends twelve hours after the sign-in, however often it was refreshed", async () => {
    const { staff } = await staffMember(database);
    expect(await readSession(request(await sessionOf(staff.userId, 12 * 60 - 1)))).not.toBeNull();
    expect(await readSession(request(await sessionOf(staff.userId, 12 * 60)))).toBeNull();
  });

  test("[A-SESSION-10] a session ends at its expiry", async () => {
    const { staff } = await staffMember(database);
    const signed = await sessionOf(staff.userId);
    await database.query("update session set expires_at = now() where user_id = $1", [staff.userId]);
    expect(await readSession(request(signed))).toBeNull();
  });
});

test("[A-SESSION-10] reading a session in its last seconds doesn't extend it", async () => {
  const { staff } = await staffMember(database);
  const signed = await sessionOf(staff.userId);
  const id = signed.split(".")[0];
  await database.query(
    "update session set expires_at = now() + interval '30 seconds', updated_at = now() - interval '59 minutes 30 seconds' where id = $1",
    [id],
  );
  const ends = () => database.query("select expires_at from session where id = $1", [id]);
  const before = await ends();
  expect(await readSession(request(signed))).not.toBeNull();
  expect(await ends()).toEqual(before);
});

describe("a session read that fails", () => {
  test("reading a session throws the database's error when the database is unavailable, otherwise the original error", async () => {
    const signed = request(randomUUID());
    const error = new Error("a defect of the library");
    vi.spyOn(auth.api, "getSession").mockRejectedValue(error);
    await expect(readSession(signed)).rejects.toBe(error);
    vi.spyOn(db, "$count").mockRejectedValue(unavailable());
    await expect(readSession(signed)).rejects.toThrow("connect");
  });
});

describe("the admin behind a request", () => {
  test("[A-SESSION-3, A-SESSION-13] a request is an admin's only while the database says that the admin is active", async () => {
    const { staff } = await staffMember(database, "regular_admin");
    const signed = await sessionOf(staff.userId);
    const withSession = { ...staff, sessionId: signed.split(".")[0] };
    expect(await readStaff(request(signed))).toEqual(withSession);
    expect(await requireStaff(request(signed))).toEqual(withSession);
    expect(await readStaff(anonymous("/admin"))).toBeNull();
    await database.query("update admin_users set is_active = false where id = $1", [staff.adminId]);
    expect([await readStaff(request(signed)), await findStaff(staff.userId)]).toEqual([null, null]);
    await expect(requireStaff(request(signed))).rejects.toMatchObject({
      data: { reason: "no-admin" },
      init: { status: 403 },
    });
  });

  test("[A-SESSION-4] a page that requires a super admin refuses a regular admin", async () => {
    const [superAdmin, regular] = [await staffMember(database), await staffMember(database, "regular_admin")];
    expect(await requireSuperAdmin(request(await sessionOf(superAdmin.staff.userId)))).toMatchObject({
      ...{ adminId: superAdmin.staff.adminId, role: "super_admin" },
    });
    const refused = requireSuperAdmin(request(await sessionOf(regular.staff.userId)));
    await expect(refused).rejects.toMatchObject({ data: { reason: "role" }, init: { status: 403 } });
  });

  test("[A-SESSION-6] a request is nobody's if the admin's row can't be loaded, and the failure is logged", async () => {
    const { staff } = await staffMember(database);
    const { userId, email, sessionId = "" } = staff;
    const signedIn = { sessionId, userId, email, createdAt: new Date(), expiresAt: new Date() };
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    await database.query("alter table admin_users rename to admin_users_away");
    try {
      expect(await staffOf(signedIn)).toBeNull();
      expect(logged).toHaveBeenCalledOnce();
      expect(logged.mock.calls[0]?.[1]).toBe("the admin record of a session could not be loaded");
    } finally {
      await database.query("alter table admin_users_away rename to admin_users");
    }
    expect(await staffOf(signedIn)).toEqual(staff);
    vi.spyOn(db, "select").mockImplementation(() => {
      throw unavailable();
    });
    await expect(staffOf(signedIn), "an unavailable database signs nobody out").rejects.toThrow("connect");
    expect(logged).toHaveBeenCalledOnce();
  });
});

describe("an admin without a required second factor", () => {
  const dueIn = async (days: number) => {
    const { staff } = await staffMember(database);
    await database.query(
      "update admin_users set second_factor_by = (now() at time zone 'America/Nassau')::date + $2::int where id = $1",
      [staff.adminId, days],
    );
    return { staff, signed: request(await sessionOf(staff.userId)) };
  };
  const overdue = {
    data: { reason: "factor", error: "Set up a second factor first. Until then you can only open its setup page." },
    init: { status: 403 },
  };

  test("[V-MFA-9] the admin can use the desk until the last day of grace and is shown that day", async () => {
    const { signed } = await dueIn(0);
    const [{ today = "" } = {}] = await database.query(
      "select (now() at time zone 'America/Nassau')::date::text as today",
    );
    for (const read of [readStaff, readStaffToSetUp, requireStaff, requireStaffToSetUp, requireSuperAdmin])
      expect(await read(signed)).toMatchObject({ factorDue: today });
  });

  test("[V-MFA-10] after the last day the admin can open only the set-up page", async () => {
    const { staff, signed } = await dueIn(-1);
    for (const read of [readStaff, requireStaff, requireSuperAdmin])
      await expect(read(signed)).rejects.toMatchObject(overdue);
    for (const read of [readStaffToSetUp, requireStaffToSetUp])
      expect(await read(signed)).toMatchObject({ adminId: staff.adminId });
    expect([await mayAct(db, staff), await mayAct(db, staff, "super_admin", true)]).toEqual([false, true]);
  });
});

describe("[K-ADM-3] the last use of a sign-in", () => {
  const signIn = async () => {
    const { staff } = await staffMember(database);
    const signed = await sessionOf(staff.userId);
    const id = signed.split(".")[0];
    const forget = () => database.query("update session set last_used_at = 'epoch' where id = $1", [id]);
    await forget();
    const isNoted = async () =>
      (await database.query("select last_used_at > 'epoch' as noted from session where id = $1", [id]))[0]?.noted;
    return { signed: request(signed), forget, isNoted };
  };

  const reads = { readStaff, readStaffToSetUp, requireStaff, requireStaffToSetUp };
  test.each(Object.entries(reads))("the last use is stored once a minute (%s)", async (_, read) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const { signed, forget, isNoted } = await signIn();
    await readSession(signed);
    expect(await isNoted(), "requests that an open page makes by itself").toBe(false);
    await read(signed);
    expect(await isNoted()).toBe(true);
    await forget();
    vi.setSystemTime(Date.now() + 59_999);
    await read(signed);
    expect(await isNoted()).toBe(false);
    vi.setSystemTime(Date.now() + 1);
    await read(signed);
    expect(await isNoted()).toBe(true);
  });

  test("a failing write of the last use is logged and tried again; an unavailable database throws", async () => {
    const { signed, isNoted } = await signIn();
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const fails = (error: Error) =>
      vi.spyOn(db, "update").mockImplementation(() => {
        throw error;
      });
    fails(new Error("a defect"));
    expect(await readStaff(signed)).not.toBeNull();
    expect(logged.mock.calls[0]?.[1]).toBe("the use of a sign-in could not be noted");
    fails(unavailable());
    await expect(readStaff(signed)).rejects.toThrow("connect");
    vi.mocked(db.update).mockRestore();
    await readStaff(signed);
    expect(await isNoted()).toBe(true);
  });
});

describe("a request without a session", () => {
  const redirectOf = async (sent: Request) => {
    const thrown = await requireStaff(sent).catch((thrown) => thrown);
    return thrown instanceof Response ? [thrown.status, thrown.headers.get("location")] : thrown;
  };

  test.each([
    ["/admin", "GET", "/admin/login"],
    ["/admin/services?page=2", "GET", "/admin/login?to=%2Fadmin%2Fservices%3Fpage%3D2"],
    ["/admin/services.data?_routes=a%2Cb&page=2&index", "GET", "/admin/login?to=%2Fadmin%2Fservices%3Fpage%3D2"],
    ["/admin/_.data", "GET", "/admin/login"],
    ["/admin/services/_.data", "GET", "/admin/login?to=%2Fadmin%2Fservices"],
    ["/admin/data/x.database", "GET", "/admin/login?to=%2Fadmin%2Fdata%2Fx.database"],
    ["/admin/services?page=2", "POST", "/admin/login?to=%2Fadmin%2Fservices"],
  ])("a page redirects to the sign-in, which returns to %s (%s)", async (path, method, location) => {
    expect(await redirectOf(anonymous(path, method))).toEqual([302, location]);
  });

  test("[A-SESSION-12] a request with a bearer token gets a status instead of a redirect", async () => {
    await expect(requireStaff(bearing("no.token"))).rejects.toMatchObject({
      data: { error: "No authentication token" },
      init: { status: 401 },
    });
  });
});

test("[A-SESSION-3] an admin may act while the row is active and has the required role", async () => {
  const [superAdmin, regular] = [await staffMember(database), await staffMember(database, "regular_admin")];
  const may = (who: typeof superAdmin, role?: "super_admin" | "regular_admin") => mayAct(db, who.staff, role);
  expect([await may(superAdmin), await may(superAdmin, "regular_admin"), await may(superAdmin, "super_admin")]).toEqual(
    [true, true, true],
  );
  expect([await may(regular), await may(regular, "super_admin")]).toEqual([true, false]);
  await database.query("update admin_users set role = 'super_admin' where id = $1", [regular.staff.adminId]);
  expect(await may(regular, "super_admin"), "the role in the row counts, not the one at sign-in").toBe(true);
  await database.query("update admin_users set is_active = false");
  expect([await may(superAdmin), await may(regular)]).toEqual([false, false]);
});
