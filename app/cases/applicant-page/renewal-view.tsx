import { ArrowRight } from "lucide-react";
import { CaseNumber } from "~/applications/access/case-number";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { statusLook } from "~/ui/lists/status-badge";
import type { StatusData } from "./status-data.server";

const path = (id: string) => `/apply/${id}/again?for=renewal`;
const label = "Renew with these answers";

type RenewalProps = { data: Pick<StatusData, "id" | "renewal"> };

/** When something ends soon: above everything that is listed. */
export function RenewalDue({ data: { id, renewal } }: RenewalProps) {
  if (renewal.offer !== "due") return null;
  return (
    <section
      aria-labelledby="renew"
      className="no-print mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-2xl border border-dune bg-white px-5 py-5 sm:px-9 sm:py-6"
    >
      <div className="min-w-0 max-w-prose">
        <h2 id="renew" className="text-2xl">
          Time to renew
        </h2>
        <p className="mt-1 text-stone">Start with the answers of this application and change what’s no longer true.</p>
      </div>
      <ButtonLink to={path(id)} size="lg" after={<ArrowRight aria-hidden />}>
        {label}
      </ButtonLink>
    </section>
  );
}

/** The same among all that the holder can do. */
export function RenewalOffer({ data: { id, renewal } }: RenewalProps) {
  if (renewal.offer === "possible")
    return (
      <p className="mt-3 text-stone">
        Will you need it again? <TextLink to={path(id)}>{label}</TextLink>
      </p>
    );
  if (renewal.offer === "unavailable")
    return (
      <p className="mt-3 text-stone">
        Will you need it again? We don’t offer this visa at the moment. Please{" "}
        <TextLink to="/contact">write to us</TextLink> and we’ll tell you what’s possible.
      </p>
    );
  return null;
}

export function RenewalLines({ data: { renewal } }: RenewalProps) {
  const { renews, renewedBy } = renewal;
  if (!renews && renewedBy.length === 0) return null;
  return (
    <ul className="mt-4 grid gap-1">
      {renews ? (
        <li>
          Renews <CaseNumber linked={renews} />
        </li>
      ) : null}
      {renewedBy.map((linked) => (
        <li key={linked.id}>
          Renewed by <CaseNumber linked={linked} />, {statusLook(linked.status).label}
        </li>
      ))}
    </ul>
  );
}
