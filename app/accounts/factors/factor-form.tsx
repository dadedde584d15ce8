import { Form, type FormProps } from "react-router";

type FactorFormProps = FormProps & {
  /** Outside of the desk's layout: the form loads the page again. */
  wholePage: boolean;
  /** Asks for reauthentication first; inside of the desk's layout, the layout does. */
  isFresh?: boolean;
  /** Without one its buttons have it. */
  intent?: string;
};

export function FactorForm({ wholePage, isFresh = false, intent, children, ...form }: FactorFormProps) {
  return (
    <Form
      method="post"
      reloadDocument={wholePage}
      replace
      preventScrollReset
      data-keep="no"
      data-fresh={isFresh && wholePage ? "" : undefined}
      {...form}
    >
      {intent ? <input type="hidden" name="intent" value={intent} /> : null}
      {children}
    </Form>
  );
}
