import { FileText, Trash2 } from "lucide-react";
import type { ComponentProps } from "react";
import { FileRow } from "~/ui/forms/file-input";
import { Progress } from "~/ui/progress";

export function StoredPreview({ url, name }: { url: string; name: string }) {
  if (!/\.(png|jpe?g)$/i.test(name)) return <FileText aria-hidden className="size-5 text-sea-ink" />;
  return (
    <img
      src={url}
      alt={`Preview of ${name}`}
      width={48}
      height={48}
      loading="lazy"
      className="size-full object-cover"
    />
  );
}

/** `part`: the share that was sent, up to 1. */
export function UploadingRow({ name, bytes, part }: { name: string; bytes: number; part: number }) {
  return (
    <FileRow
      name={name}
      bytes={bytes}
      detail={<Progress size="sm" className="mt-1.5 mr-2" label={`Uploading ${name}`} value={Math.round(part * 100)} />}
    />
  );
}

/** `label`: what it removes, for screen readers. */
export function BinButton({ label, ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      {...rest}
      data-hint="Remove"
      className="grid size-11 shrink-0 place-items-center rounded-md text-stone hover:bg-error-ground hover:text-error"
    >
      <Trash2 aria-hidden className="size-4.5" />
      <span className="sr-only">{label}</span>
    </button>
  );
}
