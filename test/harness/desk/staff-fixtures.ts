import { invoiceFactsOf } from "../../../app/cases/invoices/tests/pdf-facts";
import { type AppServer, admin } from "../app-server";
import { upload } from "../applicants/uploads";
import { HttpClient, until } from "../http-client";
import { wake } from "../queue";
import { insertEvent, insertOffer, insertSignature, publishAgreement } from "./agreements";
import { insertAppointment } from "./appointments";
import { consultationFixtures } from "./consultation-fixtures";
import { datedFixtures } from "./dated-fixtures";
import { signIn } from "./desk";
import {
  approveWithKeyDate,
  clientFixtures,
  insertInvitation,
  insertTask,
  insertUndelivered,
  uncheckedAnswersOf,
} from "./fixture-rows";
import { forgetLinkChecks, holdLinkChecks } from "./link-checks";
import { letUndoPass } from "./undo";

/** Part of everything that only staff may read. */
export const secretName = "Zephyrine";

/** One of everything that staff can see or change; what an action uses up is created again for each request. */
export type StaffFixtures = {
  superAdmin: HttpClient;
  application: string;
  document: string;
  password: string;
  next: () => number;
  service: () => Promise<string>;
  inquiry: () => Promise<string>;
  client: () => Promise<string>;
  /** An import that was checked and whose file is gone. */
  clientImport: () => Promise<string>;
  /** A new person with one inquiry, or one merged into another. */
  person: () => Promise<string>;
  joined: () => Promise<string>;
  /** The only record of a new person. */
  recordOfPerson: () => Promise<string>;
  review: () => Promise<string>;
  /** A published post, and a subscriber who has not had it as an issue, which isn't being sent. */
  issue: () => Promise<string>;
  /** Sets the last issue to sending, without a due batch. */
  sending: () => Promise<void>;
  note: () => Promise<string>;
  /** A draft, as in the list's form. */
  draft: () => Promise<{ draft: string }>;
  /** A draft that staff started. */
  begunAtDesk: () => Promise<string>;
  mail: () => Promise<string>;
  /** An unverified email that names the application, or one in the thread of the newest inquiry. */
  receivedMail: (state: "unverified" | "in_thread") => Promise<string>;
  /** A file without a date, whose document has a date rule. */
  datedDocument: () => Promise<{ document: string; day: string; seen: string }>;
  /** A new pricing tier of the application's service. */
  tier: () => Promise<{ tier: string }>;
  /** A charge of the application; returns the number of its receipt. */
  charge: () => Promise<string>;
  receipt: () => Promise<string>;
  /** An open invoice over a charge of its own. */
  invoice: () => Promise<string>;
  /** The number of another one. */
  invoiceNumber: () => Promise<string>;
  /** Another one, with a pay link at an allowed host. */
  linkedInvoice: () => Promise<string>;
  /** A payment on no invoice. */
  payment: () => Promise<string>;
  /** A new consultation with its inquiry, in two days. */
  consultation: () => Promise<string>;
  beginConsultations: () => Promise<unknown>;
  /** A blocked time of the super admin, who takes no consultations then. */
  block: () => Promise<string>;
  /** A new appointment of the application. */
  appointment: () => Promise<string>;
  /** A new task of the application, as its forms send it. */
  task: (state: "open" | "done") => Promise<{ task: string; revision: string }>;
  /** Approves the application, with one key date alone; returns its id. */
  keyDate: (state: "settled" | "suspended" | "counts") => Promise<string>;
  /** A key date of a case of its own, whose reminder was not delivered. */
  undelivered: () => Promise<string>;
  /** Resets the application to submitted, without a decision. */
  undecided: () => Promise<unknown>;
  /** The ids of unchecked answers, as the form of a final status names them. */
  uncheckedAnswers: () => Promise<string>;
  /**
   * A signed agreement of the application; `renewed`: with a newer text published; `another`: with another agreement
   * chosen for its service.
   */
  agreement: (
    state: "signed" | "countersigned" | "renewed" | "another",
  ) => Promise<{ signature: string; sha256: string }>;
  /** Places or removes a legal hold on the application. */
  hold: (isActive: boolean) => Promise<void>;
  /** A shared view of another admin. */
  view: () => Promise<string>;
  /** Sets a due date for every application and inquiry. */
  dateAll: () => Promise<void>;
  /** A question to the applicant, answered or not; further requests are possible. */
  request: (state: "open" | "sent") => Promise<{ item: string; answer: string }>;
  admin: (active: boolean) => Promise<string>;
  /** An open invitation of somebody else. */
  invitation: () => Promise<string>;
  /** A call of send-email that names the application and its applicant. */
  letter: Record<string, unknown>;
  question: () => Promise<string>;
  /** Resets the limit of syncs with Google. */
  forgetSyncs: () => Promise<void>;
  /** Resets the setting, so that saving it is a change. */
  forgetFactorNeeded: () => Promise<void>;
  /** Prevents requested link checks from starting, until the next `rest`. */
  holdLinkChecks: () => Promise<unknown>;
  /** Waits until the queue is idle: pending mails, a migration of all applications. */
  rest: () => Promise<void>;
};

