-- Filters and saved views of the lists.
SELECT 1;