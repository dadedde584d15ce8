import type { AppServer } from "../app-server";

// A check of all links reads every public page for half a minute, and changes nothing that a form returns.

/** Prevents requested link checks from starting, until `forgetLinkChecks`. */
export const holdLinkChecks = (app: AppServer): Promise<unknown> =>
  app.query(`
    create or replace function hold_link_checks() returns trigger language plpgsql as
      $$ begin new.start_after := now() + interval '1 day'; return new; end $$;
    create or replace trigger hold_link_checks before insert on pgboss.job
      for each row when (new.name = 'content.check-links') execute function hold_link_checks()`);

/** Deletes all link checks. */
export const forgetLinkChecks = (app: AppServer): Promise<unknown> =>
  app.query(`
    drop function if exists hold_link_checks() cascade;
    delete from pgboss.job where name = 'content.check-links' and state = 'created';
    delete from link_checks`);
