import { type ReactNode, useCallback, useState } from "react";
import type { AdminRole } from "~/db/schema/values";
import { type Key, type KeyGroup, KeysProvider, useKeyGroups, useKeys } from "~/ui/keys/keys";
import { KeysDialog } from "~/ui/keys/keys-dialog";
import { controls, findControl, openControl } from "~/ui/keys/open-control";
import { TextLink } from "~/ui/link";
import { PaletteProvider } from "./palette/palette";
import type { PaletteItem } from "./palette/screens";

export type DeskKeysProps = {
  singleKeys: boolean;
  role: AdminRole;
  sampleData: boolean;
  /** Off while the sign-in dialog is open. */
  enabled: boolean;
  children: ReactNode;
};

/** The shortcuts of every desk screen, their help dialog, and the palette. */
export function DeskKeys({ singleKeys, ...props }: DeskKeysProps) {
  return (
    <KeysProvider singleKeys={singleKeys}>
      <Everywhere {...props} />
    </KeysProvider>
  );
}

function Everywhere({ children, ...props }: Omit<DeskKeysProps, "singleKeys">) {
  const { groups, singleKeys } = useKeyGroups();
  const [helpGroups, setHelpGroups] = useState<readonly KeyGroup[] | null>(null);
  const show = useCallback(() => setHelpGroups(groups()), [groups]);
  const pageActions = useCallback(
    (): PaletteItem[] => [
      ...recordKeys.flatMap(({ keys, does, run, can }) =>
        can() ? [{ id: `key-${keys[0]}`, title: does, keys, run: () => void run() }] : [],
      ),
      { id: "keys", title: "Show keyboard shortcuts", also: "shortcuts keyboard help", keys: ["?"], run: show },
    ],
    [show],
  );
  useKeys("On this page", recordKeys, true);
  useKeys(
    "Everywhere",
    [
      {
        keys: ["?"],
        does: "Show keyboard shortcuts",
        run: () => {
          show();
          return true;
        },
      },
      { keys: ["Escape"], does: "Close a dialog" },
    ],
    true,
  );
  return (
    <PaletteProvider {...props} pageActions={pageActions}>
      {children}
      <KeysDialog
        groups={helpGroups}
        singleKeys={singleKeys}
        settings={<TextLink to="/admin/account#keys">Turn them on in Your account</TextLink>}
        onClose={() => setHelpGroups(null)}
      />
    </PaletteProvider>
  );
}

/** Finds a control on a record's page. Undefined in a list, where these keys belong to the rows. */
const onPage = (selector: string) =>
  document.querySelector("#main [data-row]") ? undefined : findControl(document.getElementById("main"), selector);

type RecordKey = Key & { run: () => boolean; can: () => boolean };
const recordKey = (key: string, does: string, selector: string): RecordKey => ({
  keys: [key],
  does,
  can: () => onPage(selector) !== undefined,
  run: () => openControl(onPage(selector)),
});

const recordKeys: readonly RecordKey[] = [
  recordKey("j", "Go to the next record", "[rel=next]"),
  recordKey("k", "Go to the previous record", "[rel=prev]"),
  recordKey("e", "Open the status", controls.status),
  recordKey("a", "Open the owner", controls.owner),
];
