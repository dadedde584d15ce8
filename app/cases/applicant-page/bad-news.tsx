import { ArrowRight } from "lucide-react";
import { nextStepTexts } from "~/applications/status/status-words";
import { telephoneLink } from "~/core/phones/phone-link";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { turnText } from "../turn/turn-text";
import type { StatusData } from "./status-data.server";

export const isBadNews = (status: StatusData["status"]): status is "denied" | "withdrawn" =>
  status === "denied" || status === "withdrawn";

/** Says that an application was refused or withdrawn, and who helps, before any fact. */
export function BadNews({ data }: { data: StatusData }) {
  const { id, status, message, phone, turn, address } = data;
  const isDenied = status === "denied";
  return (
    <section aria-labelledby="news" className="mt-7 grid max-w-prose gap-3 text-lg print:text-base">
      <h2 id="news" className="text-2xl text-pretty print:text-[14pt]">
        {nextStepTexts[status]}
      </h2>
      {message ? (
        <div className="border-l-4 border-sea pl-4">
          <h3 className="font-sans text-sm text-stone">Message from our team</h3>
          <p dir="auto" className="mt-0.5 whitespace-pre-line wrap-anywhere">
            {message}
          </p>
        </div>
      ) : null}
      {isDenied ? null : <Withdrawn data={data} />}
      <p>
        {isDenied ? "If you’d like to talk about the reasons and what you can do next" : "If you didn’t ask for this"},
        please call us at{" "}
        <TextLink to={telephoneLink(phone)} className="whitespace-nowrap">
          {phone}
        </TextLink>
        .
      </p>
      {isDenied && address.email ? (
        <ButtonLink
          to={`/apply/${id}/again`}
          size="lg"
          className="no-print mt-2 justify-self-start"
          after={<ArrowRight aria-hidden />}
        >
          Apply again with these answers
        </ButtonLink>
      ) : null}
      {turn ? (
        <p role="status" className="text-base text-stone">
          {turnText(turn).sentence}
        </p>
      ) : null}
    </section>
  );
}

/** What happens to work, files and money. */
function Withdrawn({ data: { id, fees } }: { data: StatusData }) {
  return (
    <p>
      We’ve stopped working on it. We keep your answers and files, and you can{" "}
      <TextLink to={`/apply/${id}/data`}>get a copy or ask us to erase them</TextLink>.{" "}
      {fees ? (
        <>
          If you’ve paid, our <TextLink to="/privacy-policy#terms">terms</TextLink> explain what we refund.{" "}
        </>
      ) : null}
      You can start a new application at any time.
    </p>
  );
}
