import { Banner } from "~/ui/notices/banner";

/** Says at a form of `useSentForm` why no answer came. */
export function NotSent({ failed, className }: { failed: string; className?: string }) {
  if (!failed) return null;
  return (
    <Banner tone="error" role="alert" title={failed} className={className}>
      Please try again.
    </Banner>
  );
}
