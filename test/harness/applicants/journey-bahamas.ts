import { standardSteps, stepByCode } from "../../../app/applications/steps/registry";
import type { AppServer } from "../app-server";
import { HttpClient } from "../http-client";
import { asFile, type Chosen } from "./journey-files";
import { serviceId } from "./listed-steps";

const addOns = ["bahamas_employment", "family_relatives", "criminal_history", "accommodation", "dependents"];

/** The thirteen steps of a Bahamas service, in order. */
export const bahamasSteps = [
  ...standardSteps.slice(0, 7),
  ...addOns.flatMap((code) => stepByCode(code) ?? []),
  ...standardSteps.slice(7),
];

let people = 0;

/** A draft for a Bahamas service with all steps accessible; `client` has access. */
export async function startBahamas(app: AppServer): Promise<{ client: HttpClient; id: string; email: string }> {
  const client = new HttpClient(app);
  const email = `bahamas.${++people}@mail.example`;
  const id = await client.start(email, { service: await serviceId(app, "bahamian-evisa") });
  await app.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
  return { client, id, email };
}

/** Uploads the file that answers a question, as the wizard's script does. */
export function sendFile(
  client: HttpClient,
  id: string,
  [step, field]: readonly [step: string, field: string],
  file: Chosen,
  attempt: string = crypto.randomUUID(),
): Promise<Response> {
  const body = new FormData();
  body.set("attempt", attempt);
  body.set("file", asFile(file));
  return client.post(`/apply/${id}/upload/save?step=${step}&field=${field}`, body);
}

export const employmentLetter = ["bahamas_employment", "employmentLetterUrl"] as const;
export const policeCertificate = ["criminal_history", "policeCertificateUrl"] as const;

type StoredDocument = { id: string; type: string; key: string; name: string };

export const documentsOf = (app: AppServer, id: string): Promise<StoredDocument[]> =>
  app.query<StoredDocument>(
    `select id, document_type as type, storage_key as key, document_name as name
     from documents where application_id = $1 order by created_at`,
    [id],
  );
