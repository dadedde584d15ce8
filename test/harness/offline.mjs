// Preloaded into an app and its threads (NODE_OPTIONS=--import): every connection to another machine fails and is
// printed.
import { Socket } from "node:net";

const { connect } = Socket.prototype;
const isHere = /^(localhost|127\.|::1$)/;

Socket.prototype.connect = function connectHere(...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const { host = second, path } = typeof first === "object" ? first : { host: second };
  if (path || typeof host !== "string" || isHere.test(host)) return connect.apply(this, args);
  process.stderr.write(`blocked connection to ${host}\n`);
  return this.destroy(new Error("There are no other machines"));
};
