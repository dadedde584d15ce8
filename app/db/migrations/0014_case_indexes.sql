-- What an open page of a case asks for every few seconds, and what a decision on an answer looks for.
CREATE INDEX "case_item_answers_application_id_created_at_index" ON "case_item_answers" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "documents_case_answer_id_index" ON "documents" USING btree ("case_answer_id");