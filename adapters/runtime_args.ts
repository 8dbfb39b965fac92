/**
 * What Node needs before a program of this project, wherever the working folder is; package.json's scripts say the same
 * from the top. Deno needs nothing.
 */
export const READS_TYPESCRIPT: readonly string[] = ['--import', new URL('./typescript.mjs', import.meta.url).href];
