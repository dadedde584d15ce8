import { useEffect } from "react";
import { forgetUnsent } from "~/applications/access/unsent-places";
import { alreadySubmitted, type Notice, withdrawnMeanwhile } from "~/applications/wizard/ended";
import { OfflineNotice } from "~/ui/notices/offline-notice";
import type { StatusData } from "./status-data.server";
import { StatusView } from "./status-view";

type CasePageProps = {
  data: StatusData;
  /** Why a draft's form was refused. */
  refused: string | undefined;
};

const endings: Record<string, Notice | undefined> = { already: alreadySubmitted, withdrawn: withdrawnMeanwhile };

/** `/apply/{id}` of a submitted application. */
export function CasePage({ data, refused }: CasePageProps) {
  // Submitted, here or elsewhere: drop the unsent changes of this browser.
  useEffect(() => forgetUnsent(data.id), [data.id]);
  return (
    <>
      <StatusView data={data} refused={endings[refused ?? ""]} />
      <OfflineNotice />
    </>
  );
}
