-- What was signed stays as it was signed.
create function refuse_update() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are immutable', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger application_submissions_immutable before update on application_submissions
  for each row execute function refuse_update();
