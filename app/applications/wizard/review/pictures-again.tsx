import { fieldId } from "~/applications/wizard/field-view";
import type { HintedFile } from "~/applications/wizard/files/hinted-files";
import { LeavingButton, TextButton } from "~/applications/wizard/links";
import { Banner } from "~/ui/notices/banner";

type PicturesAgainProps = {
  files: readonly HintedFile[];
  form: string;
  onGo: (target: string) => void;
  onDocuments: () => void;
};

/** Files with hints that nobody answered. They hold up nothing. */
export function PicturesAgain({ files, form, onGo, onDocuments }: PicturesAgainProps) {
  if (files.length === 0) return null;
  return (
    <Banner tone="info" title="Pictures you may want to look at again">
      <p>You can submit with these as they are. A picture that is easy to read saves time.</p>
      <ul className="mt-2 grid gap-1">
        {files.map(({ id, name, of, step, input = "" }) => (
          <li key={id} className="min-w-0 break-words">
            {step ? (
              <TextButton form={form} intent={`goto:${step}:${fieldId(input)}`} onGo={onGo} className="text-left">
                {of}: {name}
              </TextButton>
            ) : (
              <LeavingButton form={form} to="documents" onLeave={onDocuments}>
                {of}: {name}
              </LeavingButton>
            )}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
