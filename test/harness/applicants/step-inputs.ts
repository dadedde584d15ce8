export type Asked = [rows: string, step: string, names: string];
/** Which inputs each row of the specification finds in which step, and which options. */
export const asked: Asked[] = [
  [
    "W-S1-1",
    "applicant_info",
    "email firstName middleName lastName gender maritalStatus dateOfBirth cityOfBirth stateOfBirth countryOfBirth",
  ],
  [
    "W-S1-2",
    "applicant_info",
    "fullNameNativeAlphabet nativeAlphabetNotApplicable usesTelecode telecodeName hasOtherNames otherNames[0].type otherNames[0].name",
  ],
  [
    "W-S2-1",
    "passport_info",
    "passportType passportNumber passportBookNumber bookNumberNotApplicable issueDate expirationDate nationalityCountry",
  ],
  ["W-S2-2", "passport_info", "issuingCountry issuingAuthority issuingCity issuingState issuingCountryFull"],
  [
    "W-S2-3",
    "passport_info",
    "hasLostStolenPassport lostStolenDetails isPermanentResidentElsewhere permanentResidentCountry",
  ],
  ["W-S2-4", "passport_info", "hasOtherNationality otherNationalities[0].country otherNationalities[0].passportNumber"],
  [
    "W-S3-1",
    "contact_info",
    "addressLine1 addressLine2 city stateProvince postalCode country hasDifferentMailingAddress mailingAddressLine1 mailingAddressLine2 mailingCity mailingStateProvince mailingPostalCode mailingCountry",
  ],
  ["W-S3-2", "contact_info", "primaryPhone secondaryPhone workPhone"],
  [
    "W-S3-3",
    "contact_info",
    "emergencyContactName emergencyContactRelationship emergencyContactPhone emergencyContactEmail",
  ],
  ["W-S4-1", "trip_details", "intendedArrivalDate intendedDepartureDate purposeOfTrip numberOfEntries"],
  ["W-S4-2", "trip_details", "destinationAddress destinationCity destinationState destinationPostalCode"],
  ["W-S4-3", "trip_details", "whoIsPaying payerName payerRelationship payerContact"],
  [
    "W-S4-4",
    "trip_details",
    "hasPreviousTravel previousTravel[0].country previousTravel[0].arrivalDate previousTravel[0].departureDate hasBeenDeniedVisa visaDenialDetails",
  ],
  [
    "W-S5-1",
    "family_background",
    "fatherFirstName fatherLastName fatherDateOfBirth fatherCountryOfBirth motherFirstName motherLastName motherDateOfBirth motherCountryOfBirth",
  ],
  ["W-S5-2", "family_background", "hasSpouse spouseFirstName spouseLastName spouseDateOfBirth spouseNationality"],
  ["W-S6-1", "employment_education", "currentStatus currentEmployerSchoolName jobTitleCourse startDate monthlyIncome"],
  [
    "W-S6-2",
    "employment_education",
    "employerAddressLine1 employerAddressLine2 employerCity employerState employerPostalCode employerCountry employerPhone supervisorName supervisorPhone",
  ],
  [
    "W-S6-8",
    "employment_education",
    "hasPreviousEmployment previousEmployment[0].employerName previousEmployment[0].jobTitle previousEmployment[0].startDate previousEmployment[0].endDate",
  ],
  [
    "W-S7-1",
    "security_questionnaire",
    "hasCommunicableDisease hasBeenArrested arrestDetails hasViolatedImmigrationLaws immigrationViolationDetails hasTerroristInvolvement",
  ],
  ["W-S8-1", "review_certification", "certifyAccuracy certifyUnderstanding electronicSignature signatureDate"],
];

export const offers: Asked[] = [
  ["W-S1-3", "applicant_info", "gender: male female other prefer_not_to_say"],
  ["W-S1-4", "applicant_info", "maritalStatus: single married divorced widowed separated domestic_partnership"],
  ["W-S1-5", "applicant_info", "otherNames[0].type: maiden alias religious professional other"],
  ["W-S2-5", "passport_info", "passportType: regular official diplomatic emergency temporary"],
  ["W-S4-5", "trip_details", "numberOfEntries: single multiple"],
  ["W-S4-6", "trip_details", "whoIsPaying: self company sponsor other"],
  ["W-S6-3", "employment_education", "currentStatus: employed self_employed student retired unemployed"],
];
