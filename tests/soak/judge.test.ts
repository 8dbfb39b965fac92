import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judged } from './judge.ts';
import type { Sample } from './samples.ts';

const MINUTES = 30;
const KILLED_AT_S = 1_100;

const QUIET: Omit<Sample, 'atS' | 'life'> = {
  instanceMiB: 200,
  builderMiB: 120,
  files: 20,
  others: 15,
  threads: 11,
  logMiB: 8,
  folderMiB: 100,
};

/**
 * A soak that is sampled every five seconds, in which the instance was killed once. `seen` returns the values that
 * differ from a quiet instance at a time.
 */
function soakOf(seen: (atS: number, life: number) => Partial<Sample>): readonly Sample[] {
  return Array.from({ length: MINUTES * 12 }, (_, i) => {
    const atS = 5 * i;
    const life = atS < KILLED_AT_S ? 1 : 2;
    return { ...QUIET, atS, life, ...seen(atS, life) };
  });
}

function broken(samples: readonly Sample[]): readonly string[] {
  return judged(samples).flatMap(({ rule, holds }) => (holds ? [] : [rule.split(':')[0]!]));
}

test('a soak in which nothing grows passes, whatever earlier lives and the first minutes needed', () => {
  assert.deepEqual(broken(soakOf(() => ({}))), []);
  assert.deepEqual(broken(soakOf((_, life) => (life === 1 ? { instanceMiB: 900, files: 90 } : {}))), []);
  assert.deepEqual(broken(soakOf((atS) => (atS < KILLED_AT_S + 200 ? { instanceMiB: 90 } : {}))), []);
  assert.deepEqual(broken(soakOf((atS) => ({ builderMiB: atS % 10 === 0 ? 120 : null }))), []);
});

test('growth is noticed', () => {
  const since = (atS: number): number => Math.max(0, atS - KILLED_AT_S);
  const planted: readonly [rule: string, seen: (atS: number, life: number) => Partial<Sample>][] = [
    ['Memory of the instance', (atS) => ({ instanceMiB: 100 + since(atS) / 2 })],
    ['Memory of the builder', (atS) => ({ builderMiB: 100 + since(atS) / 2 })],
    ['Open files', (atS) => ({ files: 20 + Math.floor(since(atS) / 30) })],
    ['Open connections and pipes', (atS) => ({ others: 20 + Math.floor(since(atS) / 30) })],
    ['Threads', (atS) => ({ threads: 11 + Math.floor(since(atS) / 30) })],
    ['No write-ahead log above 64 MiB', (atS) => (atS === 700 ? { logMiB: 64.1 } : {})],
  ];
  for (const [rule, seen] of planted) assert.deepEqual(broken(soakOf(seen)), [rule]);
});

test('a life that is too short proves nothing', () => {
  assert.deepEqual(broken(soakOf(() => ({})).slice(0, 14)), [
    ...['Memory of the instance', 'Memory of the builder'],
    ...['Open files', 'Open connections and pipes', 'Threads'],
  ]);
});
