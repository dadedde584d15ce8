import { Mrz } from "~/ui/brand/mrz";
import { Stamp } from "~/ui/brand/stamp";
import { StatusBadge, statusLook } from "~/ui/lists/status-badge";
import { LocalTime } from "~/ui/local-time";
import type { StatusData } from "./status-data.server";

export function Summary({ data }: { data: StatusData }) {
  return (
    <div className="overflow-hidden rounded-2xl border border-dune bg-white print:rounded-none">
      <div className="flex flex-wrap items-start justify-between gap-6 px-6 sm:flex-nowrap pt-8 pb-7 sm:px-9 print:px-6 print:py-5">
        <div className="min-w-0">
          <p className="eyebrow text-sea-ink">{data.serviceName}</p>
          <h1 className="mt-2 text-4xl">
            Application <span className="font-mono text-[0.82em] font-medium whitespace-nowrap">{data.number}</span>
            {data.applicant ? <span className="block text-2xl wrap-anywhere"> for {data.applicant}</span> : null}
          </h1>
          <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-3">
            <Fact label="Status">
              <StatusBadge status={data.status} />
            </Fact>
            {data.submittedAt ? (
              <Fact label="Submitted">
                <LocalTime at={data.submittedAt} options={{ dateStyle: "long" }} />
              </Fact>
            ) : null}
            <Fact label="Started">
              <LocalTime at={data.startedAt} options={{ dateStyle: "long" }} />
            </Fact>
            {data.fee.tier ? <Fact label="Price">{data.fee.tier}</Fact> : null}
            {data.fee.amount ? (
              <Fact label="Fee">
                {data.fee.amount} <span className="font-normal text-stone">· {statusLook(data.fee.paid).label}</span>
                <span className="block text-sm font-normal text-stone">{data.fee.fees}</span>
              </Fact>
            ) : null}
          </dl>
        </div>
        <Stamp status={data.status} className="w-48 shrink-0 sm:w-56 print:w-44" />
      </div>
      <Mrz className="bg-navy px-6 py-3 text-shallows sm:px-9 print:border-t print:border-dune print:bg-white print:text-ink">
        {`V<BHS${data.number}<<${data.status}`}
      </Mrz>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-stone">{label}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
