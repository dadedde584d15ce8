import { Fragment } from "react";

/** A title that may wrap after its slash. */
export const breakable = (title: string) =>
  title.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={part}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
