import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { budget } from "./budget.ts";

const OUT = "../services/gateway/built";
const COMPRESSIBLE = /\.(html|js|css|svg)$/;
/** A compressed copy of less than this is not worth a second file. */
const BYTES_MIN = 1024;

/** Writes compressed copies beside what was built, so that the server never has to compress. */
function compress(): Plugin {
  return {
    name: "compress",
    apply: "build",
    closeBundle() {
      for (const path of filesUnder(OUT)) {
        const content = readFileSync(path);
        if (!COMPRESSIBLE.test(path) || content.length < BYTES_MIN) continue;
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
        writeFileSync(`${path}.br`, brotliCompressSync(content, options));
      }
    },
  };
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

export default defineConfig({
  plugins: [compress(), budget()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    // The page's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/v1": "http://127.0.0.1:8080" } },
  test: { environment: "node" },
});
