import { workerData } from 'node:worker_threads';

// A thread cannot begin with a TypeScript file on Node 20, so it begins here. Deno reads TypeScript itself.
if (!('Deno' in globalThis)) {
  const { register } = await import('tsx/esm/api');
  register();
}
await import(workerData.entry);
