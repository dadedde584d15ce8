import { account, adminActivityLog, adminUsers, limitCounts, session, user, verification } from "../schema/accounts";
import { authenticators, passkeys, recoveryCodes } from "../schema/factors";
import { adminInvitations } from "../schema/invitations";
import { openedRecords } from "../schema/opened-records";
import { savedViews } from "../schema/views";
import { table } from "./entry";

const ofStaff = { of: ["staff"], why: "accounts", keeps: ["account"] } as const;
const unused = "Always empty: the library has the column, and the program never fills it";

export const accounts = [
  table(user, ofStaff, {
    id: "Key of the account",
    name: "The email once more: the library wants a name",
    email: "Email that the person signs in with",
    emailVerified: "Always yes: another admin, or the operator, gave the email",
    image: unused,
    createdAt: "When the account was made",
    updatedAt: "When it was last changed",
  }),
  table(
    session,
    { ...ofStaff, keeps: ["session"] },
    {
      id: "Key of the session",
      token: "Secret of the session; the browser's cookie holds it, signed",
      userId: "Whose session it is",
      expiresAt: "When it ends unless it is refreshed",
      ipAddress: "Network address that the person signed in from",
      userAgent: "What the browser said it was at the sign-in",
      createdAt: "When the person signed in",
      updatedAt: "When it was last refreshed",
      lastUsedAt: "When something was last asked for with it, to the minute",
      freshAt: "When the person last showed by password and factor, or a passkey, that it is them",
    },
  ),
  table(account, ofStaff, {
    id: "Key of the sign-in",
    accountId: "Key of the account once more: the library wants it",
    providerId: "The way of signing in: always by password",
    userId: "Whose sign-in it is",
    accessToken: unused,
    refreshToken: unused,
    idToken: unused,
    accessTokenExpiresAt: unused,
    refreshTokenExpiresAt: unused,
    scope: unused,
    password: "Hash of the password (Argon2), from which nobody can read it",
    createdAt: "When the first password was set",
    updatedAt: "When the password was last set",
  }),
  // better-auth's table for links and codes; ours are signed and not stored.
  table(
    verification,
    { of: ["nobody"], why: "accounts", keeps: ["always"] },
    {
      id: unused,
      identifier: unused,
      value: unused,
      expiresAt: unused,
      createdAt: unused,
      updatedAt: unused,
    },
  ),
  table(adminUsers, ofStaff, {
    id: "Key of the admin",
    userId: "The account that the admin signs in with",
    email: "Email of the admin",
    role: "Regular admin or super admin",
    name: "Name that other staff read for the admin; empty where none was set",
    passwordIsTemporary: "Whether somebody else chose the password, which is to be changed before the desk opens",
    factorRequired: "Whether the admin needs a second factor whatever the setting is, as an invited one does",
    isActive: "Whether the admin may sign in",
    singleKeys: "Whether single keys do something at the desk for the admin",
    consultationHours: "When in the week the admin takes consultations, if ever",
    lastLoginAt: "When the admin last signed in",
    secondFactorBy:
      "The last day that the desk opens without a second factor, while the account needs one and has none",
    createdBy: "The admin who made this one, if it was one",
    createdAt: "When the admin was made",
  }),
  table(
    adminInvitations,
    { of: ["staff"], why: "accounts", keeps: ["invitation"] },
    {
      id: "Key of the invitation",
      email: "Email of the person who is invited",
      role: "The role that the person is invited to",
      secret: "What the mailed link is signed over; random",
      invitedBy: "The admin who sent it last",
      sentAt: "When it was last sent",
      acceptedAt: "When the person accepted it",
      canceledAt: "When an admin canceled it",
      createdAt: "When it was first sent",
    },
  ),
  table(
    authenticators,
    { ...ofStaff, keeps: ["factor"] },
    {
      id: "Key of the authenticator app",
      userId: "Whose it is",
      secret: "Secret that the app makes its codes from, encrypted",
      secretBy: { is: "Which master key it is encrypted with", of: ["nobody"], why: "protection" },
      confirmedAt: "When the first right code of it was entered, since when it counts",
      begunIn: "The session that began its set-up, until it counts",
      lastStep: "When the newest code that counted was made, so that none counts twice",
      createdAt: "When its set-up was begun",
    },
  ),
  table(
    recoveryCodes,
    { ...ofStaff, keeps: ["factor"] },
    {
      userId: "Whose it is",
      hash: "Hash of an unused recovery code, from which nobody can read it",
      createdAt: "When it was made",
    },
  ),
  table(
    passkeys,
    { ...ofStaff, keeps: ["factor"] },
    {
      id: "Key of the passkey",
      userId: "Whose it is",
      name: "What its owner calls it",
      credentialId: "What the device calls it",
      publicKey: "Public key that checks the device's answers",
      counter: "How many answers the device says it gave",
      transports: "How the browser may reach the device",
      createdAt: "When it was added",
      lastUsedAt: "When it was last used",
    },
  ),
  table(
    adminActivityLog,
    { of: ["staff"], why: "record", keeps: ["record"] },
    {
      id: "Key of the entry",
      actionType: "What was done, such as a changed status or a refused sign-in",
      adminId: "Key of the admin who did it; none where an applicant or the program did",
      adminEmail: "Email of that admin at the time",
      targetAdminEmail: "Email of the admin whom it was done to",
      subjectType: "Kind of what it is about: application, inquiry, document, mail, admin, service, review",
      subjectId: { is: "Key of what it is about", of: ["staff", "applicant", "inquirer"] },
      subjectName: {
        is: "What it is about by number, reference, service or title",
        of: ["staff", "applicant", "inquirer"],
      },
      about: { is: "The same, where it is an application its number", of: ["staff", "applicant", "inquirer"] },
      details: {
        is: "Facts such as the application number, statuses, names of fields and what staff changed from and to; no answer, contact, message or note",
        of: ["staff", "applicant", "inquirer"],
      },
      address: {
        is: "Network address that it was done from; of IPv6 the household's part where a sign-in failed",
        of: ["staff", "applicant", "visitor"],
        keeps: ["recordAddress", "record"],
      },
      browser: { is: "Kind of browser, such as Chrome on Android", of: ["staff", "applicant", "visitor"] },
      createdAt: "When it was done",
    },
  ),
  table(openedRecords, ofStaff, {
    adminId: "The admin who opened it",
    subjectType: "Kind of record: application, inquiry or person",
    subjectId: { is: "Key of the record", of: ["staff", "applicant", "inquirer"] },
    openedAt: "When the admin last opened it; each admin's newest twenty are kept",
  }),
  table(
    savedViews,
    { of: ["staff"], why: "work", keeps: ["account"] },
    {
      id: "Key of the view, in its address",
      list: "Which list it is of",
      adminId: "Key of the admin whose it is",
      name: "What it is called",
      search: {
        is: "Search, filters, order and columns as in the list's address; the words searched for may be of a person",
        of: ["staff", "applicant", "inquirer"],
      },
      isShared: "Whether the others see it too",
      createdAt: "When it was saved",
      updatedAt: "When it was last changed",
    },
  ),
  table(
    limitCounts,
    { of: ["visitor", "staff"], why: "abuse", keeps: ["limit"] },
    {
      key: {
        is: "What is counted, and of whom: a network address, the keys of an admin and of what was opened, or a plain hash of an email, an application's key or a browser's token",
        of: ["visitor", "applicant", "inquirer", "reader", "staff"],
      },
      windowEnds: "When the count starts again from zero",
      count: "How often",
    },
  ),
].flat();
