import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { isUndecided } from "~/applications/status/undecided";
import type { CaseItem, FieldWorld, OpenItem } from "~/cases/requests/read-requests.server";
import { itemName } from "~/cases/requests/request-words";
import { counted } from "~/core/counted";
import type { ApplicationStatus } from "~/db/schema/values";
import { Fold } from "~/ui/fold";
import { Banner } from "~/ui/notices/banner";
import type { RequestsFormResult } from "./answer-form.server";
import { DoneItems } from "./done-items";
import { OpenForm } from "./open-form";
import { SentBanner } from "./sent-banner";

type CaseRequestsProps = {
  id: string;
  status: ApplicationStatus;
  requests: { open: OpenItem[]; done: CaseItem[]; fields: FieldWorld | null; attempt: string };
  answered?: RequestsFormResult | undefined;
  /** What comes before the items under `Open` and `Done`, with the number of the latter. */
  first?: { open: ReactNode; done: ReactNode; doneCount: number };
};

const nothing = { open: null, done: null, doneCount: 0 };

export function CaseRequests({ id, status, requests, answered, first = nothing }: CaseRequestsProps) {
  const { open, done, fields, attempt } = requests;
  const doneCount = done.length + first.doneCount;
  const isAnswerable = isUndecided(status) || open.length > 0;
  // Told above the form, which may have disappeared with the item by then; the form itself tells what it sent.
  const [late, setLate] = useState<"file" | "sent">();
  const isShownHere = late === "file" || (late === "sent" && !isAnswerable);
  return (
    <>
      {isShownHere ? <SentBanner sent={0} of={0} kept={1} left={[]} /> : null}
      {isAnswerable ? (
        <section aria-labelledby="open" className="no-print">
          <h2 id="open" className="scroll-mt-6 text-2xl">
            Open
          </h2>
          <Outcome open={open} />
          {first.open}
          <OpenForm
            id={id}
            open={open}
            done={done}
            fields={fields}
            attempt={attempt}
            answered={answered}
            isAlone={!first.open}
            onKept={setLate}
          />
        </section>
      ) : (
        <Outcome open={open} />
      )}
      {doneCount > 0 ? (
        <section aria-labelledby="done">
          <Fold
            title={
              <h2 id="done" className="scroll-mt-6 text-xl print:text-[14pt]">
                Done
              </h2>
            }
            aside={counted(doneCount, "thing")}
            className="rounded-2xl border border-dune bg-white [&>summary]:px-5 sm:[&>summary]:px-7 print:rounded-none print:border-0"
          >
            {first.done}
            {done.length > 0 ? <DoneItems done={done} /> : null}
          </Fold>
        </section>
      ) : null}
    </>
  );
}

/** Result of an action without script, from the search parameters of the redirect. */
function Outcome({ open }: { open: readonly OpenItem[] }) {
  const parameters = new URLSearchParams(useLocation().search);
  const number = (name: string) => Number(/^\d{1,3}$/.exec(parameters.get(name) ?? "")?.[0] ?? 0);
  const [sent, of, late] = [number("sent"), number("of"), number("kept")];
  if (parameters.has("submitted") && open.length > 0)
    return (
      <Banner tone="info" role="status" title="Still missing" className="mt-4">
        <ul className="list-disc pl-5">
          {open.map(({ id, name }) => (
            <li key={id}>
              <a href={`#item-${id}`} className="font-medium text-sea-ink underline underline-offset-4">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </Banner>
    );
  if (parameters.has("saved"))
    return (
      <Banner tone="success" role="status" className="mt-4">
        Saved. Nothing was sent yet.
      </Banner>
    );
  if (sent + late === 0) return null;
  return (
    <div className="mt-4 grid gap-3">
      <SentBanner sent={sent} of={of} kept={late} left={open.map(itemName)} />
    </div>
  );
}
