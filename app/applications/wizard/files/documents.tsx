import { useRef } from "react";
import { data, Form, redirect } from "react-router";
import { MissingEmailNotice, UnconfirmedEmailNotice } from "~/applications/access/email-notice";
import { emailStateOf } from "~/applications/access/email-state.server";
import { findForHolder } from "~/applications/access/find.server";
import { BackToApplication, QuietPage, quietMeta } from "~/applications/access/quiet-page";
import { waitingIn } from "~/applications/passport/reading-states";
import { passportPages } from "~/applications/passport/readings.server";
import { suggestionFrom } from "~/applications/passport/suggest.server";
import { storedAnswers } from "~/applications/stored-answers/answers.server";
import { requestContext } from "~/core/request-context";
import { readForm } from "~/request-bodies/read-form.server";
import { fileSize } from "~/ui/forms/file-input";
import { Banner } from "~/ui/notices/banner";
import { needsNewer } from "../../required-files/aged-documents";
import { type FormerFile, filesByRequirement, isEmpty } from "../../required-files/requirements.server";
import { PassportBox } from "../passport/passport-box";
import { PassportFilled, SuggestionStatus, useFocusAfterBox } from "../passport/passport-status";
import { useReadingPoll } from "../passport/use-reading-poll";
import type { Route } from "./+types/documents";
import { attachDocument, removeAddedDocument } from "./attach-document.server";
import { dateBoxesPart } from "./date-boxes-part";
import { DocumentSlotView } from "./document-slot";
import { noLongerAskedFor } from "./file-limits";
import { StoredRow } from "./file-list";
import { BinButton } from "./file-pieces";
import { intentIn } from "./intents.server";
import { headOf, shouldLeavePage } from "./request.server";
import { requireUploadLimit } from "./upload-limit.server";

await dateBoxesPart.load();

export const meta: Route.MetaFunction = () => quietMeta("Documents");

/** Redirects everybody but the holder of a draft to the application's page. */
async function draftOf(request: Request, applicationId: string) {
  const found = await findForHolder(request, applicationId);
  if (found?.application.status !== "draft") throw redirect(`/apply/${applicationId}`);
  return found;
}

/** `/apply/{id}/documents`: the documents that the service requires. It is no step, so it blocks none. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const { application } = await draftOf(request, params.id);
  const { slots, others, former } = await filesByRequirement(application);
  const { states, reading } = await passportPages(application.id);
  const files = [...slots.flatMap((slot) => slot.files), ...others, ...former];
  return {
    id: application.id,
    address: await emailStateOf(application),
    slots,
    others,
    former,
    anew: slots
      .filter((slot) => isEmpty(slot) && application.askedAnew?.documents.includes(slot.type))
      .map(({ type }) => type),
    missing: slots.filter((slot) => slot.isRequired && isEmpty(slot)).length,
    count: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    attempt: crypto.randomUUID(),
    readings: states,
    suggestion: reading ? suggestionFrom(reading, await storedAnswers(application)) : null,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { application, holder } = await draftOf(request, params.id);
  const { address } = context.get(requestContext);
  await requireUploadLimit(request, address);
  const form = await readForm(request);
  const remove = form.get("remove");
  const type = String(form.get("type") ?? "");
  const by = { address, holder };
  const act = intentIn(form);
  const result = act
    ? await act({ context: by, applicationId: application.id, form })
    : remove
      ? await removeAddedDocument(by, application.id, remove)
      : await attachDocument(by, application, { type }, form);
  const filled = result.ok && "filled" in result ? `?filled=${String(result.filled)}` : "";
  const place = encodeURIComponent(type || "passport-filled");
  if (result.ok) throw redirect(`/apply/${application.id}/documents${filled}#${place}`);
  if (shouldLeavePage(result)) throw redirect(`/apply/${application.id}`);
  const ofFile = result.reason === "invalid" && result.detail ? result.detail : null;
  return data({ type, message: result.message, ofFile }, headOf(result));
}

/** Keeps headers of the action's response, such as `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Documents({ loaderData, actionData }: Route.ComponentProps) {
  const { id, address, slots, others, former, anew, missing, count, bytes, attempt, readings, suggestion } = loaderData;
  useReadingPoll(id, waitingIn(readings));
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfterBox(suggestion, heading);
  const required = slots.filter((slot) => slot.isRequired).length;
  const old = slots.filter(needsNewer).length;
  return (
    <QuietPage title="Documents" heading={heading}>
      <p className="mt-3 text-lg text-stone">
        Add what you have now and come back for the rest. Your files are saved with your application.
      </p>
      <MissingEmailNotice id={id} address={address} className="mt-6" />
      <Banner
        tone={missing + old === 0 ? "success" : "info"}
        className="mt-6"
        title={
          required === 0
            ? "No documents are required for this service"
            : missing === 0
              ? "All required documents uploaded"
              : `${required - missing} of ${required} required documents uploaded`
        }
      >
        {old > 0 ? `${old === 1 ? "One document needs" : `${old} documents need`} a newer copy. ` : null}
        {count === 0
          ? "PDF, JPG, JPEG, PNG, DOC or DOCX, up to 10 MB each; 40 files and 150 MB in all."
          : `${count} ${count === 1 ? "file" : "files"}, ${fileSize(bytes)} of 150 MB. Up to 40 files of 10 MB each.`}
      </Banner>
      {actionData && slots.every((slot) => slot.type !== actionData.type) ? (
        <Banner tone="error" role="alert" className="mt-6" title={actionData.message} />
      ) : null}
      <PassportFilled className="mt-6" />
      <SuggestionStatus suggestion={suggestion} />
      {suggestion ? (
        <Form method="post" key={suggestion.document}>
          <input type="hidden" name="document" value={suggestion.document} />
          <PassportBox suggestion={suggestion} use="use-reading" decline="decline-reading" className="mt-6" />
        </Form>
      ) : null}
      {slots.map((slot) => (
        <DocumentSlotView
          key={slot.type}
          application={id}
          slot={slot}
          readings={readings}
          isAnew={anew.includes(slot.type)}
          attempt={attempt}
          error={actionData?.type === slot.type && !actionData.ofFile ? actionData.message : undefined}
          refused={actionData?.ofFile ?? undefined}
        />
      ))}
      {others.length > 0 ? (
        <section aria-labelledby="others" className="mt-10">
          <h2 id="others" className="text-xl">
            Sent with your answers
          </h2>
          <ul className="mt-3 grid gap-2">
            {others.map((file) => (
              <StoredRow key={file.id} file={file} />
            ))}
          </ul>
        </section>
      ) : null}
      <FormerFiles files={former} />
      <UnconfirmedEmailNotice id={id} address={address} className="mt-10 border-t border-dune pt-5" />
      <BackToApplication id={id} className="mt-12" />
    </QuietPage>
  );
}

/** Files whose document staff removed from the list: they stay until the applicant deletes them. */
function FormerFiles({ files }: { files: readonly FormerFile[] }) {
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="former" className="mt-10">
      <h2 id="former" className="text-xl">
        {noLongerAskedFor}
      </h2>
      <p className="mt-1 text-stone">We’re keeping these with your application. You don’t need to do anything.</p>
      <ul className="mt-3 grid gap-2">
        {files.map((file) => (
          <StoredRow
            key={file.id}
            file={file}
            note={file.of}
            action={
              <form method="post" encType="multipart/form-data">
                <BinButton type="submit" name="remove" value={file.id} label={`Remove ${file.name}`} />
              </form>
            }
          />
        ))}
      </ul>
    </section>
  );
}
