import { Banner } from "~/ui/notices/banner";
import { Amount, Running } from "~/ui/running/running";
import type { PrivacyState } from "./state.server";

/** What is from before encryption is encrypted by itself; the page shows how far that is (V-ENC-9). */
export function Encryption({ applications, files }: Pick<PrivacyState, "applications" | "files">) {
  const waiting = [
    { label: "Applications", ...applications },
    { label: "Files", ...files },
  ].filter(({ done, total }) => done < total);
  return (
    <section aria-labelledby="encryption" className="mt-7">
      <h2 id="encryption" className="text-xl">
        Encryption
      </h2>
      {waiting.length === 0 ? (
        <Banner tone="success" className="mt-3">
          Every application and every file is encrypted.
        </Banner>
      ) : (
        <>
          <p className="mt-1 max-w-2xl text-stone">
            What was stored before this release is being encrypted in the background. Everything stays readable
            meanwhile, and this page may be closed.
          </p>
          <Running title="Encrypting what was stored before" to="/admin/privacy" className="mt-3">
            {waiting.map((kind) => (
              <Amount key={kind.label} {...kind} />
            ))}
          </Running>
        </>
      )}
    </section>
  );
}
