import type { AppServer } from "../../test/harness/app-server.ts";
import type { DeskList, Question } from "./desk.ts";
import { palette } from "./palette.ts";

/** The people of full lists of applications and inquiries, with Today and the reports. */
export const people: DeskList = {
  name: "People, Today and reports",
  fill: palette.fill,
  async questions(app: AppServer): Promise<Question[]> {
    const sample = await app.query<{ id: string; name: string }>(
      "select id, name from people where id > gen_random_uuid() and joined_into is null order by id limit 5",
    );
    const list = "/admin/people.data";
    return [
      { what: "first page", paths: [list] },
      { what: "page in the middle", paths: sample.map(({ id }) => `${list}?before=${id}`) },
      { what: "search by name", paths: sample.map(({ name }) => `${list}?q=${encodeURIComponent(name)}`) },
      { what: "possible duplicates", paths: [`${list}?duplicates=yes`] },
      { what: "a person", paths: sample.map(({ id }) => `/admin/people/${id}.data`) },
      { what: "Today", paths: ["/admin.data"] },
      { what: "reports of a year", paths: ["/admin/reports.data"] },
      { what: "activity", paths: ["/admin/activity.data"] },
    ].filter(({ paths }) => paths.length > 0);
  },
};
