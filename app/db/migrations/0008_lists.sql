DROP INDEX "case_tasks_due";
--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "ends_on" date;
--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "has_key_date" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "task_due_on" date;
--> statement-breakpoint
ALTER TABLE "key_dates" ADD COLUMN "is_watched" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "key_dates" ADD COLUMN "owner_id" uuid;
--> statement-breakpoint
ALTER TABLE "case_tasks" ADD COLUMN "is_open" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "case_tasks" ADD COLUMN "owner_id" uuid;
--> statement-breakpoint
CREATE INDEX "visa_applications_ends" ON "visa_applications" USING btree ("ends_on","id") WHERE "visa_applications"."ends_on" is not null;
--> statement-breakpoint
CREATE INDEX "visa_applications_ends_first" ON "visa_applications" USING btree (coalesce("ends_on", 'infinity'),"id");
--> statement-breakpoint
CREATE INDEX "visa_applications_without_key_date" ON "visa_applications" USING btree ("created_at","id") WHERE "visa_applications"."status" = 'approved' and not "visa_applications"."has_key_date";
--> statement-breakpoint
CREATE INDEX "visa_applications_task_due" ON "visa_applications" USING btree ("task_due_on","id") WHERE "visa_applications"."task_due_on" is not null;
--> statement-breakpoint
CREATE INDEX "key_dates_watched" ON "key_dates" USING btree ("ends_on","id") WHERE is_watched;
--> statement-breakpoint
CREATE INDEX "key_dates_watched_owner" ON "key_dates" USING btree ("owner_id","ends_on","id") WHERE is_watched;
--> statement-breakpoint
CREATE INDEX "key_dates_of_cases" ON "key_dates" USING btree ("ends_on") WHERE application_id is not null;
--> statement-breakpoint
CREATE INDEX "case_tasks_due_owner" ON "case_tasks" USING btree ("owner_id","due_on","id") WHERE is_open and due_on is not null;
--> statement-breakpoint
CREATE INDEX "case_tasks_due" ON "case_tasks" USING btree ("due_on","id") WHERE is_open and due_on is not null;
--> statement-breakpoint
-- Today and the list of applications read a million key dates and tasks by these columns alone. They follow each change of
-- a key date, a task, its case's status and owner, and a renewal.
CREATE FUNCTION watch_key_date() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_case record;
BEGIN
  SELECT status, owner_id INTO of_case FROM visa_applications WHERE id = new.application_id;
  new.owner_id := of_case.owner_id;
  new.is_watched := new.ends_on IS NOT NULL AND new.settled_at IS NULL AND new.suspended_at IS NULL
    AND (new.application_id IS NULL OR (coalesce(of_case.status = 'approved', false)
      AND NOT (new.kind IN ('visa', 'permit', 'entry_permission') AND EXISTS (
        SELECT FROM visa_applications renewal WHERE renewal.renews_id = new.application_id
          AND renewal.submitted_at IS NOT NULL AND renewal.status NOT IN ('denied', 'withdrawn')))));
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER key_dates_watched BEFORE INSERT OR UPDATE ON key_dates
  FOR EACH ROW EXECUTE FUNCTION watch_key_date();
--> statement-breakpoint
CREATE FUNCTION open_task() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_case record;
BEGIN
  SELECT status, owner_id INTO of_case FROM visa_applications WHERE id = new.application_id;
  new.owner_id := of_case.owner_id;
  new.is_open := new.done_at IS NULL AND new.removed_at IS NULL
    AND coalesce(of_case.status NOT IN ('draft', 'denied', 'withdrawn'), false);
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER case_tasks_open BEFORE INSERT OR UPDATE ON case_tasks
  FOR EACH ROW EXECUTE FUNCTION open_task();
