import type { ReactNode } from "react";
import { Passkeys } from "~/accounts/passkeys/passkeys";
import { Card } from "~/ui/card";
import { classNames } from "~/ui/class-names";
import { Banner } from "~/ui/notices/banner";
import { AuthenticatorApp } from "./authenticator-app";
import type { FactorFormResult } from "./factor-action.server";
import type { OwnFactors } from "./own-factors.server";
import { NewCodes, RecoveryCodes } from "./recovery-codes";

export type FactorsProps = {
  factors: OwnFactors;
  answer: FactorFormResult | null;
  heading: "h2" | "h3";
  /** Outside of the desk's layout: each form loads the page again. */
  wholePage?: boolean;
};

export function Factors({ factors, answer, heading, wholePage = false }: FactorsProps) {
  const { appSince, begun, passkeys, codesLeft } = factors;
  const hasFactor = appSince !== null || passkeys.length > 0;
  // A set-up that another one has ended has no field.
  const fields = ["passkey-add", "passkey-rename", ...(begun ? ["app-confirm"] : [])];
  const atField = answer && !answer.ok && fields.includes(answer.about);
  return (
    <div className={classNames("grid grid-cols-[minmax(0,1fr)] items-start gap-6", !wholePage && "lg:grid-cols-2")}>
      {answer?.message && !atField ? (
        <Banner
          tone={answer.ok ? "success" : "error"}
          role="alert"
          title={answer.message}
          className={wholePage ? undefined : "lg:col-span-2"}
        />
      ) : null}
      {answer?.codes ? (
        <div className={wholePage ? undefined : "lg:col-span-2"}>
          <NewCodes codes={answer.codes} heading={heading} />
        </div>
      ) : null}
      <Part id="app" title="Authenticator app" heading={heading}>
        <AuthenticatorApp since={appSince} pending={begun} answer={answer} wholePage={wholePage} />
      </Part>
      <Part id="passkeys" title="Passkeys" heading={heading}>
        <Passkeys passkeys={passkeys} answer={answer} wholePage={wholePage} />
      </Part>
      {hasFactor ? (
        <Part id="recovery" title="Recovery codes" heading={heading}>
          <RecoveryCodes left={codesLeft} wholePage={wholePage} />
        </Part>
      ) : null}
    </div>
  );
}

type PartProps = { id: string; title: string; heading: "h2" | "h3"; children: ReactNode };

function Part({ id, title, heading: Heading, children }: PartProps) {
  return (
    <Card padding="none" className="min-w-0 p-5" role="region" aria-labelledby={id}>
      <Heading id={id} className="text-xl">
        {title}
      </Heading>
      {children}
    </Card>
  );
}
