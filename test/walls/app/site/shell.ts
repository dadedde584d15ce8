export const shell = "a screen of the site";
