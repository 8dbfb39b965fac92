import { workerData } from 'node:worker_threads';
import './typescript.mjs';

// A thread cannot begin with a TypeScript file on Node 20, so it begins here.
await import(workerData.entry);
