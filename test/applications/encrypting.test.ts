import { afterAll, expect, test } from "vitest";
import { addApplications, fullMetadata } from "../harness/applicants/migration-data";
import { readMetadata } from "../harness/encryption/stored-answers";
import { type Program, removeFolders, startProgram } from "../harness/program";
import { until } from "../harness/visitor";

afterAll(removeFolders);

/** How often it is killed: KILLS=20 for more of them. */
const kills = Number(process.env.KILLS ?? 3);
const passport = "RD9911223";

const left = async (program: Program) =>
  (await program.query<{ n: number }>("select count(*)::int as n from visa_applications where not is_encrypted"))[0]
    ?.n ?? 0;

test("[V-ENC-9] applications from before are encrypted while it serves; killed (SIGKILL) again and again it goes on, and all of them read", async () => {
  let program = await startProgram();
  const { dataDir } = program;
  const count = 200 * (kills + 1);
  const ids = await addApplications(program, fullMetadata({ step2: { passportNumber: passport } }), count);
  let before = await left(program);
  expect(before).toBe(count);
  for (let kill = 0; kill < kills; kill++) {
    await program.kill();
    program = await startProgram({ DATA_DIR: dataDir });
    const started = program;
    await until("some more are encrypted", async () => (await left(started)) < before);
    const [some] = ids;
    expect((await readMetadata(program, some ?? ""))?.step2?.passportNumber).toBe(passport);
    before = await left(program);
  }
  await program.kill();
  program = await startProgram({ DATA_DIR: dataDir });
  const last = program;
  await until("all are encrypted", async () => (await left(last)) === 0);
  for (const id of ids.filter((_, place) => place % 50 === 0))
    expect((await readMetadata(program, id))?.step2).toMatchObject({
      passportNumber: passport,
      nationalityCountry: "HT",
    });
  const readable = "select count(*)::int as n from visa_applications a where a::text like '%' || $1 || '%'";
  expect(await program.query(readable, [passport])).toEqual([{ n: 0 }]);
  const keys = await program.query("select count(distinct application_id)::int as n from data_keys");
  expect(keys).toEqual([{ n: count }]);
  await program.stop();
});
