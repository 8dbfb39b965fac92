import process from 'node:process';
import { keptIn } from './kept.ts';

// Opens the data folder named by its argument and prints how many records of each upload it holds. Runs as a separate
// process, because only its end is sure to close the database: the driver closes a database once its statements are
// garbage-collected.
process.stdout.write(JSON.stringify([...(await keptIn(process.argv[2]!))]));
