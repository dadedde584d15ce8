import { accounts } from "./accounts";
import { agreementRegister } from "./agreements";
import { applications } from "./applications";
import { caseRegister } from "./case";
import { catalogue } from "./catalogue";
import { clientRegister } from "./clients";
import { consultationRegister } from "./consultations";
import { publicContent } from "./content";
import type { Entry } from "./entry";
import { inquiries } from "./inquiries";
import { invoiceRegister } from "./invoices";
import { keyDateRegister } from "./key-dates";
import { mail, mailTextsTable } from "./mail";
import { peopleRegister } from "./people";
import { queue } from "./queue";
import { receivedMailRegister } from "./received-mails";
import { retention } from "./retention";
import { rights } from "./rights";
import { running } from "./running";
import { security } from "./security";
import { steps } from "./steps";
import { taskRegister } from "./tasks";

/** Every column of every table: what it is, whose, why, how long it is retained and what happens then (V-RET-1). */
export const register: readonly Entry[] = [
  ...applications,
  ...caseRegister,
  ...agreementRegister,
  ...invoiceRegister,
  ...receivedMailRegister,
  ...steps,
  ...security,
  ...inquiries,
  ...consultationRegister,
  ...clientRegister,
  ...keyDateRegister,
  ...taskRegister,
  ...peopleRegister,
  ...rights,
  ...mail,
  ...mailTextsTable,
  ...publicContent,
  ...catalogue,
  ...accounts,
  ...retention,
  ...running,
  ...queue,
];
