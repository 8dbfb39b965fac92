import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { locateDemoRecording } from '../../adapters/demo_stage.ts';
import { inventRealm } from './realm/record.ts';
import { inventRecording } from './record.ts';

/** `npm run demo:record` writes the files that `npm run demo` plays back. Run it after a change of this folder. */
for (const [name, recording] of [
  ['recording', inventRecording()],
  ['realm', inventRealm()],
] as const) {
  writeFileSync(locateDemoRecording(name), gzipSync(JSON.stringify(recording), { level: 9 }));
}
