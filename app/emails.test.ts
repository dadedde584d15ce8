import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createAdmin } from "~/accounts/admins/manage-admins.server";
import type { StaffContext } from "~/accounts/staff.server";
import { requestEmailChange, requestEmailChangeAsStaff } from "~/applications/access/change/ask.server";
import { setEmail } from "~/applications/access/email-state.server";
import { openByEmail, sendFreshLinks } from "~/applications/access/resume.server";
import { startApplication } from "~/applications/start/start.server";
import { beginDraftForCaller } from "~/cases/desk/entering/begin-draft.server";
import { sendAllLinks } from "~/cases/my-applications/all-links.server";
import { settingFields } from "~/content/editing/kinds/setting-fields";
import { subscribe } from "~/content/newsletter/subscribe.server";
import { mailLink } from "~/content/settings/contact-links";
import { notEmail } from "~/core/email/email-address";
import { checkInquiry } from "~/inquiries/form/check.server";
import { emptyInquiry } from "~/inquiries/inquiry";
import { emailHash } from "~/mail/refused-email.server";
import { knownPeople } from "~/people/known.server";
import { assignWaiting } from "~/people/waiting.server";
import { sendDataLink } from "~/privacy/links/send-data-link.server";
import { Applicant } from "../test/harness/applicants/in-process";
import { form } from "../test/harness/http-client";
import { draftOf } from "../test/harness/in-process/draft";
import { addressIn, heldDraft } from "../test/harness/in-process/email-change";
import { staffMember } from "../test/harness/in-process/staff";
import { testDatabase } from "../test/harness/in-process/test-database";

