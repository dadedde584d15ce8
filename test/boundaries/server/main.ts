import { used } from "./unused";

console.log(used);
