import { beforeEach, describe, expect, test } from "vitest";
import { emailHash } from "~/mail/refused-email.server";
import { Applicant, mailsOf } from "../../../../../test/harness/applicants/in-process";
import { type Fields, form } from "../../../../../test/harness/http-client";
import { addressIn, newAddress, tokenOf } from "../../../../../test/harness/in-process/email-change";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { emailStateOf } from "../../email-state.server";
import { requestEmailChangeAsStaff } from "../ask.server";
import { confirmChange } from "../confirm.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));

/** Step 1 of a new application; `give` submits an email by one of its buttons. */
async function step1() {
  const applicant = new Applicant(database);
  const id = await applicant.start();
  const revision = async () =>
    (
      await database.query<{ n: number }>(
        "select coalesce((revisions->>'step1')::int, 0) as n from visa_applications where id = $1",
        [id],
      )
    )[0]?.n;
  const give = async (intent: string, email: string, more: Fields = {}) => {
    const fields = form("applicant_info", "Applicant Information", {
      email,
      revision: String(await revision()),
      ...more,
    });
    return applicant.save(id, { ...fields, intent });
  };
  const state = async () => addressIn(database, id);
  const place = async () =>
    (
      await database.query<{ step: number }>("select current_step as step from visa_applications where id = $1", [id])
    )[0]?.step;
  const said = async () =>
    (
      await database.query<{ email: string }>(
        "select metadata->'step1'->>'email' as email from visa_applications where id = $1",
        [id],
      )
    )[0]?.email;
  const mails = async () => (await mailsOf(database, id)).filter((kind) => kind === "email_change").length;
  return { applicant, id, give, state, place, said, mails, email: (await state()).email };
}

describe("a different email in step 1", () => {
  test("[N-EMAIL-5] Next Step requests the change once; an autosave and the other buttons never do", async () => {
    const { give, state, mails, place, email } = await step1();
    const otherEmail = newAddress();
    for (const intent of ["save", "previous", "goto:applicant_info", "documents"]) await give(intent, otherEmail);
    expect(await state()).toMatchObject({ email, waits: null });
    expect(await give("next", otherEmail)).toMatchObject({
      status: 200,
      outcome: { kind: "moved", step: "passport_info" },
    });
    expect(await give("next", otherEmail)).toMatchObject({ status: 200, outcome: { kind: "moved" } });
    expect(await give("exit", otherEmail.toUpperCase())).toMatchObject({ status: 200, outcome: { kind: "exited" } });
    expect([await state(), await mails(), await place()]).toMatchObject([{ email, waits: otherEmail }, 1, 1]);
  });

  test("[N-EMAIL-5] Save & Exit requests the change even if other questions of the step are unanswered", async () => {
    const { give, state, mails } = await step1();
    const otherEmail = newAddress();
    expect(await give("exit", otherEmail, { firstName: "", gender: "" })).toMatchObject({
      outcome: { kind: "exited" },
    });
    expect([(await state()).waits, await mails()]).toEqual([otherEmail, 1]);
  });

  test("[N-EMAIL-5] an invalid email and an email in a refused step request no change", async () => {
    const { give, state, email } = await step1();
    expect(await give("exit", "nobody")).toMatchObject({ outcome: { kind: "exited" } });
    expect(await give("next", newAddress(), { firstName: "" })).toMatchObject({ status: 422 });
    const stale = await give("next", newAddress(), { revision: "0", firstName: "Other" });
    expect(stale).toMatchObject({ status: 409 });
    expect(await state()).toMatchObject({ email, waits: null });
  });

  test("[N-EMAIL-5] entering the current email again ends the change that step 1 requested", async () => {
    const { give, state, email } = await step1();
    await give("next", newAddress());
    await give("next", email.toUpperCase());
    expect(await state()).toMatchObject({ email, waits: null });
  });

  test("[N-EMAIL-6, N-EMAIL-13] step 1 doesn't request its email again once that one, or a correction by staff, is current", async () => {
    const { id, give, state, mails, email } = await step1();
    const [otherEmail, corrected] = [newAddress(), newAddress()];
    await give("next", otherEmail);
    await confirmChange({ address: "" }, await tokenOf(database, id));
    await give("next", otherEmail);
    expect([await state(), await mails()]).toMatchObject([{ email: otherEmail, waits: null }, 1]);
    await requestEmailChangeAsStaff(await staffMember(database), { applicationId: id, email: corrected });
    await give("next", otherEmail);
    expect(await state(), "the desk's change still waits").toMatchObject({ email: otherEmail, waits: corrected });
    await confirmChange({ address: "" }, await tokenOf(database, id));
    await give("next", otherEmail);
    expect([await state(), await mails()]).toMatchObject([{ email: corrected, waits: null }, 2]);
    await give("next", email);
    expect((await state()).waits, "a newly typed address is requested").toBe(email);
  });

  test("[N-EMAIL-13] saving step 1 with the old email doesn't request a change back to it", async () => {
    const { id, give, state, mails, email } = await step1();
    const corrected = newAddress();
    await requestEmailChangeAsStaff(await staffMember(database), { applicationId: id, email: corrected });
    await confirmChange({ address: "" }, await tokenOf(database, id));
    expect(await give("next", email)).toMatchObject({ outcome: { kind: "moved" } });
    expect([await state(), await mails()]).toMatchObject([{ email: corrected, waits: null }, 1]);
  });

  test("[N-EMAIL-13] beyond the limit of changes the step is saved with the email and says that it is not changed", async () => {
    const { give, said, place, mails } = await step1();
    for (let index = 0; index < 5; index++) await give("next", newAddress());
    const sixth = newAddress();
    expect(await give("next", sixth, { firstName: "Kept" })).toMatchObject({
      status: 429,
      outcome: {
        kind: "invalid",
        step: "applicant_info",
        problems: [
          {
            name: "email",
            message:
              "Too many changes of the email address were requested for this application. Please try again in an hour.",
          },
        ],
      },
    });
    expect([await said(), await place(), await mails()]).toEqual([sixth, 1, 5]);
    expect(await give("exit", sixth), "and left all the same").toMatchObject({ outcome: { kind: "exited" } });
    expect([await said(), await mails()]).toEqual([sixth, 5]);
    await database.query("delete from limit_counts");
    expect(await give("next", sixth)).toMatchObject({ status: 200 });
    expect(await mails()).toBe(6);
  });
});

