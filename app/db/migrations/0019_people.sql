-- Persons, and their search.
SELECT 1;