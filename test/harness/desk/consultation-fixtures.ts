import { type AppServer, admin } from "../app-server";

export function consultationFixtures(app: AppServer, inquiry: () => Promise<string>) {
  const firstId = async (text: string, values: unknown[]) =>
    (await app.query<{ id: string }>(text, values))[0]?.id ?? "";
  return {
    consultation: async () =>
      firstId(
        `insert into consultations (inquiry_id, day, time, starts_at, minutes, way, zone, state)
         select $1, (t at time zone 'America/Nassau')::date, '10:00', t, 30, 'phone', 'America/Nassau', 'booked'
         from (select now() + interval '2 days' as t) as start returning id`,
        [await inquiry()],
      ),
    beginConsultations: () => app.query("update consultations set starts_at = now() - interval '1 minute'"),
    block: () =>
      firstId(
        `insert into blocked_times (admin_id, starts_at, ends_at, made_by)
         select id, now() + interval '1 day', now() + interval '2 days', email from admin_users where email = $1 returning id`,
        [admin.email],
      ),
  };
}
