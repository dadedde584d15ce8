import { bodyField } from "../../fields/body";
import { lineField, linesField, textField } from "../../fields/fields";
import { pictureField } from "../../fields/picture";
import { checkedFields } from "../checked-fields.server";

function twice(tags: readonly string[]): string | null {
  const lower = tags.map((tag) => tag.toLocaleLowerCase("en"));
  const again = tags.find((_, index) => lower.indexOf(lower[index] ?? "") < index);
  return again === undefined ? null : `${again} is on the list twice.`;
}

const post = { group: "Post" };
const text = { group: "Text" };
const search = { group: "Search engines and social networks" };
const share = { width: 1200, height: 630 };

export const postFields = [
  lineField({
    ...post,
    name: "title",
    label: "Title",
    max: 150,
    help: "Shown on the blog’s cards and above the text.",
  }),
  bodyField({ ...text, name: "body", label: "Text", help: "" }),
  textField({
    ...{ ...post, name: "excerpt", label: "Excerpt", max: 300, rows: 3 },
    help: "What the post is about, in two sentences: on the blog’s cards and above the text.",
  }),
  lineField({
    ...{ ...post, name: "category", label: "Category", max: 60 },
    help: "Choose an existing one or enter a new one.",
  }),
  lineField({
    ...{ ...post, name: "author", label: "Author", max: 80 },
    help: "One of the team, or another name.",
  }),
  lineField({
    ...{ ...post, name: "slug", label: "Address", max: 100, type: "Small letters, digits and single hyphens" },
    help: "The end of /blog/… Old addresses of a published post redirect here permanently.",
    instead: "created from the title",
    fits: [(rawInput) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(rawInput), "Use small letters, digits and single hyphens."],
  }),
  linesField({
    ...{
      ...post,
      name: "tags",
      label: "Tags",
      type: "One per line: up to 8 tags of 30 characters each",
      most: 8,
      max: 30,
    },
    ...{ help: "Shown under the text. Each one opens a list of posts with that tag.", check: twice },
  }),
  pictureField({
    ...{ ...text, name: "cover", label: "Cover", smallest: share },
    ...{ help: "On the blog’s cards and next to the text. Without a cover, the post shows a drawn pattern." },
  }),
  lineField({
    ...search,
    name: "meta_title",
    label: "Title for search engines",
    max: 200,
    help: "The heading of a search result.",
    instead: "the title",
  }),
  textField({
    ...{
      ...search,
      name: "meta_description",
      label: "Description for search engines",
      max: 500,
      rows: 3,
      help: "Under the heading of a search result.",
    },
    instead: "the excerpt",
  }),
  lineField({
    ...search,
    name: "meta_keywords",
    label: "Keywords",
    max: 300,
    help: "What people search for, with commas between.",
  }),
  pictureField({
    ...{ ...search, name: "social", label: "Picture for social networks", smallest: share, described: false },
    ...{ help: "Shown where the post is shared.", instead: "the cover, or the drawn picture" },
  }),
  ...checkedFields,
];
