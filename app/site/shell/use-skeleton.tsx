import { type ReactNode, useEffect, useState } from "react";
import { type Location, useLocation } from "react-router";

/** How long a followed link may load before its page is drawn as a skeleton, in milliseconds. */
const patience = 250;

/**
 * The page that is being waited for, as a skeleton, once that takes longer than a moment. How it is drawn comes over
 * the network too, but only when a link is followed: a page that is simply read does without it.
 */
export function useSkeleton(next: Location | undefined): ReactNode {
  const { pathname } = useLocation();
  const waiting = next && next.pathname !== pathname ? next : undefined;
  const [slow, setSlow] = useState<{ key: string; skeleton: ReactNode }>();
  const { key, pathname: path } = waiting ?? {};
  useEffect(() => {
    if (key === undefined || path === undefined) return;
    let over = false;
    const moment = new Promise((done) => setTimeout(done, patience));
    Promise.all([import("~/site/shell/page-skeleton"), moment]).then(
      ([{ PageSkeleton }]) => {
        if (!over) setSlow({ key, skeleton: <PageSkeleton path={path} /> });
      },
      // Without a skeleton the page that was there stays until the next one is.
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [key, path]);
  return key !== undefined && slow?.key === key ? slow.skeleton : undefined;
}
