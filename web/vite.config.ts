import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = "http://127.0.0.1:8044";

export default defineConfig({
  plugins: [svelte()],
  base: "/page/",
  build: {
    outDir: "../src/tablee/server/static/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // What draws the hall in relief is one large part, and comes only to whoever plays there.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // What everybody needs at once is one file: cut in two it packs worse.
      output: { codeSplitting: { groups: [{ name: "page", tags: ["$initial"] }] } },
    },
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
