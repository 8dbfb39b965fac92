import process from 'node:process';
import { parseArgs } from 'node:util';
import { type Place, readProduct, type SourceParts } from '../house/style.ts';

/**
 * Prints COUNT random comments of the product, or names that its files declare, to judge by eye:
 * `npm run sample -- comments 100 [--seed N]`.
 */

const SAMPLED: Readonly<Record<string, (product: readonly SourceParts[]) => readonly Place[]>> = {
  comments: (product) =>
    product.flatMap((parts) => parts.comments).filter(({ text }) => !/^(?:biome-ignore|@ts-|\/ <reference)/.test(text)),
  names: (product) => product.flatMap((parts) => parts.declared),
};

const { positionals, values } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const [kind, count = '100'] = positionals;
const seed = Number(values.seed ?? Math.trunc(Math.random() * 2 ** 31));

const places = SAMPLED[kind ?? '']?.(readProduct()) ?? null;
if (places === null || !/^[1-9]\d*$/.test(count) || !Number.isSafeInteger(seed)) {
  process.stderr.write(`Usage: npm run sample -- ${Object.keys(SAMPLED).join('|')} COUNT [--seed N]\n`);
  process.exitCode = 2;
} else {
  const sorted = places.toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  for (const { path, line, text } of drawSome(sorted, Number(count), seed))
    process.stdout.write(`${path}:${line}\n  ${text}\n`);
  process.stdout.write(`seed ${seed}, ${sorted.length} ${kind} in all\n`);
}

/** Draws `count` different elements with a Fisher-Yates shuffle that the seed determines. */
function drawSome<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const random = mulberry32(seed);
  const rest = [...all];
  const drawn: T[] = [];
  while (drawn.length < count && rest.length > 0) drawn.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return drawn;
}

/** The generator mulberry32: numbers from 0 up to, but not including, 1. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
