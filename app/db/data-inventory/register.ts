import { accounts } from "./accounts";
import { applications } from "./applications";
import { caseRegister } from "./case";
import { catalogue } from "./catalogue";
import { consultationRegister } from "./consultations";
import { publicContent } from "./content";
import type { Entry } from "./entry";
import { inquiries } from "./inquiries";
import { mail, mailTextsTable } from "./mail";
import { peopleRegister } from "./people";
import { queue } from "./queue";
import { retention } from "./retention";
import { rights } from "./rights";
import { running } from "./running";
import { security } from "./security";
import { steps } from "./steps";

/** Every column of every table: what it is, whose, why, how long it is retained and what happens then (V-RET-1). */
export const register: readonly Entry[] = [
  ...applications,
  ...caseRegister,
  ...steps,
  ...security,
  ...inquiries,
  ...consultationRegister,
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
