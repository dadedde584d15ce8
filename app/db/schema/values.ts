/**
 * The product's enumerations, each once: PostgreSQL's types, form options and the server's checks are made from these
 * lists. Plain data, so that the browser may import it.
 */
export const applicationStatuses = [
  "draft",
  "submitted",
  "under_review",
  "additional_info_required",
  "interview_scheduled",
  "approved",
  "denied",
  "withdrawn",
] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

export const paymentStatuses = ["pending", "partial", "paid", "refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
export const genders = ["male", "female", "other", "prefer_not_to_say"] as const;
export const maritalStatuses = [
  "single",
  "married",
  "divorced",
  "widowed",
  "separated",
  "domestic_partnership",
] as const;
export const otherNameTypes = ["maiden", "alias", "religious", "professional", "other"] as const;
export const passportTypes = ["regular", "official", "diplomatic", "emergency", "temporary"] as const;
export const entryCounts = ["single", "multiple"] as const;
export const payers = ["self", "company", "sponsor", "other"] as const;
export const employmentStatuses = ["employed", "self_employed", "student", "retired", "unemployed"] as const;
export const tripSponsors = ["self", "employer", "family", "friend", "organization", "other"] as const;
export const relativeStatuses = [
  "work_permit",
  "resident",
  "home_owner",
  "permanent_resident",
  "citizen",
  "none",
] as const;
export const dependentRelationships = [
  "child",
  "stepchild",
  "adopted_child",
  "grandchild",
  "sibling",
  "other",
] as const;

/** What a passport needs to enter a destination, and for what. In the order of the desk's lists. */
export const entryAnswers = ["visa_free", "eta", "evisa", "on_arrival", "required", "depends", "suspended"] as const;
export const entryPurposes = ["visit", "transit", "study", "work"] as const;

export const entryTypes = ["Single Entry", "Multiple Entry"] as const;
export const documentFormats = ["pdf", "jpg", "jpeg", "png", "doc", "docx"] as const;
export type DocumentFormat = (typeof documentFormats)[number];
export const dateRules = ["submission", "filing", "trip"] as const;
export type DateRule = (typeof dateRules)[number];
export const dateRuleUnits = ["days", "months"] as const;
export type DateRuleUnit = (typeof dateRuleUnits)[number];
export const documentPurposes = ["document", "passport_page", "photo"] as const;
export type DocumentPurpose = (typeof documentPurposes)[number];
/** `no`: stored before files were inspected, or while the scanner was away. `not_checked`: the inspection was ended. */
export const inspections = ["no", "yes", "not_checked"] as const;
export const documentHintCodes = [
  "incomplete",
  "blurred",
  "dark",
  "small",
  "cut_off",
  "photo_pixels",
  "photo_proportions",
  "photo_too_light",
  "photo_too_heavy",
] as const;
export type DocumentHintCode = (typeof documentHintCodes)[number];
export const passportReadingStates = ["waiting", "read", "unreadable"] as const;
export type PassportReadingState = (typeof passportReadingStates)[number];

export const stepTypes = ["standard", "addon"] as const;

export const contactMethods = ["Email", "Phone", "WhatsApp"] as const;
/** How a caller or walk-in came, and how staff answered elsewhere than by a mail from the desk. */
export const cameByWays = ["Phone", "Walk-in", "WhatsApp", "Email"] as const;
export const inquiryReplyKinds = ["mail", "answer"] as const;
export const inquiryStatuses = ["new", "in_review", "contacted", "qualified", "converted", "not_qualified"] as const;
/** In the order of the form; other active services follow. */
export const inquiryServices = [
  "Bahamian e-Visa",
  "Bahamas Work Visa",
  "US Travel (B1/B2) Visa",
  "US Student (F-1) Visa",
  "Canadian Visitor Visa (TRV)",
  "Canadian eTA",
  "UK Visitor Visa",
  "UK Transit Visa",
  "Permit to Reside",
  "Permanent Residence",
] as const;

export const adminRoles = ["regular_admin", "super_admin"] as const;
export type AdminRole = (typeof adminRoles)[number];

/** A file can't be opened while `waiting`; its bytes are deleted when `infected`. */
export const scanStates = ["not_scanned", "waiting", "clean", "infected"] as const;
export const mailStatuses = ["pending", "sent", "delivered", "failed"] as const;

export const caseSides = ["applicant", "office"] as const;
export const caseItemKinds = ["document", "question", "correction"] as const;
export type CaseItemKind = (typeof caseItemKinds)[number];
/** `sent` waits to be checked; `taken_back` by staff; `closed` with the case. */
export const caseItemStates = ["open", "sent", "accepted", "taken_back", "closed"] as const;
export type CaseItemState = (typeof caseItemStates)[number];
/** `refused`: staff asked for it again. `closed`: never decided, because the item or the case was closed. */
export const itemAnswerOutcomes = ["waiting", "accepted", "refused", "closed"] as const;
export const appointmentKinds = ["interview", "biometrics", "collection", "call"] as const;
export type AppointmentKind = (typeof appointmentKinds)[number];
export const appointmentStates = ["planned", "cancelled"] as const;
export const consultationWays = ["phone", "whatsapp", "office"] as const;
export type ConsultationWay = (typeof consultationWays)[number];
/** `unconfirmed`: its time is free again once `unconfirmed_until` has passed, whether or not the row is there. */
export const consultationStates = ["unconfirmed", "booked", "canceled"] as const;
export type ConsultationState = (typeof consultationStates)[number];
export const consultationOutcomes = ["took_place", "no_show"] as const;
export type ConsultationOutcome = (typeof consultationOutcomes)[number];
export const ledgerKinds = ["charge", "payment", "refund", "reversal"] as const;
export type LedgerKind = (typeof ledgerKinds)[number];
/** The recipient of a charge: us, an authority through us, an authority directly (not due to us). */
export const chargePayees = ["us", "through_us", "directly"] as const;
export type ChargePayee = (typeof chargePayees)[number];
export const paymentMethods = ["cash", "bank_transfer", "card", "check", "other"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const invoiceKinds = ["invoice", "credit_note"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];
/** Why a pay link is no longer shown, apart from its last day and its host. */
export const payLinkEnds = ["withdrawn", "replaced", "paid", "void"] as const;
export type PayLinkEnd = (typeof payLinkEnds)[number];
export const agreementOfferTimes = ["before", "after"] as const;
export type AgreementOfferTime = (typeof agreementOfferTimes)[number];
export const agreementEventKinds = ["countersigned", "withdrawn", "ended"] as const;
export type AgreementEventKind = (typeof agreementEventKinds)[number];
export const receivedMailStates = ["in_thread", "unverified"] as const;
export const receivedMailReasons = [
  "another_sender",
  "no_token",
  "failed_authentication",
  "gone",
  "too_many",
  "too_large",
  "not_stored",
] as const;
export type ReceivedMailReason = (typeof receivedMailReasons)[number];
export const turns = ["applicant", "office", "authority"] as const;
export type Turn = (typeof turns)[number];

/** What ends on the day of a key date. The first three may have no expiration date. */
export const keyDateKinds = ["visa", "permit", "entry_permission", "passport", "permit_fee", "other"] as const;
export type KeyDateKind = (typeof keyDateKinds)[number];
export const keyDateSettlements = ["renewed", "paid", "left_country", "not_needed"] as const;
export type KeyDateSettlement = (typeof keyDateSettlements)[number];
/** What the due day of a task is counted from. */
export const taskEvents = ["submission", "filing", "expected_decision", "approval", "expiration"] as const;
export type TaskEvent = (typeof taskEvents)[number];
export const clientImportStates = ["checked", "running", "done", "undoing", "undone", "called_off"] as const;
export type ClientImportState = (typeof clientImportStates)[number];
export const clientImportBases = ["contract", "consent", "legal_obligation", "legitimate_interest"] as const;
export type ClientImportBasis = (typeof clientImportBases)[number];
export const importedLineOutcomes = ["created", "joined", "skipped", "failed"] as const;
export type ImportedLineOutcome = (typeof importedLineOutcomes)[number];
