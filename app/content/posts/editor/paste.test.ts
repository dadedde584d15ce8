import { Editor } from "@tiptap/core";
import { JSDOM } from "jsdom";
import { beforeAll, describe, expect, test } from "vitest";
import { readBody } from "../body/body";
import { bodyExtensions, sentForm } from "./extensions";
import { cleanPasted } from "./paste";

beforeAll(() => {
  const { window } = new JSDOM("<!doctype html><body></body>");
  for (const name of [
    "DOMParser",
    "document",
    "window",
    "Node",
    "Element",
    "HTMLElement",
    "MutationObserver",
    "getComputedStyle",
    "innerHeight",
  ] as const)
    Object.defineProperty(globalThis, name, { value: name === "window" ? window : window[name], configurable: true });
});

const clean = (html: string, inTable = false) => cleanPasted(html, { inTable });

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {mso-style-unhide:no; font-family:"Calibri"} --></style><!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head>
<body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment-->
<h1 style='mso-list:none'><span style='font-family:Calibri;color:red'>Hiring from abroad</span></h1>
<p class=MsoNormal style='margin-bottom:0cm;mso-pagination:none'><b style='mso-bidi-font-weight:normal'><span style='color:red'>Bold</span></b> and <i>italic</i> and <a href="https://lucaya.example/a" onclick="x()">a link</a><a href="javascript:alert(1)">bad</a><o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span>First</p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp;</span></span>Inner</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Second</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.</span>Numbered</p>
<table class=MsoTableGrid border=1 style='mso-yfti-tbllook:1184'><tr><td width=200 style='width:150pt' colspan=2><p class=MsoNormal>Cell<o:p></o:p></p></td></tr></table>
<p><img width=64 src="data:image/png;base64,iVBORw0KGgo=" alt="A red square" v:shapes="x"><img src="file:///C:/a.png"></p>
<script>alert(1)</script><!--EndFragment--></body></html>`;

const google = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:400;color:#000">What to bring</span></h2>
<p dir="ltr" style="line-height:1.38"><span style="font-weight:700;background-color:transparent">Your passport</span><span style="font-style:italic">, always</span><span>. </span></p>
<ul style="margin-top:0"><li dir="ltr" aria-level="1" style="list-style-type:disc"><p role="presentation"><span>One</span></p></li></ul>
<img src="https://lh7-rt.googleusercontent.com/docsz/abc" width="602"></b>`;

/** What the editor makes of it, in the stored form. */
function pasted(html: string) {
  const editor = new Editor({ element: null, extensions: bodyExtensions(new Map()), content: html });
  const sent = sentForm(editor.getJSON());
  editor.destroy();
  return sent;
}

describe("pasted content", () => {
  test("[O-BODY-4] text from Word keeps headings, bold, italic, lists, links, tables and pictures, and no styling", () => {
    const { html, pictures, left } = clean(word);
    expect(html.replace(/\n/g, "")).toBe(
      '<h2>Hiring from abroad</h2><p><strong>Bold</strong> and <em>italic</em> and <a href="https://lucaya.example/a">a link</a>bad</p>' +
        "<ul><li><p>First</p><ul><li><p>Inner</p></li></ul></li><li><p>Second</p></li></ul><ol><li><p>Numbered</p></li></ol>" +
        '<table><tbody><tr><td colspan="2"><p>Cell</p></td></tr></tbody></table><p><img data-pasted="0" alt="A red square"></p>',
    );
    expect([pictures.map(({ type }) => type), left]).toEqual([["image/png"], 1]);
    expect(html).not.toMatch(/mso|style|class|font|color|<!--|o:p|script|onclick/i);
  });

  test("[O-BODY-4] the wrapping `b` of text from Google Docs makes nothing bold", () => {
    const { html, left } = clean(google);
    expect(html.replace(/\n/g, "")).toBe(
      "<h2>What to bring</h2><p><strong>Your passport</strong><em>, always</em>. </p><ul><li><p>One</p></li></ul>",
    );
    expect(left).toBe(1);
  });

  test.each([
    ["Word", word],
    ["Google Docs", google],
  ])("[O-BODY-4, O-BODY-5] text from %s is sent in a form that the server accepts", (_, html) => {
    const read = readBody(pasted(clean(html).html));
    expect(read).toMatchObject({ ok: true });
    expect(JSON.stringify(read)).not.toMatch(/style|class|target|rel|colwidth/);
  });

  test("[O-BODY-9] a table within a table becomes paragraphs, also when pasted into one", () => {
    const inner = "<table><tr><td>a</td><td><p>b</p></td></tr></table>";
    expect(clean(`<table><tr><td>${inner}</td></tr></table>`).html).toBe(
      "<table><tbody><tr><td><p>a</p><p>b</p></td></tr></tbody></table>",
    );
    expect(clean(inner, true).html).toBe("<p>a</p><p>b</p>");
  });

  test.each([
    ["<script>alert(1)</script>"],
    ["<img src=x onerror=alert(1)>"],
    ["<svg onload=alert(1)><circle/></svg>"],
    ["<iframe src=https://evil.example></iframe>"],
    ["<object data=x></object><style>*{}</style>"],
    ["<p onclick=alert(1) style=color:red class=a id=b>"],
    ["<math><mi xlink:href=javascript:alert(1)></mi></math>"],
    ["<a href='java\nscript:alert(1)'></a>"],
    ["<form action=javascript:alert(1)><input autofocus onfocus=alert(1)></form>"],
  ])("[O-BODY-7] pasting %j leaves no element or attribute that could run code", (html) => {
    const left = new JSDOM(clean(`${html}<p>text</p>`).html).window.document;
    for (const element of left.body.querySelectorAll("*")) {
      expect(element.tagName).toBe("P");
      expect(element.attributes).toHaveLength(0);
    }
    expect(left.body.textContent).toContain("text");
  });
});
