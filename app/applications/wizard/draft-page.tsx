import { useEffect } from "react";
import { OfflineNotice } from "~/ui/notices/offline-notice";
import type { WizardData } from "./data.server";
import { rememberShown } from "./shown-step";
import type { Answered } from "./step-answers";
import { Wizard } from "./wizard";

export { afterFailure, isOtherSection, offlineStep as stepWithoutLine } from "./shown-step";

/** `/apply/{id}` of a draft. `answered`: the outcome of its form without JavaScript. */
export function DraftPage({ data, answered }: { data: WizardData; answered: Answered | undefined }) {
  useEffect(() => rememberShown(data), [data]);
  return (
    <>
      {/* Values of the passport's page that were used change the answers from outside the form. */}
      <Wizard key={`${data.id} ${data.step.code} ${data.passport.answeredAt}`} data={data} answered={answered} />
      <OfflineNotice />
    </>
  );
}
