import { WifiOff } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { useRouter } from "~/ui/use-router";
import { deferReloads, deferredNavigation, onDeferredNavigation } from "./deferred-reload";

export function OfflineNotice() {
  // A script that fails at once may be ahead of the router state that React rendered.
  const router = useRouter();
  const waits = useSyncExternalStore(onDeferredNavigation, deferredNavigation, () => null);
  useEffect(() => {
    if (router) deferReloads(router);
  }, [router]);
  if (!waits) return null;
  return (
    <div role="alert" className="no-print pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4">
      <p className="flex max-w-md items-center gap-3 rounded-2xl bg-navy px-5 py-3 text-sm font-semibold text-white shadow-lg ring-1 ring-gold/60">
        <WifiOff aria-hidden className="size-5 shrink-0 text-gold" />
        {waits === "send"
          ? "Your device couldn’t reach us, so what you just sent may not have arrived. This page reloads when you’re back online and shows whether it did."
          : "Your device couldn’t reach us. The next page opens when you’re back online."}
      </p>
    </div>
  );
}
