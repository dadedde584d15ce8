import { drawSheet } from "./draw";
import { fileName } from "./sheet";
import { applicationSheet } from "./sheet.application";
import { ds160Sheet } from "./sheet.ds-160";
import { abroadSheets } from "./sheets.abroad";
import { bahamasSheets } from "./sheets.bahamas";

export const sheets = [...bahamasSheets, ...abroadSheets, ds160Sheet, applicationSheet];

export async function makeForms(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const sheet of sheets) files.set(fileName(sheet.title), await drawSheet(sheet));
  return files;
}
