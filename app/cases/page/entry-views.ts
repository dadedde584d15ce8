// What is shown at an application's address to somebody who may not come in, or who leaves.
export { LinkOnlyView, OpenView, ReopenedView } from "~/applications/access/open-again-views";
export { AskLinkView, ExitView } from "~/applications/access/open-views";
export { RestrictedView } from "~/applications/access/restricted-view";
