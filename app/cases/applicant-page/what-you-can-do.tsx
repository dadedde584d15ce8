import { ChevronDown } from "lucide-react";
import { ChangeForm } from "~/applications/access/change/change-form";
import { CurrentEmailNotice, UnconfirmedEmailNotice } from "~/applications/access/email-notice";
import { TextLink } from "~/ui/link";
import { nextStepTexts } from "../../applications/status/status-words";
import { isBadNews } from "./bad-news";
import { RenewalOffer } from "./renewal-view";
import type { StatusData } from "./status-data.server";

/** What holders can do besides: withdraw, apply for someone else, change the email, sign out browsers. */
export function WhatYouCanDo({ data }: { data: StatusData }) {
  return (
    <section aria-labelledby="can-do" className="no-print">
      <h2 id="can-do" className="text-2xl">
        What you can do
      </h2>
      {data.withdrawal.possible ? (
        <p className="mt-3 text-stone">
          Have your plans changed? <TextLink to={`/apply/${data.id}/withdraw`}>Ask to withdraw</TextLink>
        </p>
      ) : null}
      <RenewalOffer data={data} />
      {data.address.email && !isBadNews(data.status) ? (
        <p className="mt-3 text-stone">
          Is someone traveling with you?{" "}
          <TextLink to={`/apply/${data.id}/again?for=family`}>Apply for a family member</TextLink>
        </p>
      ) : null}
      <p className="mt-3 text-stone">
        Opened this on another device? <TextLink to={`/apply/${data.id}/browsers`}>See who can open it</TextLink>
      </p>
      <Address id={data.id} address={data.address} />
    </section>
  );
}

/** What happens next. Null where the page says it elsewhere: bad news, and what is the applicant's to do. */
export function nextOf({ status, turn, message }: StatusData): string | null {
  if (isBadNews(status) || (turn?.closed === null && turn.turn === "applicant")) return null;
  if (status === "approved" && message)
    return `${nextStepTexts.approved} Our message below explains how you’ll receive it.`;
  return nextStepTexts[status];
}

/** The email for our mails, whether it is confirmed, and the form that changes it. */
function Address({ id, address }: { id: string; address: StatusData["address"] }) {
  if (address.email === "") return null;
  return (
    <div className="mt-3">
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
