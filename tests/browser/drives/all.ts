import process from 'node:process';
import { launch } from './pages.ts';

/**
 * Runs the drivers that DRIVERS names, one after another in one browser. `run.ts` starts this with the arguments of the
 * drivers.
 */

for (const name of process.env['DRIVERS']!.split(',')) {
  process.stdout.write(`== ${name}\n`);
  await import(`./${name}.ts`);
}
await (await launch()).close();
