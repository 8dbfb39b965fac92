import { workerData } from 'node:worker_threads';
import './typescript.mjs';

// On Node 20 a thread cannot start with a TypeScript file, so it starts with this one.
await import(workerData.entry);
