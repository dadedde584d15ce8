import type { Staff } from "~/accounts/staff.server";
import { recordOnceAnHour } from "~/core/activity.server";
import type { RequestContext } from "~/core/request-context";

type Shown = { id: string; applicationNumber: string };

/** Records who opened which application, without its content. */
export function recordOpened(staff: Staff, { id, applicationNumber }: Shown, { address, browser }: RequestContext) {
  const subject = { subjectType: "application", subjectId: id, details: { number: applicationNumber } };
  return recordOnceAnHour(staff, { actionType: "application_opened", ...subject, address, browser });
}
