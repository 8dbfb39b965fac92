import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { DEMO_RECORDING } from '../../adapters/demo_stage.ts';
import { inventRecording } from './record.ts';

/** `npm run demo:record` writes the file that `npm run demo` plays back. Run it after a change of this folder. */
writeFileSync(DEMO_RECORDING, gzipSync(JSON.stringify(inventRecording()), { level: 9 }));
