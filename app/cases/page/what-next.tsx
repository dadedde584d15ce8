import { ArrowRight, ChevronDown } from "lucide-react";
import { ChangeForm } from "~/applications/access/change/change-views";
import { CurrentEmailNotice, UnconfirmedEmailNotice } from "~/applications/access/email-notice";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { nextStepTexts, nextStepUnderReview, nextStepWhileMissing } from "../../applications/status/status-words";
import type { StatusData } from "./status-data.server";

/** The next steps, and what holders can do: withdraw, change the email, sign out browsers. */
export function WhatNext({ data }: { data: StatusData }) {
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="text-2xl print:text-[14pt]">
        What happens next
      </h2>
      <p className="mt-3 text-lg print:text-base">{nextOf(data)}</p>
      {data.withdrawal.possible ? (
        <p className="no-print mt-4 text-stone">
          Have your plans changed? <TextLink to={`/apply/${data.id}/withdraw`}>Ask to withdraw</TextLink>
        </p>
      ) : null}
      {data.address.email ? <Another id={data.id} isDenied={data.status === "denied"} /> : null}
      <Address id={data.id} address={data.address} />
      <p className="no-print mt-4 text-stone">
        Opened this on someone else’s device? <TextLink to={`/apply/${data.id}/browsers`}>Browsers and links</TextLink>
      </p>
    </section>
  );
}

/** Starts applications with answers of this one. */
function Another({ id, isDenied }: { id: string; isDenied: boolean }) {
  return (
    <div className="no-print mt-5">
      {isDenied ? (
        <ButtonLink to={`/apply/${id}/again`} size="lg" after={<ArrowRight aria-hidden />}>
          Apply again with these answers
        </ButtonLink>
      ) : null}
      <p className={`text-stone ${isDenied ? "mt-4" : ""}`}>
        Is someone traveling with you?{" "}
        <TextLink to={`/apply/${id}/again?for=family`}>Apply for a family member</TextLink>
      </p>
    </div>
  );
}

function nextOf({ status, requests, processingTime }: StatusData): string {
  if (status === "under_review") return nextStepUnderReview(processingTime);
  return status === "submitted" && requests.open.length > 0 ? nextStepWhileMissing : nextStepTexts[status];
}

/** The email for our mails, whether it is confirmed, and the form that changes it. */
function Address({ id, address }: { id: string; address: StatusData["address"] }) {
  if (address.email === "") return null;
  return (
    <div className="no-print mt-4">
      <CurrentEmailNotice address={address} className="text-stone" />
      {address.change === null ? <UnconfirmedEmailNotice id={id} address={address} className="mt-2" /> : null}
      <details className="group mt-2">
        <summary className="inline-flex min-h-11 items-center gap-2 rounded-xs font-medium text-sea-ink underline underline-offset-4">
          Change email
          <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
        </summary>
        <div className="pt-3">
          <ChangeForm id={id} address={address} />
        </div>
      </details>
    </div>
  );
}
