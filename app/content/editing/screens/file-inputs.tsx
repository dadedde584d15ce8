import type { ReactNode } from "react";
import { acceptOf } from "~/documents/file-rules";
import { readyFile } from "~/documents/ready-file";
import { ScanState } from "~/documents/scan-state";
import { classNames } from "~/ui/class-names";
import { describedBy, FieldError, FieldHint, wrongRule } from "~/ui/forms/field";
import { FileInput } from "~/ui/forms/file-input";
import { dot } from "~/ui/forms/radio-group";
import { Badge } from "~/ui/lists/badge";
import { StaffName } from "~/ui/staff-name";
import type { Control, StoredFileOption } from "../fields/fields";
import type { FieldView } from "../read-editor.server";

type FileProps = {
  id: string;
  field: FieldView;
  boxes: readonly string[];
  problem: string | undefined;
  hint: ReactNode;
  control: Extract<Control, { as: "file" }>;
};

/** A file input with the earlier files to choose again, and an option for no file. */
export function FileInputs({ id, field: { name, label, type }, boxes, problem, hint, control }: FileProps) {
  const [chosen = ""] = boxes;
  const { files, rules } = control;
  const isKnown = chosen === "" || files.some(({ value }) => value === chosen);
  const isFirst = files.length === 0 && isKnown;
  return (
    <div className={classNames("min-w-0", problem ? wrongRule : "")}>
      <fieldset aria-describedby={describedBy(id, hint, problem)} className="min-w-0">
        <legend className="p-0 text-sm font-semibold text-ink">{label}</legend>
        {hint ? <FieldHint id={id}>{hint}</FieldHint> : null}
        {problem ? <FieldError id={id}>{problem}</FieldError> : null}
        {isFirst ? (
          <input type="hidden" name={`f.${name}`} value="" />
        ) : (
          <ul className="mt-2 grid gap-2">
            {isKnown ? null : (
              <Choice {...{ id, name, chosen }} value={chosen} label="The file that you sent">
                Just uploaded. Save to keep it.
              </Choice>
            )}
            {files.map((file) => (
              <Choice key={file.value} {...{ id, name, chosen }} value={file.value} label={file.name} path={file.path}>
                <About file={file} />
              </Choice>
            ))}
            <Choice {...{ id, name, chosen }} value="" label="No file">
              Visitors will see that it isn’t available yet.
            </Choice>
          </ul>
        )}
        {isFirst ? null : <p className="mt-4 text-sm font-semibold">Or upload another file</p>}
        <FileInput
          id={id}
          name={`file.${name}`}
          aria-label={isFirst ? `${label}: choose one` : `${label}: upload another file`}
          accept={acceptOf(rules)}
          limits={type}
          ready={(file) => readyFile(file, rules)}
          className="mt-3"
        />
      </fieldset>
    </div>
  );
}

type ChoiceProps = {
  id: string;
  name: string;
  chosen: string;
  value: string;
  label: string;
  path?: string;
  children: ReactNode;
};

function Choice({ id, name, chosen, value, label, path, children }: ChoiceProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 rounded-md border border-edge bg-white px-3 py-2.5 has-checked:border-navy has-checked:bg-foam has-checked:shadow-[inset_0_0_0_1px_var(--color-navy)]">
      <label
        htmlFor={`${id}-${value}`}
        className="flex min-w-0 flex-1 items-start gap-3 leading-snug max-sm:basis-full"
      >
        <input
          type="radio"
          id={`${id}-${value}`}
          name={`f.${name}`}
          value={value}
          defaultChecked={chosen === value}
          className={dot}
        />
        <span className="min-w-0 flex-1 pt-0.5">
          <span className="font-semibold [overflow-wrap:anywhere]">{label}</span>
          <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-stone">{children}</span>
        </span>
      </label>
      {path ? (
        <a
          href={path}
          className="inline-flex min-h-7 items-center rounded-xs text-sm font-semibold text-sea-ink underline underline-offset-2 max-sm:ml-9"
        >
          Download<span className="sr-only"> {label}</span>
        </a>
      ) : null}
    </li>
  );
}

/** Whether a file is public, its scan result, its size, who uploaded it and when. */
function About({ file: { isPublic, scan, virus, size, by, byEmail, at } }: { file: StoredFileOption }) {
  return (
    <>
      {isPublic ? <Badge tone="green">Visitors get this file</Badge> : null}
      {by === null && scan === "not_scanned" ? null : <ScanState scan={scan} virus={virus} />}
      <span>
        {size ? `${size}, ` : ""}
        {by === null ? (
          "supplied with the site"
        ) : (
          <>
            sent by <StaffName name={by} email={byEmail} />
            {at ? `, ${at}` : ""}
          </>
        )}
      </span>
    </>
  );
}
