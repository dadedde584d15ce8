import { FileText, Trash2, UploadCloud } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { classNames } from "~/ui/class-names";
import { useControl } from "~/ui/forms/field";

export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, "")} MB`;
}

export type FileInputProps = Omit<ComponentProps<"input">, "type" | "value" | "size"> & {
  /** Such as "PDF, JPG or PNG, up to 10 MB". */
  limits: string;
  /** Larger files are reported before they are sent. */
  maxBytes?: number | undefined;
  /** For files sent with their form: checks each, and may return a smaller one. */
  ready?: ((file: File) => Promise<{ file: File; note?: string } | { message: string }>) | undefined;
  onFilesChange?: ((files: File[]) => void) | undefined;
};

/** The native file field over a large drop area. With JavaScript also previews and a way to remove files. */
export function FileInput({ limits, maxBytes, ready, onFilesChange, className, ...rest }: FileInputProps) {
  const props = useControl(rest);
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<File[]>([]);
  const [words, setWords] = useState<ReadonlyMap<string, { note?: string; problem?: string }>>(new Map());
  const round = useRef(0);

  const selectEarly = useEffectEvent(() => {
    const early = [...(input.current?.files ?? [])];
    if (early.length > 0) select(early);
  });
  // Files chosen before the script ran.
  useEffect(() => selectEarly(), []);

  function select(selected: File[]) {
    setFiles(selected);
    onFilesChange?.(selected);
    void check(selected);
  }
  async function check(selected: File[]) {
    if (!ready) return;
    round.current += 1;
    const own = round.current;
    const checked = await Promise.all(selected.map(ready));
    // Other files were chosen meanwhile.
    if (own !== round.current || !input.current) return;
    const now = checked.map((result, index) => ("file" in result ? result.file : selected[index])) as File[];
    const more = checked.map((result, index) => {
      const message =
        "file" in result ? { ...(result.note ? { note: result.note } : {}) } : { problem: result.message };
      return [fileKey(now[index] as File), message] as const;
    });
    // A file that was made smaller before keeps its note.
    setWords((before) => new Map(more.map(([key, message]) => [key, { ...before.get(key), ...message }])));
    if (now.every((file, index) => file === selected[index])) return;
    input.current.files = listOf(now);
    setFiles(now);
  }
  function remove(file: File) {
    if (!input.current) return;
    const remaining = files.filter((candidate) => candidate !== file);
    input.current.files = listOf(remaining);
    input.current.dispatchEvent(new Event("change", { bubbles: true }));
    input.current.focus();
  }

  return (
    <div className={className}>
      <div className="relative rounded-xl border-[1.5px] border-dashed border-edge bg-white text-center transition-colors hover:border-navy hover:bg-foam has-aria-invalid:border-error has-disabled:border-line has-disabled:bg-mist has-focus-visible:outline-3 has-focus-visible:outline-(--focus)">
        <input
          {...props}
          ref={input}
          type="file"
          onChange={(event) => {
            props.onChange?.(event);
            select([...(event.currentTarget.files ?? [])]);
          }}
          className="file-native absolute inset-0 h-full w-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
        <div className="needs-script pointer-events-none px-5 py-6">
          <UploadCloud aria-hidden className="mx-auto size-7 text-sea-ink" />
          <p className="mt-1.5 font-semibold">
            <span className="text-sea-ink underline decoration-1 underline-offset-4">
              {props.multiple ? "Choose files" : "Choose a file"}
            </span>{" "}
            <span className="hidden font-normal text-stone pointer-fine:inline">
              or drop {props.multiple ? "them" : "it"} here
            </span>
          </p>
          <p className="mt-0.5 text-sm text-stone">{limits}</p>
        </div>
      </div>
      {files.length > 0 ? (
        <ul aria-label="Chosen files" className="mt-3 grid gap-2">
          {files.map((file) => (
            <FileRow
              key={fileKey(file)}
              name={file.name}
              bytes={file.size}
              preview={<Preview file={file} />}
              detail={words.get(fileKey(file))?.note ? ` · ${words.get(fileKey(file))?.note}` : undefined}
              problem={
                words.get(fileKey(file))?.problem ??
                (!ready && maxBytes !== undefined && file.size > maxBytes
                  ? `Larger than ${fileSize(maxBytes)}`
                  : undefined)
              }
              onRemove={() => remove(file)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const fileKey = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

function listOf(files: readonly File[]): FileList {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer.files;
}

function Preview({ file }: { file: File }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!/^image\/(png|jpeg|webp|gif|avif)$/.test(file.type)) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (!address) return <FileText aria-hidden className="size-5 text-sea-ink" />;
  return <img src={address} alt="" className="size-full object-cover" />;
}

export type FileRowProps = {
  name: string;
  bytes?: number | undefined;
  /** A page icon by default. */
  preview?: ReactNode;
  href?: string | undefined;
  /** Such as its kind, or when it was sent. */
  detail?: ReactNode;
  problem?: ReactNode;
  onRemove?: (() => void) | undefined;
  /** A submit button that removes it without JavaScript, instead of `onRemove`. */
  action?: ReactNode;
  /** What is known or asked about the file, below its name. */
  children?: ReactNode;
};

export function FileRow({ name, bytes, preview, href, detail, problem, onRemove, action, children }: FileRowProps) {
  return (
    <li
      className={classNames(
        "flex min-w-0 flex-wrap items-center gap-3 rounded-lg border bg-white p-2 pr-1.5",
        problem ? "border-error" : "border-line",
      )}
    >
      <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-md bg-foam">
        {preview ?? <FileText aria-hidden className="size-5 text-sea-ink" />}
      </span>
      <span className="min-w-0 flex-1 text-sm leading-snug">
        {href ? (
          <a href={href} className="block truncate rounded-xs font-semibold text-sea-ink underline underline-offset-2">
            {name}
          </a>
        ) : (
          <span className="block truncate font-semibold">{name}</span>
        )}
        <span className={classNames("block text-xs", problem ? "font-semibold text-error" : "text-stone")}>
          {bytes === undefined ? "" : fileSize(bytes)}
          {bytes === undefined || !problem ? "" : " · "}
          {problem}
          {detail}
        </span>
      </span>
      {onRemove ? (
        <button
          type="button"
          onClick={onRemove}
          data-hint="Remove"
          className="grid size-11 shrink-0 place-items-center rounded-md text-stone hover:bg-error-ground hover:text-error"
        >
          <Trash2 aria-hidden className="size-4.5" />
          <span className="sr-only">Remove {name}</span>
        </button>
      ) : (
        action
      )}
      {children ? (
        <div className="grid min-w-0 basis-full gap-3 border-t border-line px-1 pt-3 pb-1.5 empty:hidden">
          {children}
        </div>
      ) : null}
    </li>
  );
}
