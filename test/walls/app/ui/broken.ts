// Breaks a wall on purpose: `npm run check` must see it, or it sees nothing.
import { shell } from "../site/shell";

export const broken = shell;
