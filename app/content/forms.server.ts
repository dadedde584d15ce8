import { asc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { forms } from "~/db/schema/content";

export type LibraryForm = Awaited<ReturnType<typeof publishedForms>>[number];

export async function publishedForms() {
  return db
    .select({
      id: forms.id,
      title: forms.title,
      description: forms.description,
      country: forms.country,
      visaType: forms.visaType,
    })
    .from(forms)
    .where(eq(forms.published, true))
    .orderBy(asc(forms.title));
}
