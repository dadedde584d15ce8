import type { Kind } from "./kind";
import { agreementsKind } from "./kinds/agreements/agreements.server";
import { consultationsKind } from "./kinds/consultations.server";
import { categoriesKind } from "./kinds/countries/categories.server";
import { countriesKind } from "./kinds/countries/countries.server";
import { formsKind } from "./kinds/forms/forms.server";
import { homeKind } from "./kinds/home.server";
import { hoursKind } from "./kinds/hours.server";
import { mailsKind } from "./kinds/mails/mails.server";
import { metadataKind } from "./kinds/metadata/metadata.server";
import { pagesKind } from "./kinds/pages/pages.server";
import { postsKind } from "./kinds/posts/posts.server";
import { questionsKind } from "./kinds/questions.server";
import { reviewsKind } from "./kinds/reviews.server";
import { rulesKind } from "./kinds/rules/rules.server";
import { settingsKind } from "./kinds/settings.server";
import { stepsKind } from "./kinds/steps/steps.server";
import { tasksKind } from "./kinds/tasks/tasks.server";
import { teamKind } from "./kinds/team.server";
import { findContent, findKind, registerKinds } from "./registry.server";

export const kinds: readonly Kind[] = [
  postsKind,
  questionsKind,
  rulesKind,
  formsKind,
  teamKind,
  reviewsKind,
  homeKind,
  pagesKind,
  settingsKind,
  hoursKind,
  consultationsKind,
  metadataKind,
  countriesKind,
  categoriesKind,
  stepsKind,
  tasksKind,
  agreementsKind,
  mailsKind,
];
registerKinds(kinds);

export { findContent as findThing, findKind };
