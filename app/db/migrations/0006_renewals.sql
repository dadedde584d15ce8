-- Documents that are out of date a year later, as a new installation has them (`db/seed/starter/document-requirements.ts`).
UPDATE document_requirements SET is_renewed_anew = true WHERE document_type IN (
  'photo', 'police_certificate', 'medical_certificate', 'proof_of_funds', 'proof_of_income', 'bank_reference',
  'employment_letter', 'employer_letter', 'itinerary', 'accommodation_proof', 'return_ticket', 'travel_insurance',
  'health_insurance'
);
