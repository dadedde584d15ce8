ALTER TABLE "visa_applications" ADD COLUMN "aging_from" date;
--> statement-breakpoint
CREATE INDEX "visa_applications_aging" ON "visa_applications" USING btree ("aging_from","id") WHERE "visa_applications"."aging_from" is not null;
--> statement-breakpoint
CREATE INDEX "visa_applications_aging_owner" ON "visa_applications" USING btree ("owner_id","aging_from","id") WHERE "visa_applications"."aging_from" is not null;
--> statement-breakpoint
CREATE INDEX "documents_dated" ON "documents" USING btree ("document_type","application_id") WHERE issued_on is not null;
--> statement-breakpoint
-- The first day on which Today lists an unfiled case because of a required document: 14 days before it is too old if we
-- plan to file no earlier, otherwise the day itself. The same as `agingDay` (`app/cases/aging/aging.ts`). A passport page
-- is left out: its dates are answers.
CREATE FUNCTION aging_day(application uuid, service uuid, submitted timestamptz, planned date) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT min(CASE
    WHEN r.date_rule = 'submission' THEN CASE WHEN good.until < s.submitted_on THEN good.until + 1 END
    WHEN good.until < coalesce(planned, s.submitted_on + of_service.filing_days) THEN good.until + 1 - 14
    ELSE good.until + 1 END)
  FROM (SELECT (submitted AT TIME ZONE 'America/Nassau')::date AS submitted_on) s, visa_services of_service
    JOIN document_requirements r ON r.visa_service_id = of_service.id AND r.is_required
      AND r.date_rule IN ('submission', 'filing') AND r.purpose <> 'passport_page'
    CROSS JOIN LATERAL (
      SELECT max(d.issued_on + CASE r.date_unit WHEN 'days' THEN make_interval(days => r.date_amount)
        ELSE make_interval(months => r.date_amount) END)::date AS until
      FROM documents d LEFT JOIN case_item_answers w ON w.id = d.case_answer_id
      WHERE d.application_id = application AND d.document_type = r.document_type AND d.issued_on IS NOT NULL
        AND d.scan <> 'infected' AND d.case_message_id IS NULL AND d.decision_id IS NULL
        AND (d.case_item_id IS NULL OR w.outcome <> 'refused')) good
  WHERE of_service.id = service
