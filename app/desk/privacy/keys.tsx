import { KeyRound } from "lucide-react";
import { Form } from "react-router";
import { formatCount } from "~/core/counted";
import type { KeyCount } from "~/encryption/used-keys.server";
import { Button } from "~/ui/button";
import { Badge } from "~/ui/lists/badge";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { Banner } from "~/ui/notices/banner";
import { ConfirmRun } from "~/ui/running/confirm-run";
import { Amount, Running } from "~/ui/running/running";

const path = "/admin/privacy";

/** The master keys, how many data keys each still wraps, and the rotation. */
export function Keys({ keys, isRenewing }: { keys: readonly KeyCount[]; isRenewing: boolean }) {
  const total = keys.reduce((all, { dataKeys }) => all + dataKeys, 0);
  const isOld = keys.some(({ state, dataKeys }) => state === "reads" && dataKeys > 0);
  const done = keys.find(({ state }) => state === "writes")?.dataKeys ?? 0;
  return (
    <section aria-labelledby="keys" className="mt-8">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="max-w-2xl">
          <h2 id="keys" className="text-xl">
            Keys
          </h2>
          <p className="mt-1 text-stone">
            Each application, and each inquiry with files, has its own data key. The keys listed here protect those data
            keys. New data keys use the first one.
          </p>
        </div>
        {isRenewing || isOld ? <RenewButton isRenewing={isRenewing} /> : null}
      </div>
      {isRenewing ? (
        <Running title="Renewing keys" to={path} className="mt-3">
          <Amount label="Data keys renewed" done={done} total={total} />
        </Running>
      ) : null}
      <MissingKeys keys={keys.filter(({ state }) => state === "missing")} />
      <KeyTable keys={keys} />
      <details className="mt-3 max-w-2xl text-sm">
        <summary className="w-fit cursor-pointer rounded-xs py-1 font-semibold text-sea-ink hover:underline">
          How to add or remove a key
        </summary>
        <p className="mt-1 text-stone">
          Create a new key with <code className="font-mono">npm run keys -- new NAME</code> and put it first in{" "}
          <code className="font-mono">KEYRING</code>. Keep a removed key for as long as you keep older backups: they
          need it.
        </p>
      </details>
    </section>
  );
}

function MissingKeys({ keys }: { keys: readonly KeyCount[] }) {
  if (keys.length === 0) return null;
  const dataKeys = keys.reduce((all, key) => all + key.dataKeys, 0);
  return (
    <Banner tone="error" role="alert" title="A key is missing" className="mt-3">
      Data protected by {formatCount(dataKeys)} data {dataKeys === 1 ? "key" : "keys"} can’t be read. Put{" "}
      <span className="font-mono text-xs wrap-anywhere">{keys.map(({ id }) => id).join(", ")}</span> back into this
      program’s settings.
    </Banner>
  );
}

function RenewButton({ isRenewing }: { isRenewing: boolean }) {
  return (
    <Form method="get" action={path} preventScrollReset className="max-sm:w-full">
      <input type="hidden" name="confirm" value="renew" />
      <Button
        type="submit"
        busy={isRenewing}
        busyLabel="Renewing…"
        before={<KeyRound aria-hidden />}
        className="max-sm:w-full"
      >
        Renew keys
      </Button>
    </Form>
  );
}

function KeyTable({ keys }: { keys: readonly KeyCount[] }) {
  return (
    <Table label="Keys" frameClassName="mt-4" sticky={false}>
      <thead>
        <Tr>
          <Th className="md:w-2/5">Key</Th>
          <Th className="md:w-1/5">Data keys</Th>
          <Th>State</Th>
        </Tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Tr key={key.id}>
            <Td label="Key">
              <span className="min-w-0">
                <span className="block font-mono text-xs font-medium wrap-anywhere">{key.id}</span>
                <span className="mt-0.5 block text-xs text-stone">{sourceOf(key)}</span>
              </span>
            </Td>
            <Td label="Data keys" className="tabular-nums">
              {formatCount(key.dataKeys)}
            </Td>
            <Td label="State">
              <KeyState {...key} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

const isSecret = (id: string) => id.startsWith("secret-");

function sourceOf({ id, state }: KeyCount) {
  if (state === "missing") return "Not set on this server";
  return isSecret(id) ? "Made from SECRET" : "In KEYRING";
}

function KeyState({ id, dataKeys, state }: KeyCount) {
  if (state === "writes") return <Badge tone="teal">Active</Badge>;
  if (state === "missing") return <Badge tone="red">Missing</Badge>;
  if (dataKeys > 0) return <Badge>Read only</Badge>;
  return (
    <span>
      <Badge tone="green">Can be removed</Badge>
      {isSecret(id) ? (
        <span className="mt-1 block text-xs text-stone">
          SECRET also signs links and sessions. Changing it ends them.
        </span>
      ) : null}
    </span>
  );
}

export const ConfirmKeyRotation = () => (
  <ConfirmRun
    path={path}
    intent="renew-keys"
    title="Renew all keys?"
    description="Every data key is re-encrypted with the first key, in the background. Everyone can keep working, and you can repeat this at any time."
    label="Yes, renew them"
  />
);
