import { documents } from "../schema/documents";
import { visaInquiries } from "../schema/inquiries";
import { table } from "./entry";

export const inquiries = [
  table(
    visaInquiries,
    { of: ["inquirer"], why: "inquiry", keeps: ["inquiry"] },
    {
      id: "Key of the inquiry; its reference is made of it",
      fullName: "Full name",
      email: "Email to answer to, if one was given",
      phone: "Telephone number, if one was given",
      preferredContactMethod: "Whether email, telephone or WhatsApp is liked best",
      visaService: "The service that is asked about",
      nationality: "Nationality, if it was given",
      residenceCountry: "Country that the sender lives in, if it was given",
      passportExpiryDate: "Day on which the passport expires, if it was given",
      travelDate: "Day of travel, if it was given",
      numAdults: "How many adults travel",
      numChildren: "How many children travel",
      purpose: "Purpose of travel, in the sender's words",
      privacyConsent: "That the sender accepted the privacy policy; always yes",
      uploadedDocuments: "The files that came with it: name, address, size and type of each",
      status: "How far staff are with it",
      priority: "Whether staff gave it priority",
      adminNotes: "What staff noted about it; any words",
      notesRevision: "How often the notes were saved, so that nobody overwrites a change unseen",
      isSample: "Whether it belongs to a made-up person",
      attemptKey: {
        is: "Hash of the key of the attempt that sent it; emptied only by a repeat after the hour",
        why: "once",
      },
      promisedBy: "When the sender was told to have an answer",
      createdAt: "When it came in",
      updatedAt: "When staff last changed status, priority or notes; a mail to the sender does not count",
    },
  ),
  // The bytes lie in a folder or a bucket under `storageKey`, encrypted with `fileKey` (V-ENC-3).
  table(
    documents,
    {
      of: ["applicant", "inquirer", "named"],
      why: "application",
      keeps: ["draft", "application", "inquiry", "waitingFile"],
    },
    {
      id: "Key of the file; it stands in its address",
      applicationId: "The application that it belongs to, if it is one's",
      inquiryId: "The inquiry that it belongs to, if it is one's",
      documentType: "What the file is, such as a passport copy",
      documentName: "Name of the file as it was sent; it may hold a person's name",
      storageKey: "Name of the stored bytes",
      contentType: "Type of the file, such as PDF",
      byteSize: "Size in bytes as it was sent; it is stored encrypted and takes a little more",
      sha256: { is: "SHA-256 hash of the bytes as they were sent, which the signed record repeats", why: "proof" },
      fileKey: { is: "Key of the bytes, itself encrypted", why: "protection" },
      fileKeyBy: { is: "Which master key it is encrypted with, while the file belongs to nothing", why: "protection" },
      scan: { is: "What the virus scanner said", why: "abuse" },
      virus: { is: "The scanner's name of a virus that it found", why: "abuse" },
      caseItemId: "The thing that was asked for and that it answers",
      caseAnswerId: "The answer that it was sent with",
      caseMessageId: "The message that it came with",
      uploadedBy: {
        is: "SHA-256 hash of the token in the cookie of the browser that sent it, or of the id of the admin who did",
        why: "opening",
      },
      attemptKey: {
        is: "Hash of the key of the attempt that sent it; emptied only by a repeat after the hour",
        why: "once",
      },
      createdAt: "When it was stored",
    },
  ),
].flat();
