import { rmSync } from 'node:fs';
import { bundleProgram } from '../runner/bundle.ts';
import { programArgs } from './instance.ts';
import { atEnd } from './snapshots.ts';

const bundles = new Map<string, Promise<string>>();

/** Returns the arguments with which this runtime starts a program of the tests. On Node the program is bundled first. */
export async function testProgramArgs(file: string, ...args: string[]): Promise<string[]> {
  if ('Deno' in globalThis) return programArgs(file, ...args);
  const bundle = bundles.get(file) ?? bundleUntilEnd(file);
  bundles.set(file, bundle);
  return [await bundle, ...args];
}

async function bundleUntilEnd(file: string): Promise<string> {
  const bundle = await bundleProgram(file);
  atEnd(() => rmSync(bundle, { force: true }));
  return bundle;
}