const database = testDatabase();
let staff: StaffContext;
let slug: string;
beforeAll(async () => {
  staff = await staffMember(database, "super_admin");
  const rows = await database.query<{ slug: string }>("select slug from visa_services where is_active limit 1");
  slug = rows[0]?.slug ?? "";
});
beforeEach(async () => {
  for (const table of ["limit_counts", "visa_applications", "pgboss.job"]) await database.query(`delete from ${table}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const client = { address: "203.0.113.9", browser: "Firefox on Linux", token: undefined };
const formOf = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
const queued = async (job: string) => JSON.stringify((await database.enqueued(job))[0] ?? null);
const emailIn = (text: string) => /"([^"]+@[^"]+)"/.exec(text)?.[1];
const applicationsEmail = async () =>
  (await database.query<{ email: string }>("select user_email as email from visa_applications"))[0]?.email;

/** What a step holds of an address that was given in it; nothing where it does not let pass. */
async function inStep(code: string, title: string, name: string, value: string) {
  const applicant = new Applicant(database);
  const id = await applicant.start();
  if (code !== "applicant_info")
    for (const [before, of] of [
      ["applicant_info", "Applicant Information"],
      ["passport_info", "Passport Information"],
    ] as const)
      await applicant.save(id, { ...form(before, of), intent: "next" });
  const { outcome } = await applicant.save(id, { ...form(code, title, { [name]: value }), intent: "next" });
  if (outcome.kind !== "moved") return undefined;
  const screen = await applicant.screen(id, code);
  return String(Object.entries(screen.answers).find(([key]) => key === name)?.[1]);
}

/** Every place where an address is given: what becomes of it, or undefined where it is refused. */
const entryPoints: Record<string, (input: string) => Promise<string | undefined>> = {
  async "the start"(input) {
    const started = await startApplication(
      client,
      formOf({ email: input, terms: "yes", attempt: crypto.randomUUID() }),
    );
    return started.ok ? applicationsEmail() : undefined;
  },
  "step 1": (input) => inStep("applicant_info", "Applicant Information", "email", input),
  "the emergency contact": (input) => inStep("contact_info", "Contact Information", "emergencyContactEmail", input),
  async "the contact form"(input) {
    const texts = { fullName: "Ana", purpose: "A cruise", email: input, privacyConsent: true };
    const read = checkInquiry({ ...emptyInquiry, ...texts }, ["Not sure yet"]);
    return "inquiry" in read ? read.inquiry.email : undefined;
  },
  async "the newsletter"(input) {
    const result = await subscribe(client, formOf({ email: input }));
    return result.ok ? result.email : undefined;
  },
  async "find my application"(input) {
    const { ok } = await sendFreshLinks(client, input);
    return ok ? emailIn(await queued("applications.send-links")) : undefined;
  },
  async "links to all of mine"(input) {
    const { ok } = await sendAllLinks(client, input);
    return ok ? emailIn(await queued("applications.send-all-links")) : undefined;
  },
  async "your data"(input) {
    const { ok } = await sendDataLink(client, input);
    return ok ? emailIn(await queued("privacy.send-data-link")) : undefined;
  },
  async "another address that the applicant gives"(input) {
    const { draft, context } = await heldDraft(database, {});
    return (await requestEmailChange(context, draft.id, input)).ok
      ? ((await addressIn(database, draft.id)).waits ?? undefined)
      : undefined;
  },
  async "an address in the place of a refused one"(input) {
    const { draft, context } = await heldDraft(database, { user_email: "" });
    return (await setEmail(context, draft.id, input)).ok ? (await addressIn(database, draft.id)).email : undefined;
  },
  async "staff’s entry"(input) {
    const started = await beginDraftForCaller(staff, { email: input, service: slug, attempt: crypto.randomUUID() });
    return started.ok ? applicationsEmail() : undefined;
  },
  async "a correction by staff"(input) {
    const { draft } = await heldDraft(database, {});
    const requested = await requestEmailChangeAsStaff(staff, { applicationId: draft.id, email: input });
    return requested.ok ? ((await addressIn(database, draft.id)).waits ?? undefined) : undefined;
  },
  async "the site’s settings"(input) {
    const read = settingFields.find(({ name }) => name === "contact_email")?.read([input]);
    return read?.ok ? String(read.value) : undefined;
  },
  async "the environment"(input) {
    vi.resetModules();
    vi.stubEnv("ADMIN_EMAIL", input);
    vi.stubEnv("ADMIN_PASSWORD", "an outgoing tide");
    return import("~/config.server").then(
      ({ config }) => config.ADMIN_EMAIL,
      () => undefined,
    );
  },
  async "a new admin"(input) {
    const made = await createAdmin(staff, { email: input, role: "regular_admin", password: "x" });
    const problem = made.ok ? undefined : made.detail?.email;
    return problem === notEmail ? undefined : "taken";
  },
};

const accepted = [
  ["ana@mail.example\u200b", "ana@mail.example"],
  ["Ana Rolle <ana@mail.example>;", "ana@mail.example"],
  ["mailto:ana@mail.example,", "ana@mail.example"],
  ["<ana@mail.example>", "ana@mail.example"],
  ["bob&sue@mail.test", "bob&sue@mail.test"],
  ["hello/there@mail.test", "hello/there@mail.test"],
  ["abc.@docomo.ne.jp", "abc.@docomo.ne.jp"],
  ["natasha@müller.example", "natasha@xn--mller-kva.example"],
] as const;
const refused = ["ana@mail", "ana.@mail.example", "ana@mail.example, bob@mail.example", "aná@mail.example"];

describe.each(Object.entries(entryPoints))("an email entered in %s", (name, give) => {
  test.each(accepted)(`[F-MAIL-1, F-MAIL-2, F-MAIL-3] in ${name}, %j is accepted as %s`, async (input, stored) => {
    expect(["taken", stored]).toContain(await give(input));
  });

  test.each(refused)(`[F-MAIL-1, F-MAIL-3] in ${name}, %j is refused`, async (input) => {
    expect(await give(input)).toBeUndefined();
  });
});

test("[F-MAIL-1] an international domain entered again in step 1, or to open the draft, is the same email", async () => {
  const applicant = new Applicant(database);
  const id = await applicant.start("natasha@xn--mller-kva.example");
  const again = form("applicant_info", "Applicant Information", { email: "Natasha@müller.example" });
  expect(await applicant.save(id, { ...again, intent: "next" })).toMatchObject({ outcome: { kind: "moved" } });
  expect(await addressIn(database, id)).toMatchObject({ waits: null });
  await database.query("update visa_applications set email_confirmed_at = now()");
  expect(await openByEmail(client, id, " <NATASHA@MÜLLER.example>")).toMatchObject({ ok: true });
});

test("[F-MAIL-1] a person's email in Unicode and in Punycode is the same person's", async () => {
  await database.query("delete from person_records");
  const draft = await draftOf(database, { user_email: "natasha@xn--mller-kva.example" });
  expect(draft.email).toBe("natasha@xn--mller-kva.example");
  while (await assignWaiting());
  const known = await knownPeople({ email: draft.email });
  expect(known).toHaveLength(1);
  expect(await knownPeople({ email: "natasha@müller.example" })).toEqual(known);
});

describe("the search for an application", () => {
  const requestLinks = async (input: string) => {
    await database.query("delete from limit_counts");
    await database.query("delete from pgboss.job");
    const result = await sendFreshLinks(client, input);
    return [result.ok ? "sent" : result.reason, (await database.enqueued("applications.send-links")).length];
  };

  test("[F-MAIL-4] any possible email, number or link gets the same response, whether or not it exists", async () => {
    const { id, number, email } = await draftOf(database, {});
    const otherId = crypto.randomUUID();
    const link = (token: string) => `https://lucaya.example/application/resume?token=${token}`;
    for (const input of [
      ...[email, ` ${email}.`, "nobody@mail.example", number, number.toLowerCase().replaceAll("-", " ")],
      ...[
        id,
        otherId,
        `https://lucaya.example/apply/${id}`,
        `https://lucaya.example/apply/${number}?x=1`,
        `http://localhost/apply/${otherId}/passport_info?x=1`,
      ],
      ...[link("abc"), link(`${otherId}.1.x`), "/application/resume?token=Zm9v"],
    ])
      expect([input, ...(await requestLinks(input))]).toEqual([input, "sent", 1]);
  });

  test("[F-MAIL-4] other text is refused and promises no mail", async () => {
    for (const input of ["hello", "ana@mail", "BV26-0000-0001", "https://lucaya.example/", "12345", "?token="])
      expect([input, ...(await requestLinks(input))]).toEqual([input, "invalid", 0]);
  });
});

test("[F-MAIL-2] a mailto link of an email with URL characters goes to that email", () => {
  const { pathname, search } = new URL(mailLink("a?b&c%d@mail.example"));
  expect([decodeURIComponent(pathname), search]).toEqual(["a?b&c%d@mail.example", ""]);
});

test("[F-MAIL-2] an international email that refused mail is refused in both spellings", () => {
  expect(emailHash("natasha@MÜLLER.example")).toBe(emailHash("natasha@xn--mller-kva.example"));
});
