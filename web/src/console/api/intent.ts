// Calls with an effect: the console makes them as the wallet does.
export { keyed, useIntent, useKeyed } from "../../intent.ts";
