import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { findByPassport } from "~/cases/desk/list/find-by-passport.server";
import { searchDigests } from "~/encryption/keyring.server";
import { masterKeys } from "~/encryption/master-keys.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { everyRow } from "../../../test/harness/encryption/every-row";
import { form } from "../../../test/harness/http-client";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";

const database = testDatabase();
let applicant: Applicant;
beforeEach(() => {
  applicant = new Applicant(database);
});

const otherNationalities = { hasOtherNationality: "yes", "otherNationalities[0].country": "HT" };
const savePassport = (id: string, revision: number, more: Record<string, string> = {}) =>
  applicant.save(id, {
    ...form("passport_info", "Passport Information", { ...otherNationalities, ...more }),
    revision: String(revision),
  });

describe("the search for a passport number", () => {
  test("[V-ENC-7] the search finds exactly that number, ignoring case, spaces and hyphens, of any nationality", async () => {
    const admin = await staffMember(database, "regular_admin");
    const id = await applicant.start();
    await database.query("update visa_applications set furthest_step = 2 where id = $1", [id]);
    await savePassport(id, 0, { passportNumber: "ab-12 34 56", "otherNationalities[0].passportNumber": "HT 998877" });
    const found = async (rawNumber: string) => {
      const result = await findByPassport(admin, { number: rawNumber });
      return result.ok ? result.rows.map((row) => row.id) : result.message;
    };
    for (const rawNumber of ["AB123456", " ab 12-34-56 ", "aB‑123456", "ht998877"])
      expect(await found(rawNumber)).toEqual([id]);
    for (const rawNumber of ["AB12345", "B123456", "AB1234567", "%", "A8123456"])
      expect(await found(rawNumber)).toEqual([]);
    for (const rawNumber of ["", " - "]) expect(await found(rawNumber)).toMatch(/whole number/);
    await savePassport(id, 1, { passportNumber: "ZZ 1", hasOtherNationality: "no" });
    expect([await found("AB123456"), await found("HT998877"), await found("zz1")]).toEqual([[], [], [id]]);
    const [line] = await database.query(
      "select details from admin_activity_log where action_type = 'passport_number_searched' order by created_at desc",
    );
    expect(line).toEqual({ details: { found: 1 } });
    const stored = await everyRow(database);
    for (const rawNumber of ["AB123456", "AB-12 34 56", "ab-12 34 56", "HT998877"])
      expect(stored).not.toContain(rawNumber);
  });

  test("[V-ENC-8] no unkeyed hash of a number is stored, and another secret gives other values", async () => {
    const id = await applicant.start();
    await database.query("update visa_applications set furthest_step = 2 where id = $1", [id]);
    await savePassport(id, 0, { passportNumber: "XK 5550" });
    const stored = await everyRow(database);
    for (const text of ["XK5550", "XK 5550", "xk5550"])
      for (const algorithm of ["sha256", "sha1", "md5"])
        for (const encoding of ["hex", "base64", "base64url"] as const) {
          const hash = createHash(algorithm).update(text).digest(encoding);
          expect(stored).not.toContain(hash.slice(0, 16));
        }
    const [firstDigests, otherDigests] = [
      "a secret of 32 characters, or more",
      "another secret of 32 characters...",
    ].map((secret) => searchDigests("passport number", "XK5550", masterKeys([], secret)));
    expect(firstDigests).not.toEqual(otherDigests);
    const [row] = await database.query<{ digests: string[] }>(
      "select passport_digests as digests from visa_applications where id = $1",
      [id],
    );
    expect(row?.digests).toContain(searchDigests("passport number", "XK5550")[0]);
  });
});
