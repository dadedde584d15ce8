import { useNavigation } from "react-router";
import { BrandMark } from "~/ui/brand/guilloche";

/** Shown only when a step loads slowly; a fast one is not announced. */
export function LoadingScreen() {
  const { state, location } = useNavigation();
  if (state !== "loading" || !location?.pathname.startsWith("/apply/")) return null;
  return (
    <div className="fixed inset-0 z-30 grid animate-late place-items-center bg-sand/90">
      <div role="status" className="grid justify-items-center gap-4">
        <BrandMark className="size-14" />
        <p className="text-lg font-medium text-navy">Loading application...</p>
      </div>
    </div>
  );
}
