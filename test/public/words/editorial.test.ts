import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { nextStepTexts } from "~/applications/status/status-words";
import { knownSteps } from "~/applications/steps/registry";
import { compose, type MailKind } from "~/mail/templates";
import { serviceId } from "../../harness/applicants/listed-steps";
import { linesOf, pageThat, readPage } from "../../harness/page-text";
import { sharedApp } from "../../harness/shared";

/** A line of the list of corrections: where its words stand, those that went, and those that took their place. */
type Line = { where: string; now: string; better: string };
const parts = new Map<string, Line[]>();
for (const part of readFileSync("docs/product/editorial.md", "utf8").split("\n## ").slice(1)) {
  const [title = "", ...rows] = part.split("\n");
  const cells = rows.filter((row) => row.startsWith("| ") && !row.startsWith("| where")).map((row) => row.split(" | "));
  const lines = cells.map(([where = "", now = "", better = ""]) => ({ where: where.slice(2), now, better }));
  parts.set(title.trim(), lines);
}

/** Proven by a test of its own, as it takes more than words, or by what is built with a later issue. */
const elsewhere: Record<string, string> = {
  "Our team will review your information and get back to you within 24 hours.": "inquiry.test.ts, L-FACT-12",
  "$385 in total": "card-words.test.ts: a share picture",
  "$750,000+": "facts.test.ts, L-FACT-17: as delivered no day is set",
  "Antarctica (under Nationality)": "countries.test.ts, N-CTRY-6",
  "later, in reply to our confirmation mail.": "certificate-later.test.ts, C-MISS-1: a page of a draft",
  "Your application is complete and with us. For the moment there is nothing that you need to do.":
    "certificate-later.test.ts, C-MISS-3",
};

type Case = { at?: string[]; says?: string[] };
/** Lines whose words have a figure of now, an instruction, or a place that is no address. */
const cases: Record<string, Case> = {
  "Within 24 hours. Our office in Nassau is open Monday to Friday from 9 to 5 and Saturday from 10 to 3, Eastern time, and closed on Sunday.":
    {
      says: [
        "Within one business day. Our office in Nassau is open Monday–Friday 9 am–5 pm and Saturday 10 am–3 pm, Nassau time (EST, in summer EDT), and closed on Sunday.",
      ],
    },
  "Total price": { at: ["/visa/us-travel-b1-b2-visa"], says: ["$385", "$200 to us + $185 to the embassy"] },
  "5-7 business days": { at: ["everywhere", "/visa/bahamian-evisa"] },
  "7-14 days, plus interview wait": { at: ["everywhere", "/visa/us-travel-b1-b2-visa"] },
  "$2,350": {
    at: ["/visa/barbados-welcome-stamp", "/", "/services"],
    says: ["From $2,350", "$350 to us + $2,000 to the government of Barbados, after approval"],
  },
  "to and from 150+ countries, with a 99% approval rate.": {
    says: ["from 150+ countries. Of the applications we filed, 2010–2025, 99% were approved."],
  },
  "Medical certificate issued recently": {
    at: ["/visa/bahamas-work-visa", "/visa/permit-to-reside", "/visa/permanent-residence"],
  },
  "Biometrics (fingerprints and photograph)": {
    says: [
      "Passport copy",
      "Passport photograph",
      "Proof of status in the Bahamas",
      "Travel itinerary",
      "Proof of funds",
    ],
  },
  "We are seven people with one habit: every page is checked by a person who knows how it will be read on the other side of the desk.":
    {
      at: ["/"],
      says: ["Seven people in Nassau, one consultant to a case, from the first message to the decision."],
    },
  "checked by a consultant, filed the same working day, valid up to 5 years.": {
    says: ["checked by a consultant, ready to file the same business day, valid up to 5 years or passport expiry."],
  },
  "You can start anew at any time.": { at: ["/apply/start?deleted=1"] },
  "Your private link is in our mail; we can also send you a new one.": { at: ["/apply/start?missing=1"] },
  "Read what they say before you decide.": { says: [] },
  "A consultant in Nassau reads it and gets back to you within 24 hours.": {
    says: ["A consultant in Nassau reads it and gets back to you by Monday, November 23, 5 pm in Nassau."],
  },
};

const squeezed = (text: string) => text.replace(/\s+/g, "");

const read = new Map<string, Promise<string>>();
const app = await sharedApp();
const someService = await serviceId(app, "bahamian-evisa");

/** All words of a page, without blanks: elements part words as they like. */
async function pageAt(path: string): Promise<string> {
  return squeezed(linesOf((await readPage(app, path)).html).join(" "));
}

const inquiry = { name: "Ann", email: "ann@mail.test", message: "A trip.", reference_number: "BV26-7K3M-9QXD" };
const mail = (kind: MailKind) => {
  const data = { ...inquiry, phone: "1", country: "Haiti", service_interested: "A visa" };
  const own = () => "https://lucaya.test/";
  const links = {
    ...{
      resume: "",
      notMe: "",
      change: "",
      confirm: "",
      unsubscribe: "",
      stopReminders: "",
      reset: "",
      invite: "",
      erase: "",
      ownData: "",
      consultationConfirm: "",
      consultation: "",
    },
    pay: "",
    all: [],
    desk: own,
  };
  const sender = { name: "Lucaya", phone: "1", email: "hello@lucaya.example", address: [] };
  return JSON.stringify(compose(kind, { ...data, promised_by: "Monday, November 23, 5 pm" }).letter(links, sender));
};

