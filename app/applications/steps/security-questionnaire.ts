import { defineStep, yes } from "../../form-engine/define-step";
import { brief, mustAnswer } from "./yes-or-no";

/** A yes/no question whose details are required after yes. Nothing is preselected, and each must be answered. */
const question = <const Name extends string, const Details extends string>(
  name: Name,
  details: Details,
  label: string,
) =>
  [
    { kind: "yesno", name, ...mustAnswer(label) },
    {
      kind: "textarea",
      name: details,
      label: "Please give details",
      hint: "What happened, when and where, and how it ended.",
      visible: yes(name),
      required: true,
      missing: `Details are required: ${brief(label)}`,
      sensitive: true,
      encrypted: true,
    },
  ] as const;

export const securityQuestionnaire = defineStep({
  code: "security_questionnaire",
  number: 7,
  component: "SecurityQuestions",
  staysInTab: true,
  title: "Security Questions",
  description:
    "Immigration authorities ask everyone these questions. Answering Yes doesn’t rule you out: tell us what happened, and we’ll help you present it. Please answer each of them.",
  needed: [],
  sections: [
    {
      title: "Health",
      noToAll: true,
      fields: [
        ...question(
          "hasCommunicableDisease",
          "communicableDiseaseDetails",
          "Do you have a communicable disease of public health significance, such as tuberculosis?",
        ),
        ...question(
          "hasDangerousDisorder",
          "dangerousDisorderDetails",
          "Do you have a physical or mental disorder that poses, or is likely to pose, a threat to the safety of yourself or others?",
        ),
        ...question(
          "hasDrugAddiction",
          "drugAddictionDetails",
          "Are you, or have you ever been, a drug abuser or addict?",
        ),
      ],
    },
    {
      title: "Arrests and criminal law",
      noToAll: true,
      fields: [
        ...question(
          "hasBeenArrested",
          "arrestDetails",
          "Have you ever been arrested or convicted for any offense or crime, even if you were pardoned or granted amnesty?",
        ),
        ...question(
          "hasViolatedDrugLaws",
          "drugViolationDetails",
          "Have you ever violated, or conspired to violate, any law relating to controlled substances?",
        ),
        ...question(
          "hasEngagedInProstitution",
          "prostitutionDetails",
          "Are you coming to engage in prostitution or unlawful commercialized vice, or have you done so in the past ten years?",
        ),
        ...question(
          "hasLaunderedMoney",
          "moneyLaunderingDetails",
          "Have you ever been involved in, or do you seek to engage in, money laundering?",
        ),
      ],
    },
    {
      title: "Human trafficking",
      noToAll: true,
      fields: [
        ...question(
          "hasCommittedTrafficking",
          "traffickingDetails",
          "Have you ever committed or conspired to commit a human trafficking offense in any country?",
        ),
        ...question(
          "hasAidedTrafficking",
          "aidedTraffickingDetails",
          "Have you ever knowingly aided, assisted or colluded with a person who committed human trafficking?",
        ),
        ...question(
          "hasBenefitedFromTrafficking",
          "traffickingBenefitDetails",
          "Are you a close relative of somebody who committed human trafficking, and have you benefited from it in the last five years?",
        ),
      ],
    },
    {
      title: "Security and terrorism",
      noToAll: true,
      fields: [
        ...question(
          "hasEngagedInEspionage",
          "espionageDetails",
          "Do you seek to engage in espionage, sabotage, export control violations or any other illegal activity?",
        ),
        ...question(
          "hasTerroristInvolvement",
          "terroristInvolvementDetails",
          "Do you seek to engage in terrorist activities, or have you ever engaged in them?",
        ),
        ...question(
          "hasFundedTerrorism",
          "terrorismFundingDetails",
          "Have you ever provided, or do you intend to provide, money or other support to terrorists or terrorist organizations?",
        ),
        ...question(
          "isTerroristGroupMember",
          "terroristGroupDetails",
          "Are you a member or representative of a terrorist organization?",
        ),
        ...question(
          "isTerroristRelative",
          "terroristRelativeDetails",
          "Are you the spouse or child of somebody who engaged in terrorist activity in the last five years?",
        ),
      ],
    },
    {
      title: "Human rights",
      noToAll: true,
      fields: [
        ...question(
          "hasCommittedGenocide",
          "genocideDetails",
          "Have you ever ordered, incited, committed, assisted or otherwise participated in genocide?",
        ),
        ...question(
          "hasCommittedTorture",
          "tortureDetails",
          "Have you ever committed, ordered, assisted or participated in torture?",
        ),
        ...question(
          "hasCommittedExtrajudicialKilling",
          "extrajudicialKillingDetails",
          "Have you ever committed, ordered, assisted or participated in extrajudicial killings, political killings or other acts of violence?",
        ),
        ...question(
          "hasUsedChildSoldiers",
          "childSoldierDetails",
          "Have you ever engaged in the recruitment or use of child soldiers?",
        ),
        ...question(
          "hasViolatedReligiousFreedom",
          "religiousFreedomDetails",
          "Have you, while serving as a government official, been responsible for severe violations of religious freedom?",
        ),
        ...question(
          "hasForcedPopulationControl",
          "populationControlDetails",
          "Have you ever been involved in population control that forced a person to undergo an abortion or a sterilization?",
        ),
        ...question(
          "hasTraffickedOrgans",
          "organTraffickingDetails",
          "Have you ever been involved in the coercive transplantation of human organs or bodily tissue?",
        ),
      ],
    },
    {
      title: "Immigration history",
      noToAll: true,
      fields: [
        ...question(
          "hasViolatedImmigrationLaws",
          "immigrationViolationDetails",
          "Have you ever violated the immigration laws of any country, or helped others to do so?",
        ),
        ...question(
          "hasMisrepresentedFacts",
          "misrepresentationDetails",
          "Have you ever sought to obtain a visa, entry or another immigration benefit by fraud or misrepresentation?",
        ),
        ...question(
          "hasOverstayed",
          "overstayDetails",
          "Have you ever stayed in a country longer than you were allowed to?",
        ),
        ...question("hasHadVisaCancelled", "visaCancellationDetails", "Have you ever had a visa canceled or revoked?"),
        ...question(
          "hasBeenDeported",
          "deportationDetails",
          "Have you ever been removed or deported from any country?",
        ),
        ...question(
          "hasAttendedRemovalHearing",
          "removalHearingDetails",
          "Have you ever been the subject of a removal or deportation hearing, or failed to attend one?",
        ),
      ],
    },
    {
      title: "Other questions",
      noToAll: true,
      fields: [
        ...question(
          "hasWithheldCustody",
          "custodyDetails",
          "Have you ever withheld custody of a child from a person to whom a court had granted it?",
        ),
        ...question(
          "hasVotedUnlawfully",
          "unlawfulVotingDetails",
          "Have you ever voted in a country in violation of its law or regulation?",
        ),
        ...question(
          "hasRenouncedForTax",
          "taxRenunciationDetails",
          "Have you ever renounced a citizenship in order to avoid taxation?",
        ),
      ],
    },
  ],
});
