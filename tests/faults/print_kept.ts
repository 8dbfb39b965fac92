import process from 'node:process';
import { keptIn } from './kept.ts';

// A process that opens the data folder named by its argument and prints how many records of each upload it holds. Only
// its end is sure to close what it opened: the driver closes a database once its statements are collected.
process.stdout.write(JSON.stringify([...(await keptIn(process.argv[2]!))]));
