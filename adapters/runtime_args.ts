/**
 * What Node needs before a program of this project, wherever the working folder is; package.json's scripts say the same
 * from the top. Deno needs nothing.
 */
export const TYPESCRIPT_ARGS: readonly string[] = ['--import', new URL('./typescript.mjs', import.meta.url).href];

/**
 * Make the engine collect garbage early: two fifths less memory for a sixth more time. For the builder, and for commands in
 * package.json's `job`.
 */
export const EARLY_COLLECTION_ARGS: readonly string[] = ['--max-semi-space-size=4', '--heap-growing-percent=30'];
