import pg from "pg";
import { type AppServer, embeddedUrl } from "../test/harness/app-server.ts";
import { measure, signIn } from "./desk/desk.ts";
import { Person } from "./person.ts";
import type { Line } from "./table.ts";

/** 2,000 other cases, so that a missing index shows: each with 20 answered items, 50 messages and 40 files. */
const otherRows = [
  `insert into visa_applications (application_number, user_email, status, submitted_at)
   select 'BV26-OTHER-' || n, 'other' || n || '@mail.example', 'under_review', now() from generate_series(1, 2000) n`,
  ...fillings("application_number like 'BV26-OTHER-%'", { messages: 50, items: 20 }),
];

/** The messages, items, answers and files of some cases; each item is answered with two files. */
function fillings(condition: string, { messages, items }: { messages: number; items: number }): string[] {
  const cases = `(select id from visa_applications where ${condition}) a`;
  return [
    `insert into case_messages (application_id, side, body, answered_at, mailed_at, created_at)
     select a.id, (array['applicant', 'office'])[1 + n % 2]::case_side, repeat('When is my interview? ', 1 + n % 20),
       now(), now(), now() - n * interval '1 hour' from ${cases}, generate_series(1, ${messages}) n`,
    `insert into case_requests (application_id, admin_email) select a.id, 'desk@lucaya.example' from ${cases}`,
    `insert into case_request_items (request_id, application_id, position, kind, name, reason, state)
     select r.id, a.id, n, 'document', 'Bank statement ' || n, 'The one that we have is from last year.', 'accepted'
     from ${cases} join case_requests r on r.application_id = a.id, generate_series(1, ${items}) n`,
    `insert into case_item_answers (item_id, application_id, outcome, decided_at)
     select i.id, a.id, 'accepted', now() from ${cases} join case_request_items i on i.application_id = a.id
     where i.state = 'accepted'`,
    `insert into documents (application_id, case_item_id, case_answer_id, document_type, document_name, storage_key,
       content_type, byte_size, sha256)
     select a.id, w.item_id, w.id, 'supporting_document', 'statement ' || n || '.pdf', gen_random_uuid(),
       'application/pdf', 200000, repeat('0', 64)
     from ${cases} join case_item_answers w on w.application_id = a.id, generate_series(1, 2) n`,
  ];
}

/**
 * The cost of a case with 500 messages and 40 files: its pages for applicant and desk, as documents and as data for the
 * script, and the poll that an open page sends every five seconds. The goal is that of the desk's lists.
 */
export async function measureCase(app: AppServer): Promise<Line[]> {
  const person = new Person(app.url);
  await person.start();
  await person.fillIn();
  await person.submit();
  const client = new pg.Client({ connectionString: embeddedUrl(app.dataDir) });
  await client.connect();
  try {
    const own = fillings(`id = '${person.id}'`, { messages: 500, items: 20 });
    for (const statement of [...otherRows, ...own, "vacuum analyze"]) await client.query(statement);
  } finally {
    await client.end();
  }
  const [page, desk] = [`/apply/${person.id}`, `/admin/applications/${person.id}`];
  const asHolder = [
    { what: "the page, the whole document", paths: [page] },
    { what: "the page", paths: [`${page}.data`] },
    { what: "earlier messages", paths: [`${page}/messages.data`] },
    { what: "whether anything has changed", paths: [`${page}/changes`] },
  ];
  const asStaff = [
    { what: "at the desk, the whole document", paths: [desk] },
    { what: "at the desk", paths: [`${desk}.data`] },
    { what: "whether anything has changed, at the desk", paths: [`${desk}/changes`] },
  ];
  const staff = await signIn(app);
  const once = async () => {
    const lines: Line[] = [];
    for (const question of asHolder) lines.push(await measure(app, person.cookie, question));
    for (const question of asStaff) lines.push(await measure(app, staff, question));
    return lines;
  };
  // Not counted: the app's code isn't compiled yet.
  await once();
  return once();
}
