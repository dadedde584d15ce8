import { Download, FileText } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { LibraryForm } from "~/content/forms/forms.server";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Badge } from "~/ui/lists/badge";
import { unbroken } from "~/ui/unbroken";

const loadNotice = () => import("~/ui/notices/notice-modal");
const NoticeModal = lazy(async () => ({ default: (await loadNotice()).NoticeModal }));

/** A form of the library with its download, or the notice that there is none yet (P-FORMS-4, P-FORMS-5). */
export function FormCard({ form }: { form: LibraryForm }) {
  const { id, title, description, country, visaType, fileSize, hasFile } = form;
  const [confirming, setConfirming] = useState<boolean>();
  const unavailable = `/forms/${id}/unavailable`;
  const label = `Download Form: ${title}`;
  return (
    <article className="flex h-full flex-col rounded-2xl border border-line bg-white p-6">
      <div className="flex items-start justify-between gap-4">
        <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-lg bg-foam text-sea-ink">
          <FileText className="size-5.5" />
        </span>
        <span className="flex flex-wrap justify-end gap-1.5">
          <Badge tone="teal">{country}</Badge>
          <Badge tone="sand">{visaType}</Badge>
        </span>
      </div>
      <h2 className="mt-5 text-xl">{unbroken(title)}</h2>
      <p className="mt-2 text-base text-stone">{unbroken(description)}</p>
      <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 pt-6">
        {hasFile ? (
          <>
            <ButtonLink
              to={`/forms/${id}/download`}
              reloadDocument
              variant="outline"
              size="sm"
              before={<Download aria-hidden />}
              aria-label={label}
            >
              Download Form
            </ButtonLink>
            {fileSize ? <span className="text-sm text-stone tabular-nums">PDF, {fileSize}</span> : null}
          </>
        ) : (
          <ButtonLink
            to={unavailable}
            variant="outline"
            size="sm"
            before={<Download aria-hidden />}
            aria-label={label}
            onClick={(event) => {
              event.preventDefault();
              // The notice is loaded on demand; when that fails, the link is followed instead.
              loadNotice().then(
                () => setConfirming(true),
                () => window.location.assign(unavailable),
              );
            }}
          >
            Download Form
          </ButtonLink>
        )}
      </div>
      {confirming === undefined ? null : (
        <Suspense>
          <NoticeModal
            open={confirming}
            type="info"
            title="The download is not available yet"
            message={
              <>
                We are still preparing “{title}”. <TextLink to="/contact">Ask us for it</TextLink>, and we will send you
                what we have.
              </>
            }
            onClose={() => setConfirming(false)}
          />
        </Suspense>
      )}
    </article>
  );
}
