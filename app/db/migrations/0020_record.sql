-- The record, sign-ins, reports.
SELECT 1;