import type { ReactNode } from "react";
import { acceptedPictures, maxPictureBytes, parsePictureUrl } from "~/content/pictures/address";
import { classNames } from "~/ui/class-names";
import { Checkbox } from "~/ui/forms/checkbox";
import { describedBy, Field, FieldError, FieldHint, wrongRule } from "~/ui/forms/field";
import { FileInput } from "~/ui/forms/file-input";
import { Input } from "~/ui/forms/input";
import type { FieldView } from "../read-editor.server";

type PictureProps = {
  id: string;
  field: FieldView;
  boxes: readonly string[];
  problem: string | undefined;
  hint: ReactNode;
};

/** A picture: the current one, a new file, its description, and an option for no picture. */
export function PictureInputs({ id, field: { name, label, type, control }, boxes, problem, hint }: PictureProps) {
  const [src = "", alt = ""] = boxes;
  const picture = parsePictureUrl(src);
  return (
    <div className={classNames("min-w-0", problem ? wrongRule : "")}>
      <fieldset aria-describedby={describedBy(id, hint, problem)} className="min-w-0">
        <legend className="p-0 text-sm font-semibold text-ink">{label}</legend>
        {hint ? <FieldHint id={id}>{hint}</FieldHint> : null}
        {problem ? <FieldError id={id}>{problem}</FieldError> : null}
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          {picture ? (
            <img
              src={src}
              alt={alt}
              width={picture.width}
              height={picture.height}
              className="h-auto max-h-56 w-auto max-w-full rounded-xl border border-line object-contain"
            />
          ) : null}
          <div className="grid content-start gap-3">
            {/* Hidden, because the URL isn't typed: a new file sets it when it is stored. */}
            <input type="hidden" name={`f.${name}`} value={src} />
            <FileInput
              id={id}
              name={`file.${name}`}
              aria-label={picture ? `${label}: another file` : `${label}: file`}
              accept={acceptedPictures}
              limits={type}
              maxBytes={maxPictureBytes}
            />
            {picture ? (
              <Checkbox id={`${id}-gone`} name={`gone.${name}`} value="yes" label="Remove picture" size="sm" />
            ) : null}
          </div>
        </div>
        {control.as === "picture" && !control.described ? null : (
          <Field
            id={`${id}-alt`}
            label="Alternative text"
            hint="What the picture shows, for people who can’t see it."
            size="sm"
            className="mt-3"
          >
            <Input name={`f.${name}`} size="sm" defaultValue={alt} autoComplete="off" />
          </Field>
        )}
      </fieldset>
    </div>
  );
}
