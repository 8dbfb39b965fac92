import hooks from 'node:async_hooks';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { mapStacks } from '../../adapters/start/map_stacks.mjs';

/** Prepares a process that runs bundled tests. It is JavaScript, because nothing in such a process loads TypeScript. */

/** The folder of the bundles, from tests/runner/run_group.ts. */
const folder = process.env['TEST_BUNDLES'];
mapStacks(pathToFileURL(`${folder}/`));

/**
 * node:test follows every promise with a hook, which takes a tenth of the processor time of all tests, only to name the
 * test during which an error was thrown outside of it. Without the hook such an error still fails the process and is
 * printed with its stack. `npm test -- FILE` runs with the hook.
 */
const { createHook } = hooks;
hooks.createHook = () => {
  const hook = { enable: () => hook, disable: () => hook };
  return hook;
};
await import('node:test');
hooks.createHook = createHook;
