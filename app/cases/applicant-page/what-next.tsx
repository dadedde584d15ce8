import { ChevronDown } from "lucide-react";
import { ChangeForm } from "~/applications/access/change/change-views";
import { CurrentEmailNotice, UnconfirmedEmailNotice } from "~/applications/access/email-notice";
import { telephoneLink } from "~/core/phones/phone-link";
import { TextLink } from "~/ui/link";
import { nextStepTexts } from "../../applications/status/status-words";
import { isBadNews } from "./bad-news";
import type { StatusData } from "./status-data.server";

/** The next steps, and what holders can do: withdraw, change the email, sign out browsers. */
export function WhatNext({ data }: { data: StatusData }) {
  const next = nextOf(data);
  return (
    <section aria-labelledby="next" className={next === null ? "no-print" : undefined}>
      <h2 id="next" className="text-2xl print:text-[14pt]">
        {next === null ? "What you can do" : "What happens next"}
      </h2>
      {next === null ? null : <p className="mt-3 text-lg print:text-base">{next}</p>}
      {data.withdrawal.possible ? (
        <p className="no-print mt-4 text-stone">
          Have your plans changed? <TextLink to={`/apply/${data.id}/withdraw`}>Ask to withdraw</TextLink>
        </p>
      ) : null}
      {data.address.email && !isBadNews(data.status) ? (
        <p className="no-print mt-4 text-stone">
          Is someone traveling with you?{" "}
          <TextLink to={`/apply/${data.id}/again?for=family`}>Apply for a family member</TextLink>
        </p>
      ) : null}
      {isBadNews(data.status) ? null : (
        <p className="no-print mt-4 text-stone">
          Would you rather talk? Call us at{" "}
          <TextLink to={telephoneLink(data.phone)} className="whitespace-nowrap">
            {data.phone}
          </TextLink>
          .
        </p>
      )}
      <Address id={data.id} address={data.address} />
      <p className="no-print mt-4 text-stone">
        Opened this on another device? <TextLink to={`/apply/${data.id}/browsers`}>See who can open it</TextLink>
      </p>
    </section>
  );
}

/** Null where the page says it above: bad news, and what we wait for while it is the applicant's turn. */
function nextOf({ status, turn, message }: StatusData): string | null {
  if (isBadNews(status) || (turn?.closed === null && turn.turn === "applicant")) return null;
  if (status === "approved" && message)
    return `${nextStepTexts.approved} Our message below explains how you’ll receive it.`;
  return nextStepTexts[status];
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
