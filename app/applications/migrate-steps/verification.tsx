import { Check, Minus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "~/ui/lists/badge";
import { StatCard } from "~/ui/lists/stat-card";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { Banner } from "~/ui/notices/banner";
import { ApplicationLink } from "./results";
import type { Verification, VerifiedStep } from "./verify.server";

export function VerificationResult({ verification }: { verification: Verification }) {
  const { id, number, holds, inMetadata, rows, steps } = verification;
  const missing = steps.filter((step) => step.needed && !step.row).length;
  return (
    <section aria-labelledby="verification" className="mt-7">
      <h2 id="verification" className="text-xl">
        Verification result
      </h2>
      <Banner
        tone={holds ? "success" : "warning"}
        role={holds ? "status" : "alert"}
        title={holds ? "Verified" : "Not verified"}
        className="mt-3"
      >
        Application <ApplicationLink id={id} number={number} />:{" "}
        {holds
          ? "every step with the required answers has a row."
          : `${missing === 1 ? "1 step has the required answers but no row" : `${missing} steps have the required answers but no row`}. Migrate creates the missing rows.`}
      </Banner>
      <div className="mt-4 grid grid-cols-2 gap-2 sm:gap-3">
        <StatCard label="Steps in metadata" value={`${inMetadata} of 7`} />
        <StatCard label="Tables with a row" value={`${rows} of 7`} />
      </div>
      <Table label="Steps" frameClassName="mt-4" sticky={false}>
        <thead>
          <Tr>
            <Th>Step</Th>
            <Th>In metadata</Th>
            <Th>Row</Th>
            <Th>Result</Th>
          </Tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <Tr key={step.number}>
              <Td label="Step">
                <span>
                  {step.number}. {step.title}
                </span>
              </Td>
              <Td label="In metadata">
                <YesNoIcon yes={step.inMetadata} />
              </Td>
              <Td label="Row">
                <YesNoIcon yes={step.row} />
              </Td>
              <Td label="Result">{resultOf(step)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function YesNoIcon({ yes }: { yes: boolean }) {
  const Icon = yes ? Check : Minus;
  return (
    <span className={yes ? "inline-flex items-center gap-1.5" : "inline-flex items-center gap-1.5 text-stone"}>
      <Icon aria-hidden className={yes ? "size-4 text-success" : "size-4"} />
      {yes ? "Yes" : "No"}
    </span>
  );
}

function resultOf({ inMetadata, needed, row }: VerifiedStep): ReactNode {
  if (row)
    return (
      <Badge tone="green" icon={<Check aria-hidden />}>
        Stored
      </Badge>
    );
  if (needed)
    return (
      <Badge tone="red" icon={<X aria-hidden />}>
        Row missing
      </Badge>
    );
  return <Badge>{inMetadata ? "Required answers missing" : "Not answered yet"}</Badge>;
}
