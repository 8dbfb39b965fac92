import { isMainThread } from 'node:worker_threads';
import { logEarly } from './early_log.mjs';

// `npm start` loads this file first, because a start that has to bundle the program takes a second. Threads load it, too.
if (isMainThread) {
  logEarly('info', 'instance.starting', {}, 'Third Witness is starting. Its address appears here when it is ready.');
}
