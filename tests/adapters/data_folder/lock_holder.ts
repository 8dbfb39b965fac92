import process from 'node:process';
import { acquireLock } from '../../../adapters/data_folder/lock.ts';

// A process that takes the lock named by its argument, says whether it got it, and holds it until it is killed.
const lock = await acquireLock(process.argv[2]!, { waitMs: 0 });
process.stdout.write(lock === null ? 'held\n' : 'got\n');
setInterval(() => lock, 1000);
