import { Button } from "~/ui/button";

type UsePhoneProps = {
  /** The id of the box, and its name in the form. */
  box: string;
  name: string;
  /** The number with the code that the typed one lacks. */
  phone: string;
  size?: "md" | "sm";
  className?: string;
  onUse?: () => void;
};

/**
 * Offers a phone with its country code, which nothing but this button puts into the box (N-NUM-6, F-APPL-18). Without
 * script it is a submit, `phone:{name}:{number}`: the form comes back with the number in it.
 */
export function UsePhone({ box, name, phone, size = "md", className, onUse }: UsePhoneProps) {
  function fillIn() {
    const input = document.getElementById(box);
    if (!(input instanceof HTMLInputElement)) return;
    input.value = phone;
    input.focus();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    onUse?.();
  }
  return (
    <Button
      type="submit"
      name="intent"
      value={`phone:${name}:${phone}`}
      formNoValidate
      variant="outline"
      size={size}
      className={className}
      onClick={(event) => {
        event.preventDefault();
        fillIn();
      }}
    >
      Use {phone}
    </Button>
  );
}

/** The number of such a button that was pressed without script, for the box of this name. */
export const usedPhone = (intent: unknown, name: string): string | undefined =>
  typeof intent === "string" && intent.startsWith(`phone:${name}:`) ? intent.slice(name.length + 7) : undefined;
