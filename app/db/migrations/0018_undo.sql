-- What can be undone for some seconds.
SELECT 1;