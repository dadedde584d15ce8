const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Today in Nassau, the day that the signature carries; nobody can change it (W-S8-5). */
export function SignatureDate({ day }: { day: string }) {
  const text = long.format(new Date(`${day}T00:00:00Z`));
  return (
    <div className="mt-6">
      <label htmlFor="signatureDate" className="block font-semibold">
        Signature date
      </label>
      <input id="signatureDate" name="signatureDate" readOnly value={text} className="control mt-2 sm:max-w-72" />
    </div>
  );
}