/** What is said somewhere, by the name of the place in the list, without blanks. */
async function readTextAt(where: string): Promise<string> {
  if (where === "everywhere") return (await Promise.all((await everyPath()).map(textAt))).join(" ");
  if (where.startsWith("wizard")) return squeezed(JSON.stringify(knownSteps));
  if (where.startsWith("mail")) return squeezed(mail(/[a-z]+_[a-z_]+/.exec(where)?.[0] as MailKind));
  if (where.startsWith("status")) return squeezed(Object.values(nextStepTexts).join(" "));
  return pageAt(where === "/apply?service=" ? `${where}${someService}` : where);
}
function textAt(where: string): Promise<string> {
  const known = read.get(where) ?? readTextAt(where);
  read.set(where, known);
  return known;
}

async function everyPath(): Promise<string[]> {
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = ""]) => address.replace(app.url, "") || "/");
}

/** Places of the list that name a kind of page stand for one of it. */
const examples: Record<string, string> = {
  "/visa/{slug}": "/visa/us-travel-b1-b2-visa",
  "/visa/{slug} with tiers": "/visa/uk-visitor-visa",
  "/blog/{slug}": "/blog/after-a-refusal",
  "/apply/{id}": "status",
};
function wheresOf({ where, now }: Line): string[] {
  const casePath = cases[now]?.at;
  if (casePath && !where.startsWith("cards")) return casePath;
  if (where.startsWith("wizard") || where.startsWith("mail")) return [where];
  if (where.startsWith("404")) return ["/no-such-page"];
  // What they say is proven in card-words.test.ts.
  if (where.startsWith("share pictures")) return [];
  const paths = [...where.matchAll(/`([^`]*)`( with tiers)?/g)]
    .filter(([, name = ""]) => name.startsWith("/"))
    .map(([, path = "", tiers = ""]) => path + tiers);
  return (paths.length > 0 ? paths : ["/services"]).map((path) => examples[path] ?? path);
}

/** What is wrong with a line: words that still stand somewhere, or better ones that do not. */
async function problemsOf(line: Line): Promise<string[]> {
  const { now, better } = line;
  const { says = [better === "(stays)" ? now : better] } = cases[now] ?? {};
  const stays = says.some((phrase) => phrase.includes(now));
  const texts = await Promise.all(wheresOf(line).map(async (place) => ({ place, words: await textAt(place) })));
  return texts.flatMap(({ place, words }) => [
    ...(words.length < 100 ? [`${place} is empty`] : []),
    ...(!stays && words.includes(squeezed(now)) ? [`${place}, now: ${now}`] : []),
    ...(place === "everywhere" ? [] : says.filter((phrase) => !words.includes(squeezed(phrase)))).map(
      (phrase) => `${place}, better: ${phrase}`,
    ),
  ]);
}

// The rest is proven with L-WORDS-3 and L-WORDS-4.
const ours = [...parts].filter(([title]) => title !== "Privacy and terms");

describe("the list of text corrections", () => {
  test("[L-WORDS-1] every line of the list is read", () => {
    expect(ours.map(([, lines]) => lines.length)).toEqual([26, 11, 23, 11, 14, 26]);
    const known = new Set(ours.flatMap(([, lines]) => lines.map(({ now }) => now)));
    expect([...Object.keys(cases), ...Object.keys(elsewhere)].filter((now) => !known.has(now))).toEqual([]);
  });

  test.each(ours)("[L-WORDS-1] every correction of %s is made where the list says", async (_, lines) => {
    const problems = await Promise.all(lines.filter(({ now }) => !(now in elsewhere)).map(problemsOf));
    expect(problems.flat()).toEqual([]);
  });

  test("[L-WORDS-1] reviews are recommended only if there are some", async () => {
    await app.query(
      "insert into google_reviews (author_name, rating, review_text, review_date) values ('Ann', 5, 'Good.', current_date)",
    );
    await app.query("insert into reviews_metadata (average_rating, total_reviews) values (5, 1)");
    const leadText = "Read what they say before you decide.";
    const page = await pageThat(app, "/about", ({ html }) => html.includes(leadText));
    expect(page.screen.getByText(/Read what they say before you decide\./).textContent).toContain("1 verified");
  });

  test("[L-WORDS-1] the eVisa's page and its service's page list the same four steps", async () => {
    const [page, service] = await Promise.all(["/bahamian-evisa", "/visa/bahamian-evisa"].map(pageAt));
    for (const step of ["Apply online", "We check your file", "Filing and government fee", "Receive your e-visa"])
      for (const text of [page, service]) expect(text).toContain(squeezed(step));
  });
});
