import { isMainThread } from 'node:worker_threads';
import { logEarly } from './early_log.mjs';
import { describeRelease, readReleaseIn } from './release.mjs';

// `npm start` loads this file first, because a start that has to bundle the program takes a second. Threads load it, too.
if (isMainThread) {
  const release = readReleaseIn(new URL('../../', import.meta.url));
  const sentence = `${describeRelease(release)} is starting. Its address appears here when it is ready.`;
  logEarly('info', 'instance.starting', release, sentence);
}
