import { mkdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rollCommands } from './commands.ts';
import { type Failure, furnish, type Room, runWorld } from './run.ts';
import { shrink } from './shrink.ts';
import { inRoom } from './world.ts';

/**
 * `npm run simulation -- --commands N [--seed S]` runs independent worlds one after another until N commands have run.
 */
const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    world: { type: 'string', default: '300' },
  },
});
function numberOf(name: keyof typeof values): number {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  process.stderr.write(`--${name} must be a whole number from 1 on; it is ${JSON.stringify(values[name])}.\n`);
  return process.exit(2);
}
const [wanted, first, length] = [numberOf('commands'), numberOf('seed'), numberOf('world')];

function say(line: string): void {
  return void process.stdout.write(`${line}\n`);
}

const FOUND = new URL('./found/', import.meta.url);

async function keep(room: Room, seed: number, failure: Failure): Promise<void> {
  const count = Math.min(length, failure.at + 1);
  say(
    `seed ${seed} fails at command ${failure.at + 1}: npm run simulation -- --seed ${seed} --commands ${length} --world ${length}`,
  );
  say(failure.message);
  const found = await shrink(rollCommands(seed, length).slice(0, count), (some) => runWorld(room, seed, some));
  mkdirSync(FOUND, { recursive: true });
  const file = new URL(`seed-${seed}.json`, FOUND);
  writeFileSync(file, `${JSON.stringify({ seed, commands: found.commands }, null, 2)}\n`);
  say(`${found.commands.length} commands are left of it, kept in ${fileURLToPath(file)}:`);
  for (const command of found.commands) say(`  ${JSON.stringify(command)}`);
  say(found.message);
}

function tell({ times }: Room): void {
  const rows = [...times].sort(([, a], [, b]) => b.ms - a.ms);
  for (const [what, { ms, count }] of rows) {
    say(
      `${what.padEnd(22)} ${String(count).padStart(7)} × ${(ms / count).toFixed(2).padStart(8)} ms = ${(ms / 1000).toFixed(1)} s`,
    );
  }
}

await inRoom(async (folder, statements) => {
  const room = await furnish(folder, statements);
  const began = performance.now();
  for (let done = 0, seed = first; done < wanted; done += length, seed++) {
    const failure = await runWorld(room, seed, rollCommands(seed, Math.min(length, wanted - done)));
    if (failure === null) continue;
    await keep(room, seed, failure);
    process.exitCode = 1;
    return;
  }
  tell(room);
  say(`${wanted} commands from seed ${first} on hold, in ${((performance.now() - began) / 1000).toFixed(0)} s`);
});
