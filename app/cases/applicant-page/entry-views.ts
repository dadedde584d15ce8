// Views of an application's URL for somebody without access, or who leaves.
export { LinkOnlyView, OpenView, ReopenedView } from "~/applications/access/open-again-views";
export { AskLinkView, ExitView } from "~/applications/access/open-views";
export { RestrictedView } from "~/applications/access/restricted-view";
