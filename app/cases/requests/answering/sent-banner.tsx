import { formatSent, passedOnAsMessage } from "~/cases/requests/request-words";
import { Banner, MessageBanner } from "~/ui/notices/banner";

type SentBannerProps = { sent: number; of: number; kept: number; left: readonly string[] };

export function SentBanner({ sent, of, kept, left }: SentBannerProps) {
  return (
    <>
      {sent > 0 ? (
        <Banner tone="success" role="status" title={formatSent(sent, of, left)}>
          We’ll check it within one business day.
        </Banner>
      ) : null}
      <MessageBanner tone="info" message={kept > 0 ? passedOnAsMessage : null} />
    </>
  );
}
