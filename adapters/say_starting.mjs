import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/**
 * Says that an instance starts, before anything else is loaded: reading the program takes most of a start. `npm start`
 * loads it first. The line has the form of the log (adapters/log.ts), which is not loaded yet.
 */
function sayStarting() {
  const style = process.env['TW_LOG'] ?? (process.stderr.isTTY ? 'pretty' : 'json');
  if (style === 'off') return;
  const line = JSON.stringify({ at: new Date().toISOString(), level: 'info', event: 'instance.starting' });
  const sentence = 'Third Witness is starting; it says here when and where it answers.';
  process.stderr.write(`${style === 'pretty' ? sentence : line}\n`);
}

// Threads of the instance load it as well.
if (isMainThread) sayStarting();
