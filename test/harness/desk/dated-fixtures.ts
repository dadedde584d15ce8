/** Files of a case whose document has a date rule. */
export const datedFixtures = (
  firstId: (text: string, values?: unknown[]) => Promise<string>,
  service: string | undefined,
  application: string,
): { datedDocument: () => Promise<{ document: string; day: string; seen: string }> } => ({
  datedDocument: async () => {
    const text = `with asked as (
        insert into document_requirements (visa_service_id, document_type, document_name, date_rule, date_amount, date_unit)
        values ($1, 'dated', 'Dated', 'filing', 30, 'days') on conflict do nothing
      )
      insert into documents (application_id, document_type, document_name, storage_key, content_type, byte_size, sha256)
      values ($2, 'dated', 'dated.pdf', gen_random_uuid()::text, 'application/pdf', 2000, '') returning id`;
    return { document: await firstId(text, [service, application]), day: "2026-05-04", seen: "" };
  },
});