describe("keeping the current email", () => {
  test.each(["applicant_info", "passport_info"])(
    "[N-EMAIL-10] keeping it from %s ends the change, and step 1 shows the current email again",
    async (from) => {
      const { applicant, id, give, state, said, mails, email } = await step1();
      const otherEmail = newAddress();
      await give("next", otherEmail);
      const result =
        from === "applicant_info"
          ? await give("keep-address", otherEmail)
          : await applicant.save(id, { ...form(from, "Passport Information"), intent: "keep-address" });
      expect(result).toMatchObject({ status: 200, outcome: { kind: "saved", step: from } });
      expect([await state(), await said()]).toMatchObject([{ email, waits: null }, email]);
      expect(await database.query("select email from applicant_information where application_id = $1", [id])).toEqual([
        { email },
      ]);
      await give("next", email);
      expect([(await state()).waits, await mails()]).toEqual([null, 1]);
      await give("next", otherEmail);
      expect([(await state()).waits, await mails()], "typed again, it is asked for again").toEqual([otherEmail, 2]);
    },
  );
});

describe("a possibly misspelt email in step 1", () => {
  const slip = (email: string) => ({ kind: "mistyped", meant: email });

  test("[N-EMAIL-3] Next Step saves the step, stays on it, mails nothing and shows the suggestion", async () => {
    const { give, said, place, state } = await step1();
    const result = await give("next", "natasha@gmial.con", { firstName: "Asked" });
    expect(result).toMatchObject({ status: 422, outcome: slip("natasha@gmail.com") });
    expect(result.outcome.answers).toMatchObject({ email: "natasha@gmial.con", firstName: "Asked" });
    expect([await said(), await place(), (await state()).waits]).toEqual(["natasha@gmial.con", 1, null]);
  });

  test("[N-EMAIL-3] `Use` replaces the email by the suggestion", async () => {
    const { give, said, state } = await step1();
    expect(await give("use-email", "natasha@gmial.con")).toMatchObject({ outcome: { kind: "moved" } });
    expect([await said(), (await state()).waits]).toEqual(["natasha@gmail.com", "natasha@gmail.com"]);
  });

  test("[N-EMAIL-2, N-EMAIL-3] `Keep` keeps the email, and no suggestion is shown again", async () => {
    const { give, state, email } = await step1();
    expect(await give("keep-email", "natasha@gmial.con")).toMatchObject({ outcome: { kind: "moved" } });
    expect((await state()).waits).toBe("natasha@gmial.con");
    expect(await give("next", email)).toMatchObject({ outcome: { kind: "moved" } });
    expect(await give("next", "Natasha@gmial.con")).toMatchObject({ outcome: { kind: "moved" } });
    expect(await give("next", "natasha@gmil.com")).toMatchObject({ outcome: slip("natasha@gmail.com") });
  });

  test("[N-EMAIL-2] the current email gets no suggestion", async () => {
    const applicant = new Applicant(database);
    const id = await applicant.start("natasha@hotmial.com", { chosen: "natasha@hotmial.com" });
    const save = (email: string) =>
      applicant.save(id, { ...form("applicant_info", "Applicant Information", { email }), intent: "next" });
    expect(await save("natasha@hotmial.com")).toMatchObject({ outcome: { kind: "moved" } });
    expect(await mailsOf(database, id)).toEqual(["application_started"]);
  });
});

test("[N-EMAIL-10] after the owner refused the email, a pending change is shown and takes effect", async () => {
  const { id, give, state } = await step1();
  const otherEmail = newAddress();
  await give("next", otherEmail);
  await database.query("update visa_applications set user_email = '', email_handled = $2 where id = $1", [
    id,
    otherEmail,
  ]);
  expect(await emailStateOf({ id, userEmail: "", emailConfirmedAt: null })).toMatchObject({
    email: "",
    change: otherEmail,
  });
  await give("keep-address", otherEmail);
  expect(await state()).toMatchObject({ email: "", waits: null });
});

test("[N-EMAIL-5] an older application requests a change to the next different email, and Save & Exit leaves with a refused one", async () => {
  const { id, give, state, said } = await step1();
  const [refused, otherEmail] = [(await state()).email, newAddress()];
  await database.query(
    "update visa_applications set user_email = '', email_handled = null, refused_email_hashes = $2 where id = $1",
    [id, [emailHash(refused)]],
  );
  await give("next", refused);
  expect((await state()).waits).toBeNull();
  await give("next", otherEmail);
  expect((await state()).waits).toBe(otherEmail);
  await give("exit", refused);
  expect([await said(), (await state()).waits]).toEqual([refused, otherEmail]);
  expect(await give("next", refused), "it was left, and is said at Next Step").toMatchObject({ status: 422 });
});
