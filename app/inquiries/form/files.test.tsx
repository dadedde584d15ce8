import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { inquiryInputs } from "~/inquiries/inquiry";
import { screenOf } from "../../../test/harness/screen";
import { InquiryFiles } from "./files";

test("without JavaScript chosen files are sent with the form; with it they were uploaded before and are not sent again", () => {
  const files = { uploads: [], stored: [], busy: false } as unknown as Parameters<typeof InquiryFiles>[0]["files"];
  const chooser = (scripted: boolean) => {
    const page = screenOf(renderToStaticMarkup(<InquiryFiles files={files} error={undefined} scripted={scripted} />));
    return page.element.querySelector<HTMLInputElement>("input[type=file]")?.name;
  };
  expect([chooser(false), chooser(true)]).toEqual([inquiryInputs.files, ""]);
});
