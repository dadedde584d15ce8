import { Form } from "react-router";
import type { SignIn } from "~/accounts/sign-ins/sign-ins.server";
import { nassauTime } from "~/core/time";
import { SubmitButton } from "~/ui/button";
import { Badge } from "~/ui/lists/badge";
import { Table, Td, Th, Tr } from "~/ui/lists/table";

export type SignInsProps = {
  signIns: readonly SignIn[];
  /** This page's own session. */
  current: string;
};

export function SignIns({ signIns, current }: SignInsProps) {
  if (signIns.length === 0) return <p className="text-stone">This account isn’t signed in anywhere.</p>;
  return (
    <Table label="Active sessions" sticky={false}>
      <thead>
        <Tr>
          <Th>Browser</Th>
          <Th>Address</Th>
          <Th>Signed in</Th>
          <Th>Last used</Th>
          <Th>
            <span className="sr-only">End session</span>
          </Th>
        </Tr>
      </thead>
      <tbody>
        {signIns.map(({ id, browser, address, startedAt, lastUsedAt }) => (
          <Tr key={id}>
            <Td label="Browser">
              <span>
                {browser}
                {id === current ? (
                  <Badge tone="teal" className="ml-2">
                    This one
                  </Badge>
                ) : null}
              </span>
            </Td>
            <Td label="Address" className="wrap-anywhere tabular-nums">
              {address || "—"}
            </Td>
            <Td label="Signed in" className="tabular-nums">
              <time dateTime={startedAt.toISOString()}>{nassauTime(startedAt)}</time>
            </Td>
            <Td label="Last used" className="tabular-nums">
              <time dateTime={lastUsedAt.toISOString()}>{nassauTime(lastUsedAt)}</time>
            </Td>
            <Td label="" className="md:w-px">
              <Form method="post" replace preventScrollReset>
                <input type="hidden" name="intent" value="end-sign-in" />
                <input type="hidden" name="signIn" value={id} />
                <SubmitButton
                  of={{ signIn: id }}
                  variant="outline"
                  size="sm"
                  busyLabel="Ending…"
                  className="whitespace-nowrap"
                >
                  End session<span className="sr-only"> with {browser}</span>
                </SubmitButton>
              </Form>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

export function OwnSignIns(props: SignInsProps) {
  return (
    <section aria-labelledby="sign-ins" className="lg:col-span-2">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="sign-ins" className="text-xl">
          Where you are signed in
        </h2>
        {props.signIns.length > 1 ? (
          <Form method="post" replace preventScrollReset>
            <input type="hidden" name="intent" value="end-others" />
            <SubmitButton of={{ intent: "end-others" }} variant="outline" size="sm" busyLabel="Ending…">
              End all others
            </SubmitButton>
          </Form>
        ) : null}
      </div>
      <SignIns {...props} />
    </section>
  );
}
