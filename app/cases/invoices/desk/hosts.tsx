import { Fragment } from "react";

/** Hosts of pay links; none breaks at its hyphens or dots if it fits into a line of a phone. */
export const Hosts = ({ hosts }: { hosts: readonly string[] }) =>
  hosts.map((host, index) => (
    <Fragment key={host}>
      {index === 0 ? null : ", "}
      <bdi className={host.length < 32 ? "whitespace-nowrap" : "wrap-anywhere"}>{host}</bdi>
    </Fragment>
  ));
