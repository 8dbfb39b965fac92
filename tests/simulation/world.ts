import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { putDatabase } from '../support/template.ts';
import type { Command, Trouble } from './commands.ts';
import { Gone, refuser, type StatementWatch, watchStatements } from './faults.ts';
import { type Follower, newFollower } from './follower.ts';
import { copyOf, type Model, newModel } from './model.ts';
import { cutPower, leave } from './power.ts';
import { type Nature, natureOf, openService, type Service } from './service.ts';
import type { Walk } from './walks.ts';

/** State of a world while its commands are carried out. */
export interface World {
  readonly nature: Nature;
  readonly statements: StatementWatch;
  readonly folder: string;
  model: Model;
  service: Service;
  /** Uploads sent so far, oldest first. */
  readonly sent: Extract<Command, { op: 'upload' }>[];
  /** True if the last snapshot succeeded and nothing was sent or requested since. */
  isSettled: boolean;
  /** True if a snapshot was written and can be read. */
  isReadable: boolean;
  walks: Walk[];
  /** Number of times that withdrawn rows may have become public again. */
  returned: number;
  readonly follower: Follower;
  /**
   * True if the next run has rows to withdraw. Withdrawn rows may be reported again before that run ends or at any
   * later time.
   */
  isFalling: boolean;
  /** Installs whose erasure has reached a snapshot. */
  readonly gone: Set<number>;
  imported: boolean;
  /** Bugs of ours that were caught and logged since the last check. */
  readonly bugs: string[];
}

let opened = 0;

/** Returns the path of a new data folder. */
function nextRoot(folder: string): string {
  return join(folder, String(opened++));
}

/** Begins a world in its own folder. */
export async function beginWorld(seed: number, folder: string, statements: StatementWatch): Promise<World> {
  const nature = natureOf(seed);
  const root = nextRoot(folder);
  mkdirSync(root, { mode: 0o700 });
  await putDatabase(join(root, 'uploads.db'), 'uploads of simulations', (path) =>
    openUploadWriter(path, { random: natureOf(0).random, create: true }),
  );
  const bugs: string[] = [];
  const witnessNetworks = 1 + (seed % 3);
  const service = await openService(root, nature, witnessNetworks, (what) => bugs.push(what));
  return {
    nature,
    statements,
    folder,
    service,
    bugs,
    model: newModel(witnessNetworks),
    sent: [],
    isSettled: false,
    isReadable: false,
    walks: [],
    returned: 0,
    follower: newFollower(),
    isFalling: false,
    gone: new Set(),
    imported: false,
  };
}

/** Outcome of work during which a fault may have occurred. `met` is true if the fault occurred. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T; readonly met: boolean }
  /** The process died, and a new process has opened the remaining files. */
  | { readonly kind: 'died' };

/** Runs the work of a command, with the fault that belongs to the command. */
export async function withTrouble<T>(
  world: World,
  trouble: Trouble | undefined,
  work: () => Promise<T>,
): Promise<Outcome<T>> {
  if (trouble === undefined) return { kind: 'done', value: await work(), met: false };
  const { statements } = world;
  const { kind } = trouble;
  let left: string | null = null;
  const die = (): void => {
    if (left === null) {
      left = nextRoot(world.folder);
      leave(world.service.root, left);
    }
    throw new Gone();
  };
  const strike = kind === 'full' || kind === 'io' ? refuser(kind, 3) : die;
  let met = false;
  statements.arm(trouble.at, () => {
    met = true;
    strike();
  });
  try {
    const value = await work();
    if (left === null) return { kind: 'done', value, met };
  } catch (error) {
    if (left === null) {
      if (!met) throw error;
      throw new Refused(error);
    }
  } finally {
    statements.disarm();
  }
  await reopen(world, left, trouble);
  return { kind: 'died' };
}

/** The work threw because the storage refused a statement. */
export class Refused extends Error {
  constructor(cause: unknown) {
    super('refused', { cause });
  }
}

/** Opens the remaining files as a new process would. */
export async function reopen(world: World, left: string, { kind, share }: Trouble): Promise<void> {
  const { service, statements, nature, bugs } = world;
  // If the dead process is still running something, its statements must fail; nobody looks at its files any more.
  statements.arm(0, () => {
    throw new Gone();
  });
  await service.close().catch(() => {});
  statements.disarm();
  statements.dropAll();
  rmSync(service.root, { recursive: true, force: true });
  if (kind === 'cut') cutPower(left, share);
  if (kind === 'cut' && share === 1) world.isReadable = false;
  bugs.length = 0;
  world.service = await openService(left, nature, world.model.networks, (what) => bugs.push(what));
}

/**
 * Closes and reopens the service, either in an orderly way, as an operator does, or after a crash between two commands.
 */
export async function restart(world: World, trouble: Trouble | undefined): Promise<void> {
  const left = nextRoot(world.folder);
  if (trouble === undefined) {
    await world.service.close();
    leave(world.service.root, left);
    await reopen(world, left, { at: 0, kind: 'crash', share: 0 });
    return;
  }
  leave(world.service.root, left);
  await reopen(world, left, trouble);
}

/** Creates a temporary folder, in memory if the machine supports it. */
function roomFor(): string {
  for (const place of ['/dev/shm', '/tmp']) {
    try {
      return mkdtempSync(join(place, 'third-witness-simulation-'));
    } catch {}
  }
  throw new Error('there is no room for files');
}

/** Runs `work` with a temporary folder and a statement watch, and removes both afterwards. */
export async function inRoom<T>(work: (folder: string, statements: StatementWatch) => Promise<T>): Promise<T> {
  const folder = roomFor();
  const statements = watchStatements();
  try {
    return await work(folder, statements);
  } finally {
    statements.disarm();
    statements.dropAll();
    statements.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tries the possible outcomes in order and returns the model after the first one that fits. Fails if none fits. */
export function eitherOf<T>(model: Model, ways: readonly ((model: Model) => T)[], fits: (told: T) => boolean): Model {
  const told: T[] = [];
  for (const way of ways) {
    const tried = copyOf(model);
    const one = way(tried);
    if (fits(one)) return tried;
    told.push(one);
  }
  return assert.fail(`none of what may have happened fits: ${JSON.stringify(told)}`);
}
