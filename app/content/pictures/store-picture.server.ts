import { createHash } from "node:crypto";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { pictures } from "~/db/schema/content";
import { putContent } from "~/documents/content-files.server";
import { StorageError } from "~/documents/storage-error.server";
import { withStorageSlot } from "~/documents/store.server";
import { pictureUrl } from "./address";
import { cleanPicture } from "./clean-picture.server";

const contentTypes = { jpg: "image/jpeg", png: "image/png", webp: "image/webp" } as const;

const verb = {
  input: z.object({}),
  failed: "a picture could not be stored",
  rethrowsUnavailable: true,
  messages: {
    forbidden: "Your account is no longer active.",
    failed: (error: unknown) =>
      error instanceof StorageError
        ? refuse("busy", "We can’t save pictures right now. Please try again in a few minutes.")
        : refuse("failed", "The picture could not be stored. Please try again."),
  },
};

export type StoredPicture = { address: string; width: number; height: number };

/** Stores a picture once per content. Only staff can get it until something public uses it. */
export async function storePicture(context: StaffContext, file: File): Promise<Done<StoredPicture> | Refused> {
  const clean = await cleanPicture(file);
  if (typeof clean === "string") return refuse("invalid", clean);
  const { bytes, width, height, format } = clean;
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  return withStorageSlot(() =>
    asStaff(context, verb, {}, async ({ tx, staff }): Promise<Done<StoredPicture>> => {
      const storageKey = `pictures/${id}.${format}`;
      const row = { id, format, width, height, storageKey, byteSize: bytes.length, uploadedBy: staff.email };
      const [added] = await tx.insert(pictures).values(row).onConflictDoNothing().returning({ id: pictures.id });
      await putContent(tx, storageKey, bytes, { contentType: contentTypes[format], added: added !== undefined });
      return { ok: true, address: pictureUrl({ id, width, height, format }), width, height };
    }),
  );
}

export { contentTypes };
