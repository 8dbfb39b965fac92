import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { writeSeedTables } from '../seed/tables.ts';
import { filesBelow, holdsText } from '../support/files_below.ts';
import type { Command } from './commands.ts';
import type { StatementWatch } from './faults.ts';
import { installOf, signatureOf } from './records.ts';
import { carryOut, endWorld } from './steps.ts';
import { beginWorld, type World } from './world.ts';

/**
 * The difference between a world and the model. `at` is the index of the command, or the number of commands if the
 * world differed at its end.
 */
export interface Failure {
  readonly at: number;
  readonly message: string;
}

/** CPU time in milliseconds and number of calls, keyed by the kind of work. */
export type Times = Map<string, { ms: number; count: number }>;

export interface Room {
  readonly folder: string;
  readonly statements: StatementWatch;
  /** Folder with the client's tables, for imports. */
  readonly tables: string;
  readonly times: Times;
}

/** Creates the files shared by all worlds. */
export async function furnish(folder: string, statements: StatementWatch): Promise<Room> {
  const tables = join(folder, 'tables');
  mkdirSync(tables);
  await writeSeedTables(tables);
  return { folder, statements, tables, times: new Map() };
}

/** Carries out these commands in a new world. Returns null if the world always matched the model. */
export async function runWorld(room: Room, seed: number, commands: readonly Command[]): Promise<Failure | null> {
  const { folder, statements, tables, times } = room;
  const timed = async (what: string, work: () => Promise<void>): Promise<void> => {
    const began = process.cpuUsage();
    await work().finally(() => {
      const { ms, count } = times.get(what) ?? { ms: 0, count: 0 };
      const { user, system } = process.cpuUsage(began);
      times.set(what, { ms: ms + (user + system) / 1_000, count: count + 1 });
    });
  };
  let at = 0;
  let world: World | null = null;
  try {
    await timed('begin', async () => {
      world = await beginWorld(seed, folder, statements);
    });
    const begun = world as unknown as World;
    for (; at < commands.length; at++) {
      const command = commands[at]!;
      const what = command.trouble === undefined ? command.op : `${command.op} in trouble`;
      await timed(what, () => carryOut(begun, command, tables));
    }
    await timed('end', async () => {
      await endWorld(begun);
      await begun.service.close();
      assertGone(begun);
    });
    return null;
  } catch (error) {
    return { at, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    statements.disarm();
    await (world as World | null)?.service.close().catch(() => {});
    statements.dropAll();
  }
}

/** Checks that no file contains any text of an erased install. The service must be closed. */
function assertGone({ service: { root }, gone }: World): void {
  const files = filesBelow(root);
  for (const install of gone) {
    for (const text of [installOf(install), signatureOf(install)]) {
      assert.deepEqual(files.filter(holdsText(text)), [], `files that hold ${text}, which was erased`);
    }
  }
}
