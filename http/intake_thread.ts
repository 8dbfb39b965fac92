import { serveIntake } from '../adapters/intake_worker/serve.ts';
import { presentOutcome } from './intake/present.ts';

/** Composition root of the intake thread, which judges and stores uploads and formats their receipts. */
await serveIntake(presentOutcome);
