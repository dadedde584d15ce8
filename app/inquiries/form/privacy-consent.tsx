import { Checkbox } from "~/ui/forms/checkbox";

export function PrivacyConsent({ isChecked, problem }: { isChecked: boolean; problem: string | undefined }) {
  return (
    <Checkbox
      id="privacyConsent"
      name="privacyConsent"
      value="yes"
      framed
      defaultChecked={isChecked}
      error={problem}
      aria-required
      label={
        <>
          I accept the{" "}
          <a
            href="/privacy-policy"
            target="_blank"
            rel="noopener"
            className="font-medium text-sea-ink underline underline-offset-4"
          >
            privacy policy
          </a>
          <span className="sr-only"> (opens in a new tab)</span>: you may use what I send to answer me.
        </>
      }
    />
  );
}
