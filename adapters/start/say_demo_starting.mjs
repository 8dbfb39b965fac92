import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

// `npm run demo` loads this file first, because loading the program takes a while.
if (isMainThread) {
  process.stdout.write(
    'The demo is starting. It fills an instance with the records of twelve players from two weeks.\n',
  );
}