const agreementFixtures = (app: AppServer, id: string): Pick<StaffFixtures, "agreement"> => ({
  agreement: async (state) => {
    await makeUndecided(app, id);
    const [of] = await app.query<{ service: string }>(
      "select visa_service_id as service from visa_applications where id = $1",
      [id],
    );
    const publish = () => publishAgreement(app, of?.service ?? "", { blocks: [{ paragraphs: ["We act for you."] }] });
    const sha256 = crypto.randomUUID();
    const offer = await insertOffer(app, id, state === "renewed" ? { template_id: await publish() } : {});
    const signature = await insertSignature(app, offer, { sha256 });
    if (state === "countersigned") await insertEvent(app, signature, { kind: "countersigned" });
    if (state === "renewed") await app.query("update agreement_templates set version = version + 1");
    if (state === "another") await publish();
    return { signature, sha256 };
  },
});

const makeUndecided = (app: AppServer, id: string) =>
  app.query("update visa_applications set status = 'submitted', filed_on = null where id = $1", [id]);

const ledgerFixtures = (
  firstId: (text: string, values?: unknown[]) => Promise<string>,
  application: string,
  next: () => number,
) => ({
  charge: () =>
    firstId(
      `insert into ledger_entries (application_id, kind, amount, payee, name, created_at)
       values ($1, 'charge', 1, 'us', $2, clock_timestamp()) returning id`,
      [application, secretName],
    ),
  receipt: () =>
    firstId(
      `insert into ledger_entries (application_id, kind, amount, name, method, paid_on, receipt_number, created_at)
       values ($1, 'payment', 1, 'Payment', 'cash', '2026-01-05', $2, clock_timestamp()) returning receipt_number as id`,
      [application, `LR-2020-${String(next()).padStart(6, "0")}`],
    ),
  invoice: () => firstId(anInvoice("select invoice_id as id from lines"), invoiceValues(application, next())),
  invoiceNumber: () => firstId(anInvoice("select number as id from made"), invoiceValues(application, next())),
  linkedInvoice: () =>
    firstId(
      anInvoice(`, allowed as (
         insert into site_settings (key, value) values ('pay_link_hosts', '["pay.example.com"]')
         on conflict (key) do update set value = excluded.value
       )
       insert into pay_links (invoice_id, application_id, url, host, amount, admin_email)
       select id, $1, 'https://pay.example.com/first', 'pay.example.com', 1, 'made@admins.example' from made
       returning invoice_id as id`),
      invoiceValues(application, next()),
    ),
  payment: () =>
    firstId(
      `insert into ledger_entries (application_id, kind, amount, name, method, paid_on, created_at)
       values ($1, 'payment', 1, 'Payment', 'cash', '2026-01-05', clock_timestamp()) returning id`,
      [application],
    ),
});

/** Inserts an invoice over a charge of its own; `last` is the statement's end. */
const anInvoice = (last: string) => `
  with charged as (
    insert into ledger_entries (application_id, kind, amount, payee, name, created_at)
    values ($1, 'charge', 1, 'us', 'Courier', clock_timestamp()) returning id
  ), made as (
    insert into invoices (application_id, kind, number, facts, amount, issued_on, due_on, admin_email)
    values ($1, 'invoice', $2, $3, 1, '2026-01-05', '2026-01-19', 'made@admins.example') returning id, number
  ), opened as (
    insert into open_invoices (invoice_id, application_id, due_on, open) select id, $1, '2026-01-19', 1 from made
  ), lines as (
    insert into invoice_lines (invoice_id, entry_id) select made.id, charged.id from made, charged returning invoice_id
  ) ${last}`;
const invoiceValues = (application: string, n: number) => [
  application,
  `LI-2020-${String(n).padStart(6, "0")}`,
  JSON.stringify(invoiceFactsOf()),
];

