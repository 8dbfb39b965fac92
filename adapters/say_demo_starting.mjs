import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

// Said before anything else is loaded; `npm run demo` loads it first, as `npm start` does say_starting.mjs.
if (isMainThread) {
  process.stdout.write('The demo starts: it fills an instance with what twelve players saw in two weeks.\n');
}
