import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Routes by and by would be asked for by the addresses on the page, ids of applications among them.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
