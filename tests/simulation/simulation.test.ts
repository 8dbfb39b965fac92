import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Command, rollCommands } from './commands.ts';
import { furnish, runWorld } from './run.ts';
import { inRoom } from './world.ts';

const DAY_MS = 86_400_000;
const COMMANDS = 150;

/** The first seed never changes. The second changes each day; passing it again repeats the world at any time. */
const SEEDS = [1, 1_000_000 + Math.floor(Date.now() / DAY_MS)];

for (const [i, seed] of SEEDS.entries()) {
  test(`${COMMANDS} commands of ${i === 0 ? 'one seed' : "the day's seed"} leave the state that the model predicts`, () =>
    inRoom(async (folder, statements) => {
      const room = await furnish(folder, statements);
      const failure = await runWorld(room, seed, rollCommands(seed, COMMANDS));
      assert.equal(failure?.message, undefined, `npm run simulation -- --seed ${seed} --commands ${COMMANDS}`);
    }));
}

const FOUND = new URL('./found/', import.meta.url);

interface Found {
  readonly seed: number;
  readonly commands: readonly Command[];
}

test('sequences of commands that once failed succeed', () =>
  inRoom(async (folder, statements) => {
    const room = await furnish(folder, statements);
    for (const name of existsSync(FOUND) ? readdirSync(FOUND) : []) {
      const { seed, commands } = JSON.parse(readFileSync(new URL(name, FOUND), 'utf8')) as Found;
      const failure = await runWorld(room, seed, commands);
      assert.equal(failure?.message, undefined, `tests/simulation/found/${name}`);
    }
  }));