export async function makeStaffFixtures(app: AppServer): Promise<StaffFixtures> {
  const superAdmin = await signIn(app);
  const applicant = new HttpClient(app);
  const email = "zephyrine@mail.example";
  const [service] = await app.query<{ id: string }>("select id from visa_services where slug = 'us-travel-b1-b2-visa'");
  const application = await applicant.start(email, { service: service?.id ?? "" });
  await applicant.fillIn(application, { applicant_info: { firstName: secretName } });
  const sent = await upload(applicant, application);
  if (sent.status !== 200) throw new Error(`No document: ${sent.status}`);
  await applicant.submit(application);
  const firstId = async (text: string, values: unknown[] = []) => {
    const [row] = await app.query<{ id: string }>(text, values);
    if (!row) throw new Error(`Nothing was made: ${text}`);
    return row.id;
  };
  let count = 0;
  const next = () => ++count;
  // Among the first, so that moving one to the end always changes the order.
  const newService = () =>
    firstId(`insert into visa_services (service_name, slug, display_order) values ($1, $2, 0) returning id`, [
      `Service of the matrix ${next()}`,
      `service-of-the-matrix-${count}`,
    ]);
  const inquiry = () =>
    firstId(
      `insert into visa_inquiries (full_name, email, phone, visa_service, nationality, residence_country,
         passport_expiry_date, travel_date, purpose, privacy_consent)
       values ($1, $2, '+1 242 555 0100', 'Canadian eTA', 'BS', 'BS', '2031-05-01', '2027-08-20', 'A visit', true) returning id`,
      [`${secretName} ${next()}`, email],
    );
  const person = async () =>
    firstId(
      `with made as (insert into people (name) values ($1) returning id)
       insert into person_records (person_id, inquiry_id, name, email, phones, keys, ties, contact_at)
       select id, $2, $1, '', '{}', '{}', '{}', now() from made returning person_id as id`,
      [`${secretName} ${next()}`, await inquiry()],
    );
  const admins = (active: boolean) =>
    firstId(
      `with u as (insert into "user" (id, name, email, email_verified) values ($1, $2, $2, true) returning id)
       insert into admin_users (user_id, email, role, is_active) select id, $2, 'regular_admin', $3 from u returning id`,
      [crypto.randomUUID(), `other${next()}@lucaya.example`, active],
    );
  const mailOf = () =>
    firstId(
      `insert into email_notifications (recipient_email, recipient_name, subject, email_type, template_name, template_data, status, application_id, message_id)
       select recipient_email, $2, subject, email_type, template_name, template_data, 'sent', application_id, gen_random_uuid()::text
       from email_notifications where application_id = $1 and email_type = 'application_submitted' limit 1 returning id`,
      [application, secretName],
    );
  return {
    superAdmin,
    application,
    document: await firstId("select id from application_documents where application_id = $1", [application]),
    password: admin.password,
    next,
    question: () =>
      firstId("insert into faqs (question, answer, category) values ($1, 'Yes.', 'Matrix') returning id", [
        `Question of the matrix ${next()}?`,
      ]),
    service: newService,
    inquiry,
    ...clientFixtures(app, () => ({ name: `${secretName} ${next()}`, email })),
    person,
    joined: async () =>
      firstId("update people set joined_into = $1 where id = $2 returning id", [await person(), await person()]),
    recordOfPerson: async () =>
      firstId("select inquiry_id as id from person_records where person_id = $1", [await person()]),
    issue: async () => {
      await app.query("update newsletter_issues set state = 'stopped'");
      await app.query("delete from limit_counts where key like 'newsletter test%'");
      await app.query("insert into newsletter_subscribers (email, confirmed_at) values ($1, now())", [
        `reader${next()}@mail.test`,
      ]);
      return firstId("select id from blog_posts where published order by slug limit 1");
    },
    sending: async () => {
      await app.query("delete from pgboss.job where name = 'newsletter.send-batch'");
      await app.query("update newsletter_issues set state = 'sending', ended_at = null");
    },
    review: () =>
      firstId(
        `insert into google_reviews (google_id, author_name, rating, review_text, review_date, is_visible)
         values ($1, $2, 5, 'Kind', now(), true) returning id`,
        [`matrix-${next()}`, secretName],
      ),
    note: () =>
      firstId(
        "insert into application_notes (id, application_id, body, author_email) values ($1, $2, $3, 'desk@lucaya.example') returning id",
        [crypto.randomUUID(), application, secretName],
      ),
    draft: async () => {
      const text = "insert into visa_applications (application_number, user_email) values ($1, $2) returning id";
      return { draft: await firstId(text, [`DRAFT-${next()}`, email]) };
    },
    begunAtDesk: () =>
      firstId(
        "insert into visa_applications (application_number, user_email, begun_at_desk) values ($1, $2, true) returning id",
        [`DESK-${next()}`, email],
      ),
    ...{ mail: mailOf, receivedMail: receivedMailOf(app, application) },
    appointment: () => insertAppointment(app, application),
    task: (state) => insertTask(app, application, state),
    ...{ ...consultationFixtures(app, inquiry), ...datedFixtures(firstId, service?.id, application) },
    tier: async () => {
      const text = `insert into visa_pricing_tiers (service_id, tier_name, total_price, display_order)
        select $1, $2, 100, count(*) from visa_pricing_tiers where service_id = $1 returning id`;
      return { tier: await firstId(text, [service?.id, crypto.randomUUID()]) };
    },
    ...ledgerFixtures(firstId, application, next),
    view: async () =>
      firstId(
        `insert into saved_views (admin_id, list, name, search, is_shared)
         values ($1, 'applications', $2, '', true) returning id`,
        [await admins(true), `View of another ${next()}`],
      ),
    dateAll: async () => {
      await app.query("update visa_applications set due_on = '2029-05-05'");
      await app.query("update visa_inquiries set due_on = '2029-05-05'");
    },
    hold: async (isActive) => {
      await app.query("delete from legal_holds where application_id = $1", [application]);
      if (!isActive) return;
      const placed =
        "insert into legal_holds (application_id, reason, placed_by) values ($1, 'A court asked', 'a@lucaya.example')";
      await app.query(placed, [application]);
    },
    ...{ ...keyDateFixtures(app, application, next), ...agreementFixtures(app, application) },
    undecided: () => makeUndecided(app, application),
    uncheckedAnswers: () => uncheckedAnswersOf(app, application),
    request: async (state) => {
      await app.query("update visa_applications set status = 'submitted' where id = $1", [application]);
      const item = await firstId(
        `with r as (insert into case_requests (application_id) values ($1) returning id)
         insert into case_request_items (request_id, application_id, position, kind, name, reason, state)
         select id, $1, 0, 'question', $2, $3, $4::case_item_state from r returning id`,
        [application, `Question ${next()}`, secretName, state],
      );
      const answers = "insert into case_item_answers (item_id, application_id) values ($1, $2) returning id";
      return { item, answer: state === "sent" ? await firstId(answers, [item, application]) : "" };
    },
    admin: admins,
    invitation: () => insertInvitation(app, `invited${next()}@lucaya.example`),
    letter: {
      to: email,
      toName: secretName,
      templateName: "status_update",
      emailType: "status_update",
      applicationId: application,
      templateData: {
        name: secretName,
        email,
        applicationNumber: "BV26-0000-0000",
        newStatus: "approved",
        statusMessage: "Welcome",
        applicationId: application,
      },
    },
    forgetFactorNeeded: async () => {
      await app.query("delete from site_settings where key = 'second_factor_for'");
    },
    forgetSyncs: async () => {
      await app.query("delete from limit_counts where key like 'review sync%'");
    },
    holdLinkChecks: () => holdLinkChecks(app),
    rest: () => waitUntilIdle(app),
  };
}

