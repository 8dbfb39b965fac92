import { createEngine } from './engine.ts';
import { startPage } from './page.ts';
import { createPause } from './pause.ts';
import { createReader } from './reader.ts';
import { serveQuestions } from './reader_worker.ts';

/**
 * The script of /upload, in the page and, once more, in a worker of it, where files are read and judged. The policy
 * allows workers of the instance's own scripts as it stands: where it names no worker-src, script-src holds.
 */
function nowMs(): number {
  return Date.now();
}

if (typeof document === 'undefined') {
  serveQuestions(globalThis as unknown as Parameters<typeof serveQuestions>[0], createEngine(nowMs));
} else {
  const { src } = document.currentScript as HTMLScriptElement;
  startPage({ createReader: () => createReader(src, nowMs), createPause: () => createPause(nowMs), nowMs });
}
