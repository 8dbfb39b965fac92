import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildPackage } from './build.ts';

/** `npm run build` writes the built package to `dist`, and `npm pack` then makes an archive of it. */
await buildPackage(fileURLToPath(new URL('../../dist', import.meta.url)));
process.stdout.write('dist has the built package; npm pack makes an archive of it.\n');