const receivedMailOf = (app: AppServer, application: string) => async (state: "unverified" | "in_thread") => {
  const [mail] = await app.query<{ id: string }>(
    `insert into received_mails (application_id, inquiry_id, state, why, sender, sender_name, subject, body)
     select case $2 when 'unverified' then $1::uuid end,
       case $2 when 'in_thread' then (select id from visa_inquiries order by created_at desc limit 1) end,
       $2, 'another_sender', 'other@mail.example', $3, 'Question', 'Hello' returning id`,
    [application, state, secretName],
  );
  return mail?.id ?? "";
};

const keyDateFixtures = (
  app: AppServer,
  application: string,
  next: () => number,
): Pick<StaffFixtures, "keyDate" | "undelivered"> => ({
  keyDate: (state) => approveWithKeyDate(app, application, state),
  undelivered: () => insertUndelivered(app, `REMINDED-${next()}`),
});

async function waitUntilIdle(app: AppServer): Promise<void> {
  await forgetLinkChecks(app);
  await until("nothing is on its way", async () => {
    const rows = await app.query(
      `select 1 from migration_runs where state = 'running'
       union all select 1 from client_imports where state = 'running'
       union all select 1 from email_notifications where status = 'pending'`,
    );
    if (rows.length === 0) return true;
    await letUndoPass(app);
    await wake(app, "mail.send");
    return false;
  });
}
