import { standardSteps } from "../../app/applications/steps/registry";
import { maxDraftLength } from "../../app/core/character-count";
import { fieldsOf } from "../../app/form-engine/definition";
import { maxLengthOf } from "../../app/form-engine/storable";

/** Made by the program, not typed: hashes, keys, words of its own lists. */
const own = 500;
/** Loaded with the program, or written by hand in SQL: no request writes it. */
const loaded = Number.POSITIVE_INFINITY;
const email = 254;
/** Entries of JSON, each with its names and signs around so many characters. */
const json = (entries: number, characters: number) => entries * (characters * 2 + 200);

/** A text of so many characters once it is encrypted: four bytes a character at most, in base64 with what is beside. */
const encrypted = (characters = 0) => 9 + Math.ceil(((characters * 4 + 30) * 4) / 3);

/** The most characters that each stored text can have (V-ATK-8), by table and column; of the step tables see below. */
const columns: Record<string, Record<string, number>> = {
  user: { id: own, name: email, email, image: own },
  session: { id: own, token: own, user_id: own, ip_address: 100, user_agent: 500 },
  account: {
    ...{ id: own, account_id: own, provider_id: own, user_id: own, password: own, scope: own },
    ...{ access_token: own, refresh_token: own, id_token: own },
  },
  verification: { id: own, identifier: own, value: own },
  admin_users: { user_id: own, email, name: 80 },
  authenticators: { user_id: own, secret: own, secret_by: 100, begun_in: own },
  recovery_codes: { user_id: own, hash: own },
  passkeys: { user_id: own, name: 60, credential_id: 1400, public_key: 2000, transports: json(10, 20) },
  admin_activity_log: {
    ...{ action_type: 100, admin_email: email, target_admin_email: email, subject_type: 50, subject_id: 100 },
    ...{ subject_name: 300, about: 300, details: json(1, 1500), address: 100, browser: 100 },
  },
  opened_records: { subject_type: 20 },
  limit_counts: { key: own },
  saved_views: { list: own, name: 60, search: 2000 },
  visa_applications: {
    // A draft keeps a text that is over its limit, so that nothing typed is cut (N-TEXT-2); no other row does.
    ...{ application_number: 20, user_email: email, begun_with: 100, applicant_name: 2 * maxDraftLength + 1 },
    // Number, email, name, and the digits of three phones.
    search_text: 2 * (20 + email + 2 * maxDraftLength + 3) + 3 * (maxDraftLength + 1),
    ...{ application_type: 120, tier_name: 4000, metadata: json(13 * 40, maxDraftLength) },
    ...{ refused_email_hashes: json(20, 64), revisions: json(13, 20), withdrawal_reason: 1000 },
    ...{ email_handled: email, kept_emails: json(20, email) },
    ...{ answer_digests: json(13, 22), passport_digests: json(12, 60) },
    // Of a correction, whose answers keep to their limits.
    ...{ sent_text: 2 * (email + 16 * 250), sent_passport_digests: json(12, 60) },
  },
  application_holders: { token_hash: 64, browser: 100 },
  application_email_changes: { new_email: email, admin_email: email },
  // A hundred records, or one reply.
  undo_offers: { kind: 50, words: 500, records: json(100, 600) },
  attempts: { kind: 50, result: json(1, 500) },
  application_status_history: { message: 2000, event: 50, next_steps: 2000, admin_email: email },
  case_requests: { admin_email: email },
  case_request_items: {
    ...{ document_type: 120, name: 4000, description: 4000, reason: 4000, if_late: 300, state_reason: 500 },
    // Of a correction: the answers of its step.
    ...{ step_code: 60, questions: json(80, 500), draft: encrypted(json(80, maxDraftLength)) },
  },
  amendments: {
    ...{ step_code: 60, step_title: 200, question: 120, label: 500, entry: json(20, 500), signature: 120 },
    ...{ before: encrypted(json(40, 2000)), after: encrypted(json(40, 2000)), certifications: json(20, 500) },
  },
  data_copies: { state: 20, file_key: own },
  erasure_requests: { email, reason: 1000, state: 20, decided_by: email, answer: 1000 },
  data_links: { email },
  erasures: { kind: 20, number: 20 },
  kept_receipts: { receipt_number: 40 },
  restricted_cases: { application_number: 20, service_name: 4000, status: 40 },
  case_item_answers: { answer: encrypted(json(40, 2000)), reason: 500, decided_by: email },
  case_messages: { admin_email: email, body: 10_000, about: json(1, 750) },
  saved_replies: { admin_email: email, title: 80, body: 5000 },
  appointments: { time: 5, zone: 100, place: 500, bring: 2000, other_time: 500, admin_email: email },
  ledger_entries: { name: 120, reference: 200, reason: 500, receipt_number: 20, admin_email: email },
  legal_holds: { reason: 500, placed_by: email, removal_reason: 500, removed_by: email },
  retention_runs: { counts: json(40, 30) },
  retention_failures: { kind: 50, subject: 100, name: 50, reason: 200 },
  application_notes: { body: 4000, author_email: email, edited_by: email },
  application_submissions: {
    ...{ service_name: 200, electronic_signature: 120, certifications: loaded },
    ...{ steps: json(13 * 40, 2000), documents: json(40, 300) },
  },
  form_step_definitions: { step_code: loaded, step_name: loaded, component_name: loaded },
  country_form_configurations: { custom_title: loaded, hint: 200, help: 1000 },
  document_requirements: { document_type: 80, document_name: 120, description: 1000, formats: json(6, 4) },
  removed_requirements: { document_type: 80, document_name: 120 },
  countries: { name: loaded, code: 2, flag_emoji: loaded, aliases: loaded },
  service_categories: { name: loaded },
  visa_services: {
    ...{ slug: 200, service_name: 200, service_type: 120, visa_type: 120, description: 1000, overview: 20_000 },
    ...{ processing_time: 120, max_stay: 120, validity_period: 120, meta_title: 200, meta_description: 500 },
    ...{ meta_keywords: 500, requirements: json(30, 120), important_notes: json(100, 1000) },
    ...{ eligibility_criteria: json(100, 4000), application_steps: json(100, 8000), faqs: json(100, 8000) },
    ...{
      processing_times: json(100, 8000),
      fee_recipient: 80,
      further_fee: 160,
      official_source: 500,
      visa_subtypes: json(100, 8000),
    },
    ...{ og_image: loaded, canonical_url: loaded, structured_data: loaded },
  },
  visa_pricing_tiers: { tier_name: 4000, description: 4000 },
  visa_service_views: { session_id: 64, user_agent: 500, referrer: 500 },
  newsletter_subscribers: { email },
  documents: {
    ...{ document_type: 80, document_name: 150, storage_key: own, content_type: 100, sha256: 64, virus: own },
    ...{ uploaded_by: 64, file_key: own, file_key_by: 100 },
  },
  data_keys: { wrapped: own, wrapped_by: 100 },
  visa_inquiries: {
    ...{ full_name: 120, email, phone: 30, visa_service: 200, nationality: 2, residence_country: 2, purpose: 150 },
    ...{ uploaded_documents: json(5, 300), admin_notes: 10_000, entered_by: email, came_by: 20 },
    // A letter such as æ is two when it is folded.
    search_text: 2 * (120 + email + 30 + 200 + 3) + 31,
  },
  // A person has as many as its records, three phones at most of each.
  people: {
    ...{ name: 2 * maxDraftLength + 1, emails: json(100, email), phones: json(300, maxDraftLength) },
    search_text: json(100, 4 * maxDraftLength + email),
  },
  person_records: {
    ...{ name: 2 * maxDraftLength + 1, email, phones: json(3, maxDraftLength) },
    // What is longer is a digest.
    ...{ keys: json(16, 206), ties: json(4, 206) },
  },
  person_pairs: { same: json(2, 5) },
  inquiry_replies: { body: 5000, admin_email: email, recorded_by: email, way: 20 },
  email_notifications: {
    ...{
      email_type: 50,
      template_name: 50,
      recipient_name: 250,
      recipient_email: email,
      subject: 500,
      message_id: 1000,
    },
    ...{ template_data: json(1, 6000), error_message: 2050, words: json(12, 5000) },
  },
  mail_words: { kind: 50, words: json(12, 5000) },
  migration_runs: { admin_email: email, failures: loaded },
  google_reviews: {
    google_id: 500,
    review_text: 5000,
    author_name: 200,
    author_photo_url: 2000,
    business_response: 5000,
  },
  reviews_metadata: { last_sync_status: own },
  troubles: { subject: own, setting: own, words: 2000 },
  row_counts: { subject: own, key: own },
  report_figures: { subject: own, service: 200 },
  report_changes: { subject: own },
  site_settings: { key: 50, value: json(100, 2000) },
  pictures: { id: 32, format: 4, storage_key: 50, uploaded_by: email },
  form_files: { storage_key: 100, name: 160, size: 20, virus: 200, uploaded_by: email },
  content_versions: {
    ...{ kind: 50, key: 100, data: json(120, 5000), not_published: 1000 },
    ...{ made_by: email, published_by: email, scheduled_by: email },
  },
  newsletter_issues: { data: json(1, 6000), state: own, started_by: email },
  redirects: { from_path: 500, to_address: 2000, made_by: email },
  broken_links: { page: 2000, address: 2000, words: 200 },
  link_checks: { asked_by: email },
  seo_metadata: {
    ...{ page_path: 200, title: 200, description: 500, keywords: 500, og_title: 200, og_description: 500 },
    ...{ og_image: 500, og_type: 20, canonical_url: 500, robots: 200, change_frequency: 10 },
    structured_data: json(1, 20_000),
  },
  content_published: { kind: 50, key: 100, data: json(120, 5000) },
  gone_facts: { slug: 200, tier: 4000, facts: json(10, 4000) },
  faqs: { question: 200, answer: 5000, category: 80, official_source: 500 },
  team_members: { name: 80, role: 120, bio: 3000, languages: json(10, 40), photo: json(1, 400) },
  loaded_seeds: { name: loaded },
};

/** Tables of texts that no request writes. */
const loadedTables = ["blog_posts", "post_addresses", "forms"];

const stepTables: Record<string, string> = {
  ...{ applicant_info: "applicant_information", passport_info: "passport_information" },
  ...{ contact_info: "contact_information", trip_details: "trip_details", family_background: "family_background" },
  ...{ employment_education: "employment_education", security_questionnaire: "security_questionnaire" },
};
const snake = (name: string) => name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();

/** The limit of a stored text; undefined for a column not listed here. */
export function limitOf(table: string, column: string): number | undefined {
  if (loadedTables.includes(table)) return loaded;
  const step = standardSteps.find(({ code }) => stepTables[code] === table);
  const field = step && fieldsOf(step).find(({ name }) => snake(name) === column);
  if (field?.kind === "list") return json(field.maxEntries, 500);
  if (field) return field.encrypted ? encrypted(maxLengthOf(field)) : maxLengthOf(field);
  return columns[table]?.[column];
}
