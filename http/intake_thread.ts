import { serveIntake } from '../adapters/intake_worker/serve.ts';
import { presentOutcome } from './intake/present.ts';

/** Puts the intake thread together: uploads are judged and kept in it, and what their senders are told is written. */
await serveIntake(presentOutcome);
