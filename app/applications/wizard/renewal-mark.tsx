import type { ReactNode } from "react";
import { Badge } from "~/ui/lists/badge";

export const RenewalMark = () => <Badge tone="teal">New for this renewal</Badge>;

/** Part of the hint, so that it is read out with the question and is not part of its name. */
export const RenewalHint = ({ children }: { children?: ReactNode }) => (
  <>
    <span className="block py-0.5">
      <RenewalMark />
    </span>
    {children}
  </>
);
