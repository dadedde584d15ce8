import { createHash, randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { AppServer } from "../test/harness/app-server.ts";
import { applicant as answers } from "../test/harness/applicants/applicant.ts";
import { inBoxes } from "../test/harness/applicants/date-boxes.ts";

/** An applicant in the wizard, with the state of their browser. */
export type Applicant = { id: string; cookie: string; address: string; revisions: number[]; turn: number };
type Save = { step: number; body: string; headers: (host: string) => Record<string, string> };

/** The first six steps; `varied`: an answer that changes at every save, as while typing. */
const steps = [
  { code: "applicant_info", title: "Applicant Information", varied: "cityOfBirth" },
  { code: "passport_info", title: "Passport Information", varied: "passportNumber" },
  { code: "contact_info", title: "Contact Information", varied: "addressLine1" },
  { code: "trip_details", title: "Trip Details", varied: "purposeOfTrip" },
  { code: "family_background", title: "Family Background", varied: "fatherFirstName" },
  { code: "employment_education", title: "Employment/Education", varied: "jobTitleCourse" },
];

const forms = steps.map(({ title, varied }) => {
  const fields = inBoxes<string>({ email: "bench@mail.example", ...answers[title] });
  const { [varied]: text = "", ...rest } = fields;
  return { fixed: new URLSearchParams(rest).toString(), varied, text };
});

/** Inserts drafts with access as rows, because starts over HTTP are limited to 20 an hour per IP. */
export async function makeApplicants(app: AppServer, count: number): Promise<Applicant[]> {
  const made = Array.from({ length: count }, () => ({
    id: crypto.randomUUID(),
    token: randomBytes(32).toString("base64url"),
  }));
  const hashes = made.map(({ token }) => createHash("sha256").update(token).digest("hex"));
  const ids = made.map(({ id }) => id);
  await app.query(
    `insert into visa_applications (id, application_number, visa_service_id, user_email, total_steps, metadata)
     select id, 'BENCH-' || id, (select id from visa_services where slug = 'us-travel-b1-b2-visa'),
       'bench@mail.example', 8, '{"step1": {"email": "bench@mail.example"}}'
     from unnest($1::uuid[]) as id`,
    [ids],
  );
  await app.query(
    `insert into application_holders (token_hash, application_id, expires_at)
     select hash, id, now() + interval '30 days' from unnest($1::text[], $2::uuid[]) as held (hash, id)`,
    [hashes, ids],
  );
  return made.map(({ id, token }, index) => ({
    id,
    cookie: `application-${id}=${token}`,
    // An IP may save 600 times a minute, its /24 ten times that, so each has its own network.
    address: `10.${1 + (index >> 8)}.${index & 255}.1`,
    revisions: steps.map(() => 0),
    turn: 0,
  }));
}

/** A number in letters: an answer with digits in a name would be asked about. */
const inLetters = (turn: number): string => String(turn).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");

/** The applicant's next save: each step is saved once while typing, and once by its button. */
export function nextSave(applicant: Applicant): Save {
  const turn = applicant.turn++;
  const step = Math.floor(turn / 2) % steps.length;
  const form = forms[step];
  if (!form) throw new Error("There is no such step");
  const own = new URLSearchParams({
    [form.varied]: `${form.text} ${inLetters(turn)}`.slice(-40).trim(),
    step: steps[step]?.code ?? "",
    revision: String(applicant.revisions[step] ?? 0),
    intent: turn % 2 === 0 ? "save" : "next",
  });
  const headers = (host: string) => ({
    Origin: `http://${host}`,
    Cookie: applicant.cookie,
    "X-Forwarded-For": applicant.address,
    "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8",
    "Accept-Encoding": "gzip, deflate, br",
  });
  return { step, body: `${form.fixed}&${own}`, headers };
}

/** Stores the revision of an acknowledged save; returns what was wrong with any other response. */
export function takeOutcome(applicant: Applicant, save: Save, status: number, body: Buffer): string | undefined {
  if (status !== 200) return `status ${status} ${body.toString("utf8", 0, 200)}`;
  const compressed = body[0] === 0x1f;
  const outcome = JSON.parse((compressed ? gunzipSync(body) : body).toString()) as { kind: string; revision?: number };
  if (outcome.revision === undefined) return outcome.kind;
  applicant.revisions[save.step] = outcome.revision;
  return undefined;
}
