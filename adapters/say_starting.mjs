import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/**
 * Logs that an instance is starting. `npm start` loads this file first, because loading the program takes most of a
 * start. The line has the format of the log (adapters/log.ts), which is not loaded yet.
 */
function sayStarting() {
  const style = process.env['TW_LOG'] ?? (process.stderr.isTTY ? 'pretty' : 'json');
  if (style === 'off') return;
  const line = JSON.stringify({ at: new Date().toISOString(), level: 'info', event: 'instance.starting' });
  const sentence = 'Third Witness is starting. Its address appears here when it is ready.';
  process.stderr.write(`${style === 'pretty' ? sentence : line}\n`);
}

// Threads of the instance load this file, too.
if (isMainThread) sayStarting();
