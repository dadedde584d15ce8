-- Sample people are in no report (F-DESK-9). Who becomes one, or is none any more, changes the figures of their months.
CREATE OR REPLACE TRIGGER report_applications_changed
  AFTER UPDATE OF status, current_step, visa_service_id, submitted_at, created_at, is_sample ON visa_applications
  FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.current_step IS DISTINCT FROM new.current_step
    OR old.visa_service_id IS DISTINCT FROM new.visa_service_id OR old.submitted_at IS DISTINCT FROM new.submitted_at
    OR old.created_at IS DISTINCT FROM new.created_at OR old.is_sample IS DISTINCT FROM new.is_sample)
  EXECUTE FUNCTION report_application();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER report_inquiries_changed
  AFTER UPDATE OF visa_service, answered_at, created_at, is_sample ON visa_inquiries
  FOR EACH ROW WHEN (old.visa_service IS DISTINCT FROM new.visa_service
    OR old.answered_at IS DISTINCT FROM new.answered_at OR old.created_at IS DISTINCT FROM new.created_at
    OR old.is_sample IS DISTINCT FROM new.is_sample)
  EXECUTE FUNCTION report_inquiry();
--> statement-breakpoint
-- The months that hold sample people are made anew: when they are first asked for, or by the job.
INSERT INTO report_changes (subject, month)
SELECT DISTINCT 'applications', nassau_month(created_at) FROM visa_applications WHERE is_sample
UNION SELECT DISTINCT 'submissions', nassau_month(submitted_at) FROM visa_applications WHERE is_sample AND submitted_at IS NOT NULL
UNION SELECT DISTINCT 'inquiries', nassau_month(created_at) FROM visa_inquiries WHERE is_sample
UNION SELECT DISTINCT 'answers', nassau_month(answered_at) FROM visa_inquiries WHERE is_sample AND answered_at IS NOT NULL
UNION SELECT DISTINCT 'decisions', nassau_month(h.created_at) FROM application_status_history h
  JOIN visa_applications a ON a.id = h.application_id WHERE a.is_sample AND h.to_status IN ('approved', 'denied')
UNION SELECT DISTINCT 'revenue', date_trunc('month', ledger_day(e.paid_on, e.created_at))::date FROM ledger_entries e
  JOIN visa_applications a ON a.id = e.application_id WHERE a.is_sample AND e.kind IN ('payment', 'refund');
