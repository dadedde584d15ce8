import { defaultMessage } from "~/cases/status/status-choices";
import type { MailKind } from "~/mail/templates";
import type { Clock } from "./clock";
import type { Journey } from "./journey";
import { desk, type MailRow, mailRow, type Sent } from "./mails";
import type { Persona } from "./people/persona";
import type { Random } from "./random";
import type { ApplicationRow, SampleService } from "./shape";

type ApplicationMailsInput = {
  random: Random;
  clock: Clock;
  person: Persona;
  service: SampleService;
  row: ApplicationRow;
  journey: Journey;
  linkSentAt: Date;
};

/** The mails of an application: at its start, at Save & Exit, at its submission, at each change. */
export function applicationMails({
  random,
  clock,
  person,
  service,
  row,
  journey,
  linkSentAt,
}: ApplicationMailsInput): MailRow[] {
  const { id, applicationNumber } = row;
  const { startedAt, submittedAt, changes } = journey;
  const { serviceName, visaType } = service;
  const { givenName, family, email } = person;
  const about = { applicationId: id };
  const local = email.split("@")[0] ?? email;
  const name = `${givenName} ${family}`;
  const started = { name: local, email, applicationNumber, serviceName };
  const write = <Kind extends MailKind>(
    mail: Pick<Sent<Kind>, "kind" | "at" | "data"> & { to?: string; toName?: string },
  ) => mailRow<Kind>(random, clock, { to: email, toName: name, about, ...mail });

  const mails = [write({ kind: "application_started", toName: local, at: startedAt, data: started })];
  if (linkSentAt > startedAt) mails.push(write({ kind: "resume_link", toName: local, at: linkSentAt, data: started }));
  if (submittedAt) {
    const data = { applicationNumber, visaType, applicationId: id, submittedAt: submittedAt.toISOString() };
    const forStaff = { ...data, applicantName: name, applicantEmail: email };
    mails.push(
      write({ kind: "application_submitted", at: submittedAt, data: { ...data, name, email } }),
      write({ kind: "new_application", to: desk, toName: "", at: submittedAt, data: forStaff }),
    );
  }
  for (const { to, at, message } of changes) {
    const statusMessage = message ?? defaultMessage(to);
    const data = { name, email, applicationNumber, newStatus: to, statusMessage, applicationId: id };
    mails.push(write({ kind: "status_update", at, data }));
  }
  return mails;
}
