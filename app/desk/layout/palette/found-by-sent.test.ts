import { afterEach, describe, expect, test } from "vitest";
import { readFilters } from "~/cases/desk/list/filters.server";
import { findByPassport } from "~/cases/desk/list/find-by-passport.server";
import { listApplications } from "~/cases/desk/list/list.server";
import { rotateForeignDigests } from "~/cases/encryption/renew-digests.server";
import { db } from "~/db/client.server";
import { activeKeyId, replaceRing, ring } from "~/encryption/keyring.server";
import { eraseApplication } from "~/privacy/erasure/erase.server";
import { firstOf, keyNamed, ringOf } from "../../../../test/harness/encryption/data-keys";
import { everyRow } from "../../../../test/harness/encryption/every-row";
import { SignedCase } from "../../../../test/harness/in-process/signed-case";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { find } from "./palette.server";

const database = testDatabase();
const signed = new SignedCase(database);
const before = [...ring];
afterEach(() => replaceRing(before));

/** How the case is found: `no`, `in force`, or `sent`, by values that are not accepted yet. */
const how = (rows: readonly { id: string; isSentOnly: boolean }[]) => {
  const row = rows.find(({ id }) => id === signed.id);
  return row ? (row.isSentOnly ? "sent" : "in force") : "no";
};
const byText = async (query: string) =>
  how((await listApplications(readFilters(new URLSearchParams({ q: query })))).rows);
const byPassport = async (number: string) => {
  const result = await findByPassport(signed.staff, { number });
  return result.ok ? how(result.rows) : result.message;
};
const inPalette = async (query: string) =>
  (await find(query)).find(({ title }) => title === "Cases")?.hits.map(({ detail }) => detail);

describe("[F-APPL-1] searching corrections that are not accepted yet", () => {
  test("a name is found in list and palette, marked as not accepted until it is accepted", async () => {
    expect(await byText("Zephyrine")).toBe("no");
    const item = await signed.corrected("applicant_info", ["firstName"], { firstName: "Zéphyrine" });
    expect([await byText("zephyrine"), await byText("ñuñez zephyrine"), await byText("nadege")]).toEqual([
      ...["sent", "sent", "in force"],
    ]);
    expect(await inPalette("zephyrine nunez")).toEqual([expect.stringMatching(/ · not accepted yet$/)]);
    expect(await inPalette("nadege nunez")).toEqual([expect.not.stringContaining("not accepted")]);
    await signed.accept(item);
    expect([await byText("zephyrine"), await byText("nadege")]).toEqual(["in force", "no"]);
    expect(await inPalette("zephyrine nunez")).toEqual([expect.not.stringContaining("not accepted")]);
  });

  test("a phone is found by its digits, and answers that aren't searchable store no text", async () => {
    await signed.corrected("applicant_info", ["cityOfBirth"], { cityOfBirth: "Jacmel" });
    const [row] = await database.query("select sent_text from visa_applications where id = $1", [signed.id]);
    expect(row?.sent_text).toBe("");
    await signed.corrected("contact_info", ["primaryPhone"], { primaryPhone: "+1 242 555 0987" });
    expect([await byText("(242) 555-0987"), await byText("Jacmel")]).toEqual(["sent", "no"]);
  });

  test("a passport number is found whole; a refused one isn't, and a later one is", async () => {
    const item = await signed.corrected("passport_info", ["passportNumber"], { passportNumber: "RD 999-0001" });
    expect([await byPassport("rd9990001"), await byPassport("RD4471902"), await byPassport("RD999000")]).toEqual([
      ...["sent", "in force", "no"],
    ]);
    expect(await everyRow(database), "no number in clear").not.toContain("RD9990001");
    await signed.refuse(item, "It has nine characters.");
    expect(await byPassport("RD9990001")).toBe("no");
    await signed.send(item, "passport_info", { passportNumber: "RD7770003" });
    expect(await byPassport("RD7770003")).toBe("sent");
    await signed.accept(item);
    expect([await byPassport("RD7770003"), await byPassport("RD4471902")]).toEqual(["in force", "no"]);
    const [row] = await database.query("select sent_passport_digests as d from visa_applications where id = $1", [
      signed.id,
    ]);
    expect(row?.d).toEqual([]);
  });

  test("a correction is found after a restore with another key, and an erasure deletes all of its search data", async () => {
    await signed.corrected("passport_info", ["passportNumber"], { passportNumber: "RD9990001" });
    replaceRing([firstOf(ringOf(keyNamed("july"), "the tide comes in twice a day, on every shore")), ...before]);
    await db.transaction((tx) => rotateForeignDigests(tx));
    const digests = async () =>
      (await database.query("select sent_passport_digests as d from visa_applications where id = $1", [signed.id]))[0]
        ?.d;
    expect(await digests()).toContain(`key:${activeKeyId()}`);
    expect(await byPassport("RD9990001")).toBe("sent");
    await eraseApplication(signed.id);
    expect(await byPassport("RD9990001")).toBe("no");
  });
});