--> statement-breakpoint
CREATE FUNCTION refresh_key_dates_of(application uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE visa_applications a SET ends_on = days.ends_on, has_key_date = days.has_key_date
  FROM (SELECT min(k.ends_on) FILTER (WHERE k.settled_at IS NULL AND k.kind IN ('visa', 'permit', 'entry_permission'))
      AS ends_on, count(k.id) > 0 AS has_key_date
    FROM visa_applications of_case LEFT JOIN key_dates k
      ON k.application_id = of_case.id AND k.suspended_at IS NULL AND of_case.status = 'approved'
    WHERE of_case.id = application) AS days
  WHERE a.id = application AND (a.ends_on, a.has_key_date) IS DISTINCT FROM (days.ends_on, days.has_key_date)
$$;
--> statement-breakpoint
CREATE FUNCTION refresh_tasks_of(application uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE visa_applications a SET task_due_on = days.due_on
  FROM (SELECT min(due_on) AS due_on FROM case_tasks WHERE application_id = application AND is_open) AS days
  WHERE a.id = application AND a.task_due_on IS DISTINCT FROM days.due_on
$$;
--> statement-breakpoint
-- What ends in a month, and of how much a renewal was begun, counts for the month of its day.
CREATE FUNCTION report_endings_of(applications uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'endings', date_trunc('month', ends_on)::date FROM key_dates
  WHERE application_id = ANY(applications) AND ends_on IS NOT NULL AND kind IN ('visa', 'permit', 'entry_permission')
$$;
--> statement-breakpoint
CREATE FUNCTION key_date_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_key_dates_of(coalesce(new.application_id, old.application_id));
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'endings', date_trunc('month', day)::date FROM (VALUES
    (old.application_id, old.kind, old.ends_on), (new.application_id, new.kind, new.ends_on)) AS k (application, kind, day)
  WHERE application IS NOT NULL AND day IS NOT NULL AND kind IN ('visa', 'permit', 'entry_permission');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER key_dates_changed
  AFTER INSERT OR DELETE OR UPDATE OF application_id, kind, ends_on, settled_at, suspended_at ON key_dates
  FOR EACH ROW EXECUTE FUNCTION key_date_changed();
--> statement-breakpoint
CREATE FUNCTION task_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_tasks_of(coalesce(new.application_id, old.application_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER case_tasks_changed AFTER INSERT OR DELETE OR UPDATE OF due_on, done_at, removed_at ON case_tasks
  FOR EACH ROW EXECUTE FUNCTION task_changed();
--> statement-breakpoint
-- The triggers of the touched rows compute their columns.
CREATE FUNCTION case_of_days_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (old.status, old.owner_id) IS DISTINCT FROM (new.status, new.owner_id) THEN
    UPDATE key_dates SET is_watched = is_watched WHERE application_id = new.id;
    UPDATE case_tasks SET is_open = is_open WHERE application_id = new.id AND done_at IS NULL AND removed_at IS NULL;
  END IF;
  IF old.status IS DISTINCT FROM new.status THEN
    PERFORM refresh_key_dates_of(new.id);
    PERFORM refresh_tasks_of(new.id);
  END IF;
  IF (old.status, old.visa_service_id, old.is_sample) IS DISTINCT FROM (new.status, new.visa_service_id, new.is_sample) THEN
    PERFORM report_endings_of(ARRAY[new.id]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER case_of_days_changed AFTER UPDATE OF status, owner_id, visa_service_id, is_sample ON visa_applications
  FOR EACH ROW WHEN ((old.status, old.owner_id, old.visa_service_id, old.is_sample)
    IS DISTINCT FROM (new.status, new.owner_id, new.visa_service_id, new.is_sample))
  EXECUTE FUNCTION case_of_days_changed();
--> statement-breakpoint
CREATE FUNCTION renewal_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  renewed uuid[] := array_remove(ARRAY[old.renews_id, new.renews_id], NULL);
BEGIN
  UPDATE key_dates SET is_watched = is_watched WHERE application_id = ANY(renewed);
  PERFORM report_endings_of(renewed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER renewal_added AFTER INSERT ON visa_applications
  FOR EACH ROW WHEN (new.renews_id IS NOT NULL) EXECUTE FUNCTION renewal_changed();
--> statement-breakpoint
CREATE TRIGGER renewal_gone AFTER DELETE ON visa_applications
  FOR EACH ROW WHEN (old.renews_id IS NOT NULL) EXECUTE FUNCTION renewal_changed();
--> statement-breakpoint
CREATE TRIGGER renewal_changed AFTER UPDATE OF renews_id, status, submitted_at ON visa_applications
  FOR EACH ROW WHEN (coalesce(old.renews_id, new.renews_id) IS NOT NULL
    AND (old.renews_id, old.status, old.submitted_at) IS DISTINCT FROM (new.renews_id, new.status, new.submitted_at))
  EXECUTE FUNCTION renewal_changed();
--> statement-breakpoint
-- Counts by day and owner, as the others: rows are added, never updated.
CREATE FUNCTION count_key_date() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text := CASE WHEN old.is_watched THEN old.ends_on || ' ' || coalesce(old.owner_id::text, '') END;
  now_is text := CASE WHEN new.is_watched THEN new.ends_on || ' ' || coalesce(new.owner_id::text, '') END;
BEGIN
  IF was IS DISTINCT FROM now_is THEN
    INSERT INTO row_counts (subject, key, n) SELECT 'key dates by day', key, n FROM (VALUES (was, -1), (now_is, 1)) AS c (key, n)
    WHERE key IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_key_dates AFTER INSERT OR UPDATE OR DELETE ON key_dates
  FOR EACH ROW EXECUTE FUNCTION count_key_date();
--> statement-breakpoint
CREATE TRIGGER count_key_dates_emptied AFTER TRUNCATE ON key_dates
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows('key dates by day', '');
--> statement-breakpoint
CREATE FUNCTION count_task() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text := CASE WHEN old.is_open THEN old.due_on || ' ' || coalesce(old.owner_id::text, '') END;
  now_is text := CASE WHEN new.is_open THEN new.due_on || ' ' || coalesce(new.owner_id::text, '') END;
BEGIN
  IF was IS DISTINCT FROM now_is THEN
    INSERT INTO row_counts (subject, key, n) SELECT 'tasks by day', key, n FROM (VALUES (was, -1), (now_is, 1)) AS c (key, n)
    WHERE key IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_tasks AFTER INSERT OR UPDATE OR DELETE ON case_tasks
  FOR EACH ROW EXECUTE FUNCTION count_task();
--> statement-breakpoint
CREATE TRIGGER count_tasks_emptied AFTER TRUNCATE ON case_tasks
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows('tasks by day', '');
