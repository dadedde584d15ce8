import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { adminUsers } from "./accounts";
import { createdAt, id, instant } from "./columns";

/** One record of a change, with what stood in the fields that it changed. The kind says what these are. */
export type UndoRecord = { id: string; before: object; after: object };

/** A change that its maker can undo for ten seconds (K-UNDO-1). Its mails name it: `email_notifications.undo_id`. */
export const undoOffers = pgTable(
  "undo_offers",
  {
    id: id(),
    adminId: uuid()
      .notNull()
      .references(() => adminUsers.id, { onDelete: "cascade" }),
    /** Which function puts it back. */
    kind: text().notNull(),
    /** What the notice says. */
    words: text().notNull(),
    records: jsonb().$type<UndoRecord[]>().notNull(),
    openUntil: instant().notNull(),
    undoneAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.openUntil)],
);
