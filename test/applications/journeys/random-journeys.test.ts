import fc from "fast-check";
import { expect, test } from "vitest";
import { metadataKey, stepByCode } from "../../../app/applications/steps/registry";
import { fieldsOf } from "../../../app/form-engine/definition";
import { type Draw, drawFrom } from "../../harness/applicants/drawn-answers";
import { Journey, review } from "../../harness/applicants/journey";
import { type Expected, incompleteSteps, storable } from "../../harness/applicants/journey-model";
import { change, type How, post } from "../../harness/applicants/journey-posts";
import { pdfFile } from "../../harness/applicants/uploads";
import { look } from "../../harness/browser/journey-look";
import { inputsIn } from "../../harness/form-fields";
import { HttpClient } from "../../harness/http-client";
import { sharedApp } from "../../harness/shared";

// JOURNEYS=100 runs more of them, SEED=… repeats those of a seed, SEED=…:49 the one at that position.
const { JOURNEYS, SEED } = process.env;
const runs = {
  // No time limit: it would fail the property if a busy machine doesn't finish one journey.
  numRuns: Number(JOURNEYS ?? 6),
  ...(SEED ? { seed: Number(SEED.split(":")[0]), path: SEED.split(":").slice(1).join(":") } : {}),
};

const app = await sharedApp();

type Command = fc.AsyncCommand<Expected, Journey>;
/** A command of a journey: always possible; the application's state is checked after each. */
const command = (name: string, run: (m: Expected, r: Journey) => Promise<void>): Command => ({
  check: () => true,
  async run(m, r) {
    await run(m, r);
    await look(m, r);
  },
  toString: () => name,
});

/** The code of a step by number, reached or not; by default the current step. */
const codeOf = (m: Expected, position: number | undefined) =>
  m.steps[position === undefined ? m.current - 1 : position % m.steps.length]?.code ?? "";
const hows = fc.constantFrom<How[]>("well", "well", "well", "partly", "wrong", "emptied", "toggled", "untouched");
const somewhere = fc.option(fc.nat(12), { nil: undefined });
const verbs = ["next", "next", "next", "save", "previous", "exit", "documents", "goto", "add", "remove"] as const;

function intentFor(verb: (typeof verbs)[number], m: Expected, form: URLSearchParams, g: Draw): string {
  const step = stepByCode(form.get("step") ?? "");
  if (verb === "goto") return `goto:${codeOf(m, g(fc.nat(12)))}`;
  if (verb !== "add" && verb !== "remove") return verb;
  const list = step && fieldsOf(step).find((field) => field.kind === "list");
  if (!list) return "save";
  const entries = new Set(
    [...form.keys()].filter((key) => key.startsWith(`${list.name}[`)).map((key) => key.split("]")[0]),
  );
  if (verb === "add") return `add:${list.name}`;
  return entries.size > 0 ? `remove:${list.name}:${g(fc.nat(entries.size - 1))}` : "save";
}

const answer = fc
  .tuple(somewhere, hows, fc.constantFrom(...verbs), fc.integer(), fc.boolean())
  .map(([position, how, verb, seed, byScript]) =>
    command(
      `answer ${position ?? "the present step"} ${how}, ${verb}, ${byScript ? "with" : "without"} script, ${seed}`,
      async (m, r) => {
        if (m.status === "submitted") return;
        const tab = await r.open(m, codeOf(m, position));
        const g = drawFrom(seed);
        change(m, tab, how, g);
        await post(m, r, tab, intentFor(verb, m, tab.form, g), byScript);
      },
    ),
  );

/** Answers everything from the current step on. */
const hurry = fc.tuple(fc.integer(), fc.boolean()).map(([seed, byScript]) =>
  command(`answer all that is left, ${byScript ? "with" : "without"} script, ${seed}`, async (m, r) => {
    const g = drawFrom(seed);
    while (m.status === "draft" && m.current < m.steps.length) {
      const tab = await r.open(m, codeOf(m, undefined));
      change(m, tab, "well", g);
      const before = m.current;
      await post(m, r, tab, "next", byScript);
      if (m.current === before) return;
    }
  }),
);

const jump = fc.nat(12).map((position) =>
  command(`look at ${position}`, async (m, r) => {
    if (m.status === "draft") await r.open(m, codeOf(m, position));
  }),
);

const openTab = somewhere.map((position) =>
  command(`open ${position ?? "the present step"} in another tab`, async (m, r) => {
    if (m.status === "draft") r.other = await r.open(m, codeOf(m, position));
  }),
);

