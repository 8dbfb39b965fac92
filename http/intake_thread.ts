import { serveIntake } from '../adapters/intake_worker/serve.ts';
import { presentOutcome } from './intake/present.ts';

/** The intake thread, put together: uploads are judged and kept there, and what their senders are told is written there. */
await serveIntake(presentOutcome);
