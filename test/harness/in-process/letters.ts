import type { MailKind } from "~/mail/templates";
import { previewData } from "~/mail/texts/preview-data";

export const submittedAt = "2026-11-22T03:30:00Z";

export const letters: Record<MailKind, object> = previewData;
