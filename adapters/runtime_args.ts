/**
 * Node arguments for running one of this project's programs from any working directory. The scripts in package.json use
 * the same arguments with a relative path. Deno needs no arguments.
 */
export const TYPESCRIPT_ARGS: readonly string[] = ['--import', new URL('./typescript.mjs', import.meta.url).href];

/**
 * Engine flags that make garbage collection start early, which saves two fifths of the memory for a sixth more time.
 * They are used for the builder and, through the `job` script in package.json, for commands.
 */
export const EARLY_COLLECTION_ARGS: readonly string[] = ['--max-semi-space-size=4', '--heap-growing-percent=30'];
