-- Rows that are written again and again get room on their page for their next version: it then needs no new entry in any
-- index (thirteen of them at an application, the words that the desk finds it by among them).
alter table visa_applications set (fillfactor = 70);
--> statement-breakpoint
alter table limit_counts set (fillfactor = 50);
--> statement-breakpoint
alter table applicant_information set (fillfactor = 80);
--> statement-breakpoint
alter table passport_information set (fillfactor = 80);
--> statement-breakpoint
alter table contact_information set (fillfactor = 80);
--> statement-breakpoint
alter table trip_details set (fillfactor = 80);
--> statement-breakpoint
alter table family_background set (fillfactor = 80);
--> statement-breakpoint
alter table employment_education set (fillfactor = 80);
--> statement-breakpoint
alter table security_questionnaire set (fillfactor = 80);
