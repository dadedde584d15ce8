import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { config } from "~/config.server";
import { db } from "~/db/client.server";
import { StartError } from "~/db/embedded/binaries.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { beginRestore, endBrokenRestore } from "./erase-again.server";
import { beginErasureList, rememberErasure } from "./erasure-list.server";

const database = testDatabase();
const documents = join(config.dataDir, "documents");
const movedAway = `${documents}-away`;
let applicationId: string;

beforeEach(async () => {
  await beginErasureList();
  applicationId = await new Applicant(database).start();
  await rememberErasure({ id: applicationId, kind: "application", at: new Date().toISOString() });
  await staffMember(database, "super_admin");
});
afterEach(() => database.query("delete from session"));

/** What a restore brings back and must end: erased people, and staff sessions. */
const isLeft = async () => {
  const rows = await database.query("select 1 from visa_applications where id = $1", [applicationId]);
  return { erased: rows.length === 0, sessions: (await database.query("select 1 from session")).length };
};
const untouched = { erased: false, sessions: 1 };
const result = { erased: true, sessions: 0 };

describe("a restore aborted after its commit", () => {
  test("[V-ERASE-7] the restore is completed at the next start, once", async () => {
    await endBrokenRestore();
    expect(await isLeft(), "no restore was broken off").toEqual(untouched);
    await beginRestore(db, true);
    await endBrokenRestore();
    expect(await isLeft()).toEqual(result);
  });

  test.each([
    ["does not answer", () => writeFileSync(documents, "")],
    ["has no list", () => undefined],
  ])(
    "[V-ERASE-7] while the document storage %s, each start is refused and the restore stays incomplete",
    async (_how, fail) => {
      await beginRestore(db, true);
      renameSync(documents, movedAway);
      fail();
      for (let start = 0; start < 2; start++) {
        const refused = await endBrokenRestore().catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(StartError);
        expect(String(refused)).toMatch(
          /^Error: A restore stopped before it repeated the erasures .* Lucaya doesn’t start/,
        );
      }
      expect(await isLeft()).toEqual(untouched);
      rmSync(documents, { recursive: true, force: true });
      renameSync(movedAway, documents);
      await endBrokenRestore();
      expect(await isLeft()).toEqual(result);
    },
  );

  test("[V-ERASE-7, F-DESK-13] with a lost list of erasures the start is refused, and the message says to bring it back or restore without it", async () => {
    await beginRestore(db, true);
    renameSync(documents, movedAway);
    await expect(endBrokenRestore()).rejects.toThrow(
      /bring the folder erasures back .*, or restore with --without-erasures into a new DATA_DIR/,
    );
    rmSync(documents, { recursive: true, force: true });
    renameSync(movedAway, documents);
    await endBrokenRestore();
  });

  test("[F-DESK-13] a restore without a list of erasures is completed without one", async () => {
    await beginRestore(db, false);
    rmSync(join(documents, "visa-documents", "erasures"), { recursive: true });
    await endBrokenRestore();
    expect(await isLeft()).toEqual({ erased: false, sessions: 0 });
  });

  test("[V-ERASE-7] of two processes starting at once one completes the restore: a sign-in at the first stays valid", async () => {
    await beginRestore(db, true);
    await Promise.all(
      [1, 2].map(async () => {
        await endBrokenRestore();
        await staffMember(database, "super_admin");
      }),
    );
    expect(await isLeft()).toEqual({ erased: true, sessions: 2 });
  });
});