$$;
--> statement-breakpoint
-- A changed rule waits for files that are being dated, and they for it: each lock is taken after that of the case.
CREATE FUNCTION refresh_aging(application uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  a visa_applications;
BEGIN
  SELECT * INTO a FROM visa_applications WHERE id = application FOR NO KEY UPDATE;
  IF a.id IS NULL OR a.filed_on IS NOT NULL OR a.submitted_at IS NULL
    OR a.status NOT IN ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled') THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(4275046, hashtext(a.visa_service_id::text));
  UPDATE visa_applications v SET aging_from = made.day
  FROM (SELECT aging_day(a.id, a.visa_service_id, a.submitted_at, a.planned_filing_on) AS day) made
  WHERE v.id = application AND v.aging_from IS DISTINCT FROM made.day;
END $$;
--> statement-breakpoint
CREATE FUNCTION dated_file_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF old.application_id IS DISTINCT FROM new.application_id THEN
    PERFORM refresh_aging(old.application_id);
  END IF;
  PERFORM refresh_aging(new.application_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER dated_file_added AFTER INSERT ON documents
  FOR EACH ROW WHEN (new.issued_on IS NOT NULL) EXECUTE FUNCTION dated_file_changed();
--> statement-breakpoint
CREATE TRIGGER dated_file_gone AFTER DELETE ON documents
  FOR EACH ROW WHEN (old.issued_on IS NOT NULL) EXECUTE FUNCTION dated_file_changed();
--> statement-breakpoint
CREATE TRIGGER dated_file_changed
  AFTER UPDATE OF application_id, document_type, issued_on, scan, case_item_id, case_answer_id, case_message_id, decision_id
  ON documents FOR EACH ROW WHEN (coalesce(old.issued_on, new.issued_on) IS NOT NULL
    AND (old.application_id, old.document_type, old.issued_on, old.scan, old.case_item_id, old.case_answer_id,
      old.case_message_id, old.decision_id)
    IS DISTINCT FROM (new.application_id, new.document_type, new.issued_on, new.scan, new.case_item_id,
      new.case_answer_id, new.case_message_id, new.decision_id))
  EXECUTE FUNCTION dated_file_changed();
--> statement-breakpoint
CREATE FUNCTION answer_of_dated_files_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_aging(new.application_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER answer_of_dated_files_changed AFTER UPDATE OF outcome ON case_item_answers
  FOR EACH ROW WHEN (old.outcome IS DISTINCT FROM new.outcome) EXECUTE FUNCTION answer_of_dated_files_changed();
--> statement-breakpoint
CREATE FUNCTION case_of_aging_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.aging_from := NULL;
  IF new.filed_on IS NULL AND new.submitted_at IS NOT NULL
    AND new.status IN ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled') THEN
    PERFORM pg_advisory_xact_lock_shared(4275046, hashtext(new.visa_service_id::text));
    new.aging_from := aging_day(new.id, new.visa_service_id, new.submitted_at, new.planned_filing_on);
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER case_of_aging_changed
  BEFORE UPDATE OF status, filed_on, planned_filing_on, submitted_at, visa_service_id ON visa_applications
  FOR EACH ROW WHEN ((old.status, old.filed_on, old.planned_filing_on, old.submitted_at, old.visa_service_id)
    IS DISTINCT FROM (new.status, new.filed_on, new.planned_filing_on, new.submitted_at, new.visa_service_id))
  EXECUTE FUNCTION case_of_aging_changed();
--> statement-breakpoint
-- All unfiled cases of a service with a dated file for one of its documents, or for one of these that it no longer
-- requires. Their rows are locked before the day is computed, in the order of their ids, and at the first of several
-- changed rules those of all documents: at the second one a case may already wait for this transaction.
CREATE FUNCTION refresh_aging_of(service uuid, changed text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  types text[] := changed || ARRAY(SELECT document_type FROM document_requirements WHERE visa_service_id = service);
  concerned uuid[];
BEGIN
  FOR pass IN 1..2 LOOP
    SELECT coalesce(array_agg(id), '{}') INTO concerned FROM (
      SELECT id FROM visa_applications
      WHERE id IN (SELECT application_id FROM documents WHERE document_type = ANY(types) AND issued_on IS NOT NULL)
        AND visa_service_id = service AND filed_on IS NULL AND submitted_at IS NOT NULL
        AND status IN ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled')
      ORDER BY id FOR NO KEY UPDATE) locked;
    -- The second pass finds the files that were dated while this waited.
    PERFORM pg_advisory_xact_lock(4275046, hashtext(service::text));
  END LOOP;
  UPDATE visa_applications v SET aging_from = made.day
  FROM (SELECT id, aging_day(id, visa_service_id, submitted_at, planned_filing_on) AS day
    FROM visa_applications WHERE id = ANY(concerned)) made
  WHERE v.id = made.id AND v.aging_from IS DISTINCT FROM made.day;
END $$;
--> statement-breakpoint
CREATE FUNCTION date_rule_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_aging_of(coalesce(new.visa_service_id, old.visa_service_id),
    array_remove(ARRAY[old.document_type, new.document_type], NULL));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER date_rule_added AFTER INSERT ON document_requirements
  FOR EACH ROW WHEN (new.date_rule IS NOT NULL) EXECUTE FUNCTION date_rule_changed();
--> statement-breakpoint
CREATE TRIGGER date_rule_gone AFTER DELETE ON document_requirements
  FOR EACH ROW WHEN (old.date_rule IS NOT NULL) EXECUTE FUNCTION date_rule_changed();
--> statement-breakpoint
CREATE TRIGGER date_rule_changed
  AFTER UPDATE OF date_rule, date_amount, date_unit, is_required, purpose, document_type ON document_requirements
  FOR EACH ROW WHEN ((old.date_rule, old.date_amount, old.date_unit, old.is_required, old.purpose, old.document_type)
    IS DISTINCT FROM (new.date_rule, new.date_amount, new.date_unit, new.is_required, new.purpose, new.document_type))
  EXECUTE FUNCTION date_rule_changed();
--> statement-breakpoint
CREATE FUNCTION filing_days_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_aging_of(new.id, '{}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER filing_days_changed AFTER UPDATE OF filing_days ON visa_services
  FOR EACH ROW WHEN (old.filing_days IS DISTINCT FROM new.filing_days) EXECUTE FUNCTION filing_days_changed();
--> statement-breakpoint
-- Counts by day and owner, as those of tasks.
CREATE FUNCTION count_aging_case() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text := old.aging_from || ' ' || coalesce(old.owner_id::text, '');
  now_is text := new.aging_from || ' ' || coalesce(new.owner_id::text, '');
BEGIN
  INSERT INTO row_counts (subject, key, n) SELECT 'aging cases by day', key, n
  FROM (VALUES (was, -1), (now_is, 1)) AS c (key, n) WHERE key IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_aging_added AFTER INSERT ON visa_applications
  FOR EACH ROW WHEN (new.aging_from IS NOT NULL) EXECUTE FUNCTION count_aging_case();
--> statement-breakpoint
CREATE TRIGGER count_aging_gone AFTER DELETE ON visa_applications
  FOR EACH ROW WHEN (old.aging_from IS NOT NULL) EXECUTE FUNCTION count_aging_case();
--> statement-breakpoint
-- Without a list of columns, which would not name those that a trigger sets.
CREATE TRIGGER count_aging_moved AFTER UPDATE ON visa_applications
  FOR EACH ROW WHEN (coalesce(old.aging_from, new.aging_from) IS NOT NULL
    AND (old.aging_from, old.owner_id) IS DISTINCT FROM (new.aging_from, new.owner_id))
  EXECUTE FUNCTION count_aging_case();
--> statement-breakpoint
CREATE TRIGGER count_aging_emptied AFTER TRUNCATE ON visa_applications
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows('aging cases by day', '');
