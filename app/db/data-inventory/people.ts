import { people, peopleWaiting, personPairs, personRecords } from "../schema/people";
import { table } from "./entry";

const ofPeople = { of: ["applicant", "inquirer"], why: "application", keeps: ["person"] } as const;

export const peopleRegister = [
  table(people, ofPeople, {
    id: "Key of the person at the desk, and part of the URL of its page",
    joinedInto: "The person that staff joined this one into",
    name: "Name as the latest record has it",
    emails: "Emails of its inquiries and applications",
    phones: "Telephone numbers of its inquiries and applications",
    inquiries: "How many inquiries it has",
    cases: "How many applications it has",
    clients: "How many imported clients it has",
    importedAt: "When the latest of them was taken over",
    lastContactAt: "When the latest record or message came in or went out",
    searchText: "Names, emails and phones once more without accents and capitals, for the desk's search",
    createdAt: "When its first record was assigned",
  }),
  table(personRecords, ofPeople, {
    id: "Key of the line",
    personId: "The person",
    applicationId: "The application, if it is one",
    inquiryId: "The inquiry, if it is one",
    clientId: "The imported client, if it is one",
    name: "Name in the record",
    email: "Email of the record",
    phones: "The applicant's or sender's own telephone numbers in the record",
    keys: "What makes records one person: name with phone or confirmed email, keyed digests of passport numbers with their countries",
    ties: "Email, phones and keyed digests of passports as they are compared, to find possible duplicates",
    contactAt: "When the record or its latest message came in or went out",
  }),
  table(
    peopleWaiting,
    { of: ["nobody"], why: "work", keeps: ["assigned"] },
    {
      id: "Number of the line",
      applicationId: "An application that is to be assigned to a person",
      inquiryId: "An inquiry that is to be assigned to a person",
      clientId: "An imported client that is to be assigned to a person",
      personId: "A person of whom a record was deleted",
    },
  ),
  table(personPairs, ofPeople, {
    oneId: "A person",
    otherId: "Another one",
    same: "Whether they have an email, a phone or a passport in common",
    declaredAt: "When staff said that they are not the same person",
    createdAt: "When it was found",
  }),
].flat();
