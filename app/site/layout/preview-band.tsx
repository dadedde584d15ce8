import { useLocation } from "react-router";

/** Over a page that an admin looks at before visitors can (O-EDIT-3); gone with the next page, which is everybody's. */
export function PreviewBand({ number, title }: { number: number; title: string }) {
  if (!new URLSearchParams(useLocation().search).has("preview")) return null;
  return (
    <aside
      aria-label="Preview"
      className="no-print border-b-2 border-gold bg-ink px-4 py-2.5 text-center text-sm text-white"
    >
      <strong className="font-semibold">Preview: visitors do not see this yet</strong>{" "}
      <span className="block text-foam sm:inline">
        {title}, version {number}
      </span>
    </aside>
  );
}
