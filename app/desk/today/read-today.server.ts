import { isDatabaseUnavailable } from "~/db/failure.server";
import { log } from "~/log.server";
import { type GroupData, type GroupId, groups } from "./lines";
import { readAging } from "./read-aging.server";
import { readBroken, readFailedMails, readServices, readUnverifiedReplies } from "./read-apart.server";
import { readAppointments } from "./read-appointments.server";
import { readAnswered, readOurTurn, readOverdue, readUnverified, readWithdrawals } from "./read-cases.server";
import { readEnding } from "./read-ending.server";
import { readPromised, readReplies } from "./read-inquiries.server";
import { readOverdueInvoices } from "./read-invoices.server";
import { readOwnerless } from "./read-ownerless.server";
import { readRulesToCheck } from "./read-rules.server";
import { readTasks } from "./read-tasks.server";
import { shownLines } from "./whose.server";

type Read = (adminId: string) => Promise<NonNullable<GroupData["read"]>>;

const first = (adminId: string) => ({ adminId, limit: shownLines, offset: 0 });

const readers: Record<GroupId, Read> = {
  answered: readAnswered,
  promised: readPromised,
  replies: readReplies,
  invoices: (adminId) => readOverdueInvoices(first(adminId)),
  appointments: (adminId) => readAppointments(first(adminId)),
  turn: readOurTurn,
  overdue: readOverdue,
  aging: (adminId) => readAging(first(adminId)),
  tasks: (adminId) => readTasks(first(adminId)),
  ending: (adminId) => readEnding(first(adminId)),
  withdrawals: readWithdrawals,
  unverified: readUnverified,
  mails: (adminId) => readFailedMails(first(adminId)),
  received: (adminId) => readUnverifiedReplies(first(adminId)),
  ownerless: (adminId) => readOwnerless(first(adminId)),
  services: (adminId) => readServices(first(adminId)),
  broken: (adminId) => readBroken(first(adminId)),
  rules: (adminId) => readRulesToCheck(first(adminId)),
};

/** Reads all groups; one that fails is null, and the others are shown. */
export function readToday(adminId: string): Promise<GroupData[]> {
  const ids = Object.keys(groups).filter((id): id is GroupId => id in readers);
  return Promise.all(
    ids.map(async (id) => {
      try {
        return { id, read: await readers[id](adminId) };
      } catch (err) {
        if (isDatabaseUnavailable(err)) throw err;
        log.error({ err, group: id }, "a group of Today could not be read");
        return { id, read: null };
      }
    }),
  );
}

/** Groups that are listed here, because no other screen lists them. */
export const ownLists = {
  invoices: readOverdueInvoices,
  appointments: readAppointments,
  aging: readAging,
  tasks: readTasks,
  ending: readEnding,
  ownerless: readOwnerless,
  services: readServices,
  broken: readBroken,
  rules: readRulesToCheck,
};
export const hasOwnList = (id: string): id is keyof typeof ownLists => Object.hasOwn(ownLists, id);
