import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { describe, expect, test } from "vitest";
import { emptyDataDir, startApp } from "../../test/harness/app-server";
import { isThere, needsDebian } from "../../test/harness/debian-packages";
import { signIn } from "../../test/harness/desk/desk";
import { ocrFont } from "../../test/harness/fakes/passport-pages";
import { queueIsDone } from "../../test/harness/queue";
import { barred, contacts, marked, marks, onPage, searched } from "./marked";
import { readPage } from "./read-page";
import { erase, putAway, setUpFactors, take } from "./rights";
import { apply, inquire, type Walk, work } from "./walk";
import { type Seen, WatchedVisitor } from "./watched";

/** Those of the case before it is restricted, which takes them away, and all that are there at the end. */
const mails: Email[] = [];

const DATA_DIR = await emptyDataDir();
const app = await startApp({ TRUST_PROXY: "yes", LOG_LEVEL: "trace", DATA_DIR });
const [person, desk] = [new WatchedVisitor(app), new WatchedVisitor(app, await signIn(app))];
const walk: Walk = { app, person, desk };
await inquire(walk);
const id = await apply(walk);
const dumps = isThere(ocrFont) ? await readPage(walk) : undefined;
await work(walk, id);
await queueIsDone(app, "");
// Looked at again, with everything in it.
await desk.get(`/admin/applications/${id}`);
await desk.get("/admin/emails");
mails.push(...(await writtenMails()));
await take(walk, id);
await putAway(walk, id);
await erase(walk);
await setUpFactors(walk);
await queueIsDone(app, "");
await desk.get("/admin/emails");
mails.push(...(await writtenMails()));
const metrics = await app.metrics();

const markerIn = (value: string) => {
  const plain = decoded(value).toLowerCase();
  return marks.find((mark) => plain.includes(mark.toLowerCase()));
};
/** An address of a search of the desk, or its query as a hidden field has it, without the word that is searched for. */
function withoutSearch(value: string): string {
  const [, path, query] = /^(\/admin\/[^?]*\?|\??)([^#]*q=[^#]*)(#[\w-]*)?$/.exec(value) ?? [];
  if (path === undefined) return value;
  const params = new URLSearchParams(query);
  if (params.get("q") === searched) params.delete("q");
  return `${path}${params}`;
}
/** What opens a mail program or a phone at the desk, with the address or number alone (docs/security.md). */
const isContact = ({ at, what, value }: Seen) =>
  / \/admin\//.test(at) && what === "a href" && /^(mailto:[^?]+|tel:\+?\d+)$/.test(value);

describe("journeys with marked values and failures", () => {
  test("[V-LEAK-1] no line of the log and no metric contains a marked value", () => {
    const lines = app.output().split("\n");
    expect(lines.length).toBeGreaterThan(60);
    expect(app.output(), "the failures are there").toContain("query failed");
    expect(metrics).toContain("http_requests");
    for (const marker of marks) {
      const line = lines.find((line) => line.toLowerCase().includes(marker.toLowerCase()));
      expect(line, `the log holds ${marker}`).toBeUndefined();
      expect(metrics.toLowerCase(), `the metrics hold ${marker}`).not.toContain(marker.toLowerCase());
    }
  });

  test("[V-LEAK-2] no URL, link, redirect, form action, hidden field or header contains a marked value, except a search term in its URL and mailto: and tel: at the desk", () => {
    const seen = [...walk.person.seen, ...walk.desk.seen];
    expect(seen.length).toBeGreaterThan(300);
    const found = seen.flatMap((sighting) => {
      const value = sighting.at.includes(`q=${searched}`) ? withoutSearch(sighting.value) : sighting.value;
      const mark = markerIn(value);
      if (!mark || (isContact(sighting) && contacts.includes(mark))) return [];
      return [`${sighting.at}: ${sighting.what} holds ${mark}: ${sighting.value}`];
    });
    expect([...new Set(found)]).toEqual([]);
    expect(seen.filter(isContact).length, "the desk's own links are there").toBeGreaterThan(0);
  });
});

describe("a passport page that was read", () => {
  needsDebian(ocrFont);

  test("[V-LEAK-1, U-MRZ-9] until it is used nothing of it is in the database unencrypted, and then only as answers", () => {
    const { read, used } = dumps ?? expect.unreachable();
    expect(read, "it was read").toContain("sealed:1:");
    const besideAnswers = used
      .split("\n")
      .filter((row) => /^(?:job|attempts|admin_activity_log|email_notifications|undo_offers|limit_counts) /.test(row));
    expect(besideAnswers.length).toBeGreaterThan(10);
    for (const value of Object.values(onPage)) {
      expect(read.toLowerCase(), value).not.toContain(value.toLowerCase());
      expect(besideAnswers.join("\n").toLowerCase(), value).not.toContain(value.toLowerCase());
    }
    expect(used).toContain(onPage.lastName);
    expect(used).not.toContain(onPage.passportNumber);
  });
});

test("[V-LEAK-3] no mail contains a passport or book number, a date of birth, a text on health, arrests or convictions, or an applicant's file", async () => {
  const subjects = [...new Set(mails.map(({ subject = "" }) => subject))];
  expect(subjects.length, subjects.join(" | ")).toBeGreaterThan(14);
  for (const { subject = "", text = "", html = "", attachments } of mails) {
    const whole = [subject, text, html].join("\n").toLowerCase();
    for (const value of barred) expect(whole.includes(value.toLowerCase()), `${subject} holds ${value}`).toBe(false);
    for (const { filename, content } of attachments) {
      expect(Object.values(marked.files), subject).not.toContain(filename);
      const bytes = typeof content === "string" ? content : new TextDecoder("latin1").decode(content);
      expect(bytes.startsWith("%PDF-1.4"), `${subject} brings a file of theirs`).toBe(false);
    }
  }
});

/** Every mail that was sent or written to a file. */
async function writtenMails(): Promise<Email[]> {
  const folder = join(app.dataDir, "outbox");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}
