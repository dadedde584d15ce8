import { caseTasks, taskTemplates } from "../schema/tasks";
import { table } from "./entry";

export const taskRegister = [
  table(
    taskTemplates,
    { of: ["nobody"], why: "work", keeps: ["content"] },
    {
      serviceId: "The service",
      key: "Permanent key of the task",
      position: "Its place in the list",
      title: "What has to be done",
      note: "How, in staff's words",
      event: "What its due day is counted from",
      days: "By how many days",
    },
  ),
  table(
    caseTasks,
    { of: ["staff"], why: "application", keeps: ["application"] },
    {
      id: "Key of the task",
      applicationId: "The application",
      templateKey: "The template's task that it is a copy of",
      position: "Its place in the list",
      title: "What has to be done",
      note: "How, in staff's words",
      event: "What its due day is counted from",
      days: "By how many days",
      dueOn: "The day on which it is due",
      isDatedByHand: "Whether staff set that day",
      isEdited: "Whether staff changed its words",
      doneAt: "When it was done",
      doneBy: "Email of the admin who did it",
      removedAt: "When staff removed it",
      revision: "How often it was changed, so that an older tab overwrites nothing",
      madeBy: "Email of the admin who added it",
      isOpen: "Whether it is still to be done",
      ownerId: "The admin who owns its case",
      createdAt: "When it came into the case",
      updatedAt: "When it last changed",
    },
  ),
].flat();
