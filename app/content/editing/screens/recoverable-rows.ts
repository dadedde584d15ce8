import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type FormEntries, formEntriesOf, parseEntries, restoreEntries } from "~/ui/forms/recovery/form-entries";
import { markChangedByScript } from "~/ui/forms/recovery/form-tracker";
import { registerFormText } from "~/ui/forms/recovery/recoverable-form";

/**
 * Rows of inputs of one name that move: they are recovered in their order and number, which generic form recovery can't
 * tell from the visible inputs. `readRows` and `writeRow` must be the same functions at every render.
 */
export function useRecoverableRows<Row>(
  name: string,
  inputs: readonly string[],
  readRows: (inputs: readonly string[]) => Row[],
  writeRow: (row: Row) => string[],
) {
  const [rows, setRows] = useState(() => readRows(inputs));
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const latest = useRef(rows);
  useLayoutEffect(() => {
    const isChanged = latest.current !== rows;
    latest.current = rows;
    if (fieldset.current?.form && isChanged) markChangedByScript(fieldset.current.form);
  }, [rows]);
  useEffect(() => {
    const form = fieldset.current?.form;
    if (!form) return;
    const isOurs = ([of]: FormEntries[number]) => of === name;
    const isOther = (entry: FormEntries[number]) => !isOurs(entry);
    return registerFormText(form, {
      read() {
        const ours = latest.current.flatMap((row) => writeRow(row));
        return JSON.stringify([...formEntriesOf(form).filter(isOther), ...ours.map((value) => [name, value])]);
      },
      put(stored) {
        const text = parseEntries(stored);
        // Restore other fields first: a change of rows saves the whole form for recovery at once.
        restoreEntries(form, text.filter(isOther));
        const ours = text.filter(isOurs).map(([, value]) => value);
        flushSync(() => setRows(readRows(ours)));
      },
    });
  }, [name, readRows, writeRow]);
  return { fieldset, rows, setRows };
}
