-- What one to three figures are found by: the first figures of every number that is no phone (app/db/found-by.server.ts).
create function few_digits(search_text text) returns text[] language sql immutable strict parallel safe
return array(select distinct left(run[1], n)
  from regexp_matches(split_part(search_text, chr(31), 1), '[0-9]+', 'g') run, generate_series(1, least(3, length(run[1]))) n);
--> statement-breakpoint
CREATE INDEX "visa_applications_few_digits" ON "visa_applications" USING gin (few_digits("search_text"));--> statement-breakpoint
CREATE INDEX "visa_inquiries_few_digits" ON "visa_inquiries" USING gin (few_digits("search_text"));--> statement-breakpoint
CREATE INDEX "people_few_digits" ON "people" USING gin (few_digits("search_text"));