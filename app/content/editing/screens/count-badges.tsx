import { counted } from "~/core/counted";
import { classNames } from "~/ui/class-names";
import { Badge } from "~/ui/lists/badge";

type CountBadgesProps = {
  published: number;
  drafts: number;
  scheduled: number;
  offline?: number;
  className?: string;
};

/** Counts of published, draft and scheduled items; zeros are muted. */
export function CountBadges({ published, drafts, scheduled, offline = 0, className }: CountBadgesProps) {
  return (
    <p className={classNames("flex flex-wrap items-center gap-x-2 gap-y-1", className)}>
      {published > 0 ? <Badge tone="green">{published} published</Badge> : <None>0 published</None>}
      {drafts > 0 ? <Badge tone="yellow">{counted(drafts, "draft")}</Badge> : <None>0 drafts</None>}
      {scheduled > 0 ? <Badge tone="blue">{scheduled} scheduled</Badge> : <None>0 scheduled</None>}
      {offline > 0 ? <Badge tone="gray">{offline} offline</Badge> : null}
    </p>
  );
}

function None({ children }: { children: string }) {
  return <span className="px-1 text-xs text-stone">{children}</span>;
}
