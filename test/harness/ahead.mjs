// Preloaded into an app (NODE_OPTIONS=--import): its date is AHEAD_MS milliseconds ahead.
const Now = Date;
const ahead = Number(process.env.AHEAD_MS);
globalThis.Date = class extends Now {
  constructor(...parts) {
    if (parts.length === 0) super(Now.now() + ahead);
    else super(...parts);
  }
  static now() {
    return Now.now() + ahead;
  }
};
