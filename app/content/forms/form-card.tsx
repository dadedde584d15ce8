import { Download, FileText, Info } from "lucide-react";
import type { LibraryForm } from "~/content/forms/forms.server";
import { Button, ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Badge } from "~/ui/lists/badge";
import { unbroken } from "~/ui/unbroken";

type FormService = { slug: string; name: string };

/** A form of the library with its download, or the notice that there is none yet. */
export function FormCard({
  form,
  services,
}: {
  form: LibraryForm & { download: string };
  services: readonly FormService[];
}) {
  const { id, title, description, country, visaType, fileSize, format, hasFile, download } = form;
  const label = `Download Form: ${title}`;
  return (
    <article
      id={`form-${id}`}
      className="scroll-mt-28 target:border-gold-deep target:ring-2 target:ring-gold/60 flex h-full flex-col rounded-2xl border border-line bg-white p-6"
    >
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
      {services.length > 0 ? (
        <ul aria-label="For these services" className="mt-4 grid text-sm">
          {services.map(({ slug, name }) => (
            <li key={slug}>
              <TextLink to={`/visa/${slug}`} look="standalone" arrow className="min-h-7">
                {name}
              </TextLink>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 pt-6">
        {hasFile ? (
          <>
            <ButtonLink
              to={download}
              reloadDocument
              variant="outline"
              size="sm"
              before={<Download aria-hidden />}
              aria-label={label}
            >
              Download Form
            </ButtonLink>
            {fileSize ? (
              <span className="text-sm text-stone tabular-nums">{[format, fileSize].filter(Boolean).join(", ")}</span>
            ) : null}
          </>
        ) : (
          <ButtonLink
            to={`/forms/${id}/unavailable`}
            data-opens={`unavailable-${id}`}
            variant="outline"
            size="sm"
            before={<Download aria-hidden />}
            aria-label={label}
          >
            Download Form
          </ButtonLink>
        )}
      </div>
      {hasFile ? null : <Unavailable form={form} />}
    </article>
  );
}

/** The content of the `unavailable` page as a dialog, where JavaScript runs (`site/static-pages/dialogs.ts`). */
function Unavailable({ form: { id, title } }: { form: LibraryForm }) {
  const names = `unavailable-${id}`;
  return (
    <dialog
      id={names}
      data-notice
      aria-labelledby={`${names}-title`}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-2xl bg-white text-ink shadow-lg open:animate-rise max-sm:mb-3"
    >
      <form method="dialog">
        <div className="flex items-start gap-3.5 px-5 pt-5 pb-6 sm:px-7 sm:pt-6">
          <span
            aria-hidden
            className="mt-0.5 grid size-10 shrink-0 place-items-center rounded-full bg-foam text-sea-ink"
          >
            <Info className="size-5.5" />
          </span>
          <div className="min-w-0">
            <h2 id={`${names}-title`} className="text-2xl">
              The download is not available yet
            </h2>
            <p className="mt-1.5 text-base text-stone">
              We are still preparing “{title}”. <TextLink to="/contact">Ask us for it</TextLink>, and we will send you
              what we have.
            </p>
          </div>
        </div>
        <div className="flex justify-end border-t border-line bg-mist px-5 py-4 sm:px-7">
          <Button type="submit" autoFocus>
            OK
          </Button>
        </div>
      </form>
    </dialog>
  );
}
