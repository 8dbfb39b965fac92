import type { Random } from '../../../domain/ports/random.ts';
import { createEngine } from './engine.ts';
import { openBrowserStorage } from './notes.ts';
import { startPage } from './page.ts';
import { createPause } from './pause.ts';
import { createReader, serveCalls } from './reader.ts';

/**
 * The script of /upload. The page loads it, then loads it again in a worker, which reads and checks files. The content
 * security policy allows the worker: it has no worker-src, so script-src applies.
 */
const nowMs = Date.now;

const random: Random = { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) };

if (typeof document === 'undefined') {
  serveCalls(globalThis as unknown as Parameters<typeof serveCalls>[0], createEngine());
} else {
  const { src } = document.currentScript as HTMLScriptElement;
  startPage({
    createReader: () => createReader(src),
    createPause: () => createPause(nowMs),
    nowMs,
    random,
    storage: openBrowserStorage(),
  });
}
