import { Button } from "~/ui/button";

type UsePhoneProps = {
  inputId: string;
  name: string;
  /** The number with its missing country code. */
  phone: string;
  size?: "md" | "sm";
  className?: string;
  onUse?: () => void;
};

/**
 * Suggests a phone with its country code; only this button puts it into the input. Without JavaScript it is a submit,
 * `phone:{name}:{number}`, and the form comes back with the number.
 */
export function UsePhone({ inputId, name, phone, size = "md", className, onUse }: UsePhoneProps) {
  function fillIn() {
    const input = document.getElementById(inputId);
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

/** Reads the number from such a submit, for the input of this name. */
export const usedPhone = (intent: unknown, name: string): string | undefined =>
  typeof intent === "string" && intent.startsWith(`phone:${name}:`) ? intent.slice(name.length + 7) : undefined;