const saveTab = fc
  .tuple(hows, fc.integer(), fc.boolean(), fc.constantFrom("save", "next", "submit"), fc.boolean())
  .map(([how, seed, byScript, intent, keepsOwn]) =>
    command(
      `in the other tab ${how}, ${intent}, ${byScript ? "with" : "without"} script, keeping ${keepsOwn ? "these" : "those"}, ${seed}`,
      async (m, r) => {
        if (!r.other) return;
        const tab = { step: r.other.step, form: new URLSearchParams(r.other.form) };
        r.other = undefined;
        change(m, tab, how, drawFrom(seed));
        await post(m, r, tab, intent === "submit" && tab.step !== review ? "save" : intent, byScript);
        const { conflict } = r;
        r.conflict = undefined;
        if (!conflict) return;
        await look(m, r);
        if (!keepsOwn) {
          await r.open(m, tab.step.code);
          return;
        }
        // The page contains the typed values; the script sends them again under the new revision.
        const form = conflict.html ? inputsIn(conflict.html) : tab.form;
        form.set("revision", String(conflict.revision));
        const stored = storable(tab.step, conflict.typed, m.metadata[metadataKey(tab.step)]);
        await post(m, r, { step: tab.step, form }, "save", conflict.html === "");
        expect(m.metadata[metadataKey(tab.step)], "nothing of it was left out").toEqual(stored);
      },
    ),
  );

const resume = fc.constant(
  command("go on elsewhere by the mailed link", async (m, r) => {
    const elsewhere = new HttpClient(app);
    if (m.status === "draft") {
      const closed = await (await elsewhere.get(`/apply/${r.id}`)).text();
      // Before its email is confirmed only a link opens it, afterwards the email does too (V-ATK-12).
      expect(closed).toMatch(/name="email"|To open this application here, use a link from our emails/);
      expect(closed).not.toContain('id="step"');
    }
    const shown = await (await elsewhere.get(r.link)).text();
    expect(shown).toContain("Continue");
    const answered = inputsIn(shown);
    if (shown.includes("Did you begin this application?")) answered.set("answer", "keep");
    const opened = await elsewhere.post("/application/resume", answered);
    expect([opened.status, opened.headers.get("location")]).toEqual([302, `/apply/${r.id}`]);
    r.client = elsewhere;
  }),
);

const submit = fc
  .tuple(fc.constantFrom<How[]>("well", "well", "well", "emptied"), fc.integer(), fc.boolean())
  .map(([how, seed, byScript]) =>
    command(`submit ${how}, ${byScript ? "with" : "without"} script, ${seed}`, async (m, r) => {
      if (m.status === "submitted" || m.furthest < m.steps.length) return;
      const tab = await r.open(m, review.code);
      change(m, tab, how, drawFrom(seed));
      await post(m, r, tab, "submit", byScript);
    }),
  );

const certificate = fc.boolean().map((removes) =>
  command(removes ? "take the certificate away" : "upload a certificate", async (m, r) => {
    const step = m.steps.find(({ code }) => code === "criminal_history");
    if (!step || m.status === "submitted" || m.furthest <= m.steps.indexOf(step)) return;
    const body = new FormData();
    body.set("attempt", crypto.randomUUID());
    if (removes) body.set("intent", "detach");
    else body.set("file", pdfFile("record.pdf"));
    const path = `/apply/${r.id}/upload/save?step=${step.code}&field=policeCertificateUrl`;
    const response = await r.client.post(path, body);
    const { url, revision } = (await response.json()) as { url: string | null; revision: number };
    expect(response.status).toBe(200);
    m.revisions[step.code] = revision;
    const { policeCertificateUrl: _, policeCertificateFilename: __, ...others } = m.metadata.step11 ?? {};
    const file = url ? { policeCertificateUrl: url, policeCertificateFilename: "record.pdf" } : {};
    if (url || m.metadata.step11) m.metadata.step11 = { ...others, ...file };
  }),
);

/** The end can be reached from everywhere: missing answers are given, the others stay. */
async function finish(m: Expected, r: Journey, g: Draw): Promise<void> {
  for (let tries = 0; m.status === "draft" && tries < 40; tries++) {
    const last = m.furthest === m.steps.length;
    const code = last
      ? (incompleteSteps(m).find((step) => step.code !== review.code)?.code ?? review.code)
      : codeOf(m, m.furthest - 1);
    const tab = await r.open(m, code);
    change(m, tab, "well", g);
    if (code === "criminal_history") tab.form.set("hasCriminalConvictions", "no");
    await post(m, r, tab, code === review.code ? "submit" : "next", true);
  }
  await look(m, r);
  expect(m.status).toBe("submitted");
}

test("[W-SAVE-3, W-SUBMIT-4, W-WIZ-11] a random journey loses no answer, reaches no dead end, and names everything missing", async () => {
  const commands = fc.commands([answer, answer, answer, hurry, jump, openTab, saveTab, resume, submit, certificate], {
    size: "max",
    maxCommands: 25,
  });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), commands, fc.integer(), async (isBahamian, walked, last) => {
      const r = new Journey(app);
      const m = await r.start(isBahamian);
      await fc.asyncModelRun(() => ({ model: m, real: r }), walked);
      await finish(m, r, drawFrom(last));
    }),
    runs,
  );
}, 580_000);
