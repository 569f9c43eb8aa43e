// Runs a WebAssembly program of the WASI kind in node: node wasi.mjs PROGRAM ARGUMENT...
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const program = process.argv[2];
const wasi = new WASI({ version: "preview1", args: process.argv.slice(2), preopens: { "/": "/" }, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
