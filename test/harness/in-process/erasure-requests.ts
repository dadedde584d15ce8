import { expect } from "vitest";
import { makeLinks } from "~/mail/links/make-links.server";
import { requestErasure } from "~/privacy/requests/ask-erasure.server";
import { confirmErasure } from "~/privacy/requests/confirm-erasure.server";
import { listErasureRequests } from "~/privacy/requests/read-requests.server";
import type { Applicant } from "../applicants/in-process";
import type { TestDatabase } from "./test-database";

export const address = "203.0.113.5";
/** Actions on erasure requests, by their applicant. */
export function erasureRequestsOf(database: TestDatabase, applicant: () => Applicant) {
  /** The token of the newest confirmation mail. */
  async function mailedToken(): Promise<string> {
    const [mail] = await database.query<{ to: string; data: { group: string } }>(
      `select recipient_email as "to", template_data as data from email_notifications
     where email_type = 'erasure_confirm' order by created_at desc limit 1`,
    );
    const links = await makeLinks(
      ["erase"],
      { recipientEmail: mail?.to ?? "", templateData: mail?.data ?? {} },
      undefined,
    );
    if (typeof links === "string") throw new Error(links);
    return new URL(links.erase).searchParams.get("token") ?? "";
  }
  const requestOf = async (id: string) =>
    (await listErasureRequests()).requests.find(({ subject }) => subject.id === id);

  /** A confirmed request; returns its id. */
  async function confirmed(id: string, reason = ""): Promise<string> {
    expect(await requestErasure(applicant().context(id), id, reason)).toEqual({ ok: true });
    expect(await confirmErasure(await mailedToken(), address)).toMatchObject({ state: "used" });
    return (await requestOf(id))?.id ?? "";
  }

  /** A case decided by staff so many years ago. */
  async function decidedCase(years = 0, status = "approved") {
    const id = await applicant().ready();
    await applicant().submit(id);
    await database.query("update visa_applications set status = $2::application_status where id = $1", [id, status]);
    await database.query(
      `insert into application_status_history (application_id, from_status, to_status, created_at)
     values ($1, 'submitted', $2::application_status, now() - make_interval(years => $3))`,
      [id, status, years],
    );
    return id;
  }

  return { mailedToken, requestOf, confirmed, decidedCase };
}
