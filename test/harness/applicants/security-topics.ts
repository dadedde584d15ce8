/** The topics of step 7: words of a question, and its questions with details, by input name. */
const topics: [topic: string, words: RegExp, ...questions: [string, string][]][] = [
  [
    "health",
    /communicable disease/,
    ["hasCommunicableDisease", "communicableDiseaseDetails"],
    ["hasDangerousDisorder", "dangerousDisorderDetails"],
    ["hasDrugAddiction", "drugAddictionDetails"],
  ],
  ["arrests", /arrested or convicted/, ["hasBeenArrested", "arrestDetails"]],
  [
    "drug and immigration law",
    /controlled substances[\s\S]*immigration laws/,
    ["hasViolatedDrugLaws", "drugViolationDetails"],
    ["hasViolatedImmigrationLaws", "immigrationViolationDetails"],
  ],
  ["overstay", /longer than you were allowed/, ["hasOverstayed", "overstayDetails"]],
  ["visa cancellation", /canceled or revoked/, ["hasHadVisaCancelled", "visaCancellationDetails"]],
  [
    "deportation",
    /removed or deported/,
    ["hasBeenDeported", "deportationDetails"],
    ["hasAttendedRemovalHearing", "removalHearingDetails"],
  ],
  ["custody", /withheld custody/, ["hasWithheldCustody", "custodyDetails"]],
  ["voting", /ever voted/, ["hasVotedUnlawfully", "unlawfulVotingDetails"]],
  ["tax-motivated renunciation", /avoid taxation/, ["hasRenouncedForTax", "taxRenunciationDetails"]],
  [
    "trafficking",
    /human trafficking offense/,
    ["hasCommittedTrafficking", "traffickingDetails"],
    ["hasAidedTrafficking", "aidedTraffickingDetails"],
    ["hasBenefitedFromTrafficking", "traffickingBenefitDetails"],
  ],
  [
    "terrorism",
    /terrorist activities/,
    ["hasTerroristInvolvement", "terroristInvolvementDetails"],
    ["hasFundedTerrorism", "terrorismFundingDetails"],
    ["isTerroristGroupMember", "terroristGroupDetails"],
    ["isTerroristRelative", "terroristRelativeDetails"],
  ],
  ["genocide", /genocide/, ["hasCommittedGenocide", "genocideDetails"]],
  ["torture", /torture/, ["hasCommittedTorture", "tortureDetails"]],
  [
    "extrajudicial killing",
    /extrajudicial killings/,
    ["hasCommittedExtrajudicialKilling", "extrajudicialKillingDetails"],
  ],
  ["child soldiers", /child soldiers/, ["hasUsedChildSoldiers", "childSoldierDetails"]],
  ["religious freedom", /religious freedom/, ["hasViolatedReligiousFreedom", "religiousFreedomDetails"]],
  ["population control", /population control/, ["hasForcedPopulationControl", "populationControlDetails"]],
  ["organ trafficking", /human organs/, ["hasTraffickedOrgans", "organTraffickingDetails"]],
];

/** The topic of a test title after its row, as in `[W-S7-6] arrests`. */
export function topicOf(title: string): { pattern: RegExp; questions: [string, string][] } {
  const found = topics.find(([topic]) => title.endsWith(`] ${topic}`));
  if (!found) throw new Error(title);
  const [, pattern, ...questions] = found;
  return { pattern: pattern, questions };
}
