import { workerData } from 'node:worker_threads';
import { findProgram } from './find_program.mjs';

// On Node 20 a thread cannot start with a TypeScript file, so it starts with this one.
await import(await findProgram(workerData.entry));
