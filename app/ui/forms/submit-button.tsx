import { useNavigation } from "react-router";
import { Button, type ButtonProps } from "~/ui/button";

type SubmitButtonProps = Omit<ButtonProps, "type" | "name" | "value" | "busy"> & {
  /** What the form is to do, if it has several buttons. */
  intent?: string;
  /** Fields of its form that tell it from others with the same intent. */
  of?: Readonly<Record<string, string>> | undefined;
};

/** A button that sends its form by the router, and is busy while it is sent. */
export function SubmitButton({ intent, of = {}, ...button }: SubmitButtonProps) {
  const { formMethod, formData } = useNavigation();
  const expected = Object.entries(intent === undefined ? of : { ...of, intent });
  const busy = formMethod === "POST" && expected.every(([name, value]) => formData?.get(name) === value);
  return (
    <Button type="submit" name={intent === undefined ? undefined : "intent"} value={intent} busy={busy} {...button} />
  );
}
