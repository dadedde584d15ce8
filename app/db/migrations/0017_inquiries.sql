-- Replies to inquiries, and what staff enter.
SELECT 1;