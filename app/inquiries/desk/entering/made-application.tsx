import { FilePlus2 } from "lucide-react";
import type { InquiryDetail } from "~/inquiries/desk/detail.server";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { StatusBadge } from "~/ui/lists/status-badge";

/** The application that was made from an inquiry, or the way to make one (K-MAKE-1). */
export function InquiryApplication({ id, application }: { id: string; application: InquiryDetail["application"] }) {
  return (
    <section aria-labelledby="application">
      <h2 id="application" className="text-lg">
        Application
      </h2>
      {application ? (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <TextLink to={`/admin/applications/${application.id}`}>
            <span className="font-mono">{application.number}</span>
          </TextLink>
          <StatusBadge status={application.status} />
        </p>
      ) : (
        <>
          <p className="mt-1 text-sm text-stone">
            What we know is copied over. The applicant gets a link to complete and sign it.
          </p>
          <ButtonLink
            to={`/admin/inquiries/${id}/application`}
            variant="outline"
            size="sm"
            className="mt-3"
            before={<FilePlus2 aria-hidden />}
          >
            Make an application
          </ButtonLink>
        </>
      )}
    </section>
  );
}
