import { PencilLine, Send } from "lucide-react";
import { Form } from "react-router";
import { nassauTime } from "~/core/time";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { TextLink } from "~/ui/link";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import type { DeskDraft as Desk } from "./desk-draft.server";

type DeskDraftProps = {
  desk: Desk;
  notice: string | null;
  problem: string | undefined;
  /** Idempotency key: sent twice, the form mails once. */
  attempt: string;
};

/** Staff's actions on a draft that they started: fill it in, and hand it over. */
export function DeskDraft({ desk: { draft, inquiry }, notice, problem, attempt }: DeskDraftProps) {
  return (
    <>
      {notice ? (
        <div className="px-4 pt-4 sm:px-7">
          <Banner tone="success" role="status">
            {notice}
          </Banner>
        </div>
      ) : null}
      {inquiry ? (
        <p className="border-b border-line px-4 py-2.5 text-sm sm:px-7">
          Made from the inquiry of{" "}
          <TextLink to={`/admin/inquiries/${inquiry.id}`}>
            <bdi>{inquiry.name}</bdi>
          </TextLink>
        </p>
      ) : null}
      {draft ? (
        <section
          id="desk-draft"
          aria-labelledby="desk-draft-title"
          className="scroll-mt-16 border-b border-line bg-foam px-4 py-4 sm:px-7"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <div className="min-w-0 flex-1 basis-80">
              <h2 id="desk-draft-title" className="font-sans text-base font-semibold tracking-normal">
                Started at the desk
              </h2>
              <p className="text-sm text-stone">
                {draft.linkSentAt ? (
                  <>Link sent {nassauTime(draft.linkSentAt)} to </>
                ) : (
                  <>Only staff can open it so far. The link will go to </>
                )}
                <EmailText email={draft.email} />. Only the applicant signs and submits.
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-2.5">
              <ButtonLink
                to={`/admin/applications/${draft.id}/enter`}
                variant="outline"
                size="sm"
                before={<PencilLine aria-hidden />}
              >
                Fill in the steps
              </ButtonLink>
              <Form method="post" replace preventScrollReset>
                <input type="hidden" name="attempt" value={attempt} />
                <SubmitButton intent="send-invitation" size="sm" busyLabel="Sending…" before={<Send aria-hidden />}>
                  Send the link
                </SubmitButton>
              </Form>
            </div>
          </div>
          <MessageBanner message={problem} className="mt-3 bg-white" />
        </section>
      ) : null}
    </>
  );
}
