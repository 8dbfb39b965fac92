import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { putDatabase } from '../support/template.ts';
import type { Command, Trouble } from './commands.ts';
import { Gone, refuser, type StatementWatch, watchStatements } from './faults.ts';
import { copyOf, type Model, newModel } from './model.ts';
import { cutPower, leave } from './power.ts';
import { type Nature, natureOf, openService, type Service } from './service.ts';
import type { Walk } from './walks.ts';

/** What a world is while its commands are carried out. */
export interface World {
  readonly nature: Nature;
  readonly statements: StatementWatch;
  readonly folder: string;
  model: Model;
  service: Service;
  /** Uploads that were sent, oldest first. */
  readonly sent: Extract<Command, { op: 'upload' }>[];
  /** Snapshots were taken since anything was asked or sent, and the last one went well. */
  isSettled: boolean;
  /** A snapshot was taken of what stands, and is there to be read. */
  isReadable: boolean;
  walks: Walk[];
  /** How often rows that had been withdrawn may have come back. */
  returned: number;
  /** Rows are to be withdrawn by the next run: what is withdrawn may be told anew before that run ends, or at any time later. */
  isFalling: boolean;
  /** Installs whose erasure a snapshot has carried out. */
  readonly gone: Set<number>;
  imported: boolean;
  /** Faults of ours that were answered for, since they were last looked at. */
  readonly bugs: string[];
}

let opened = 0;

/** Where files cost least. */
function nextRoot(folder: string): string {
  return join(folder, String(opened++));
}

/** Begins a world in a folder of its own. */
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
    isFalling: false,
    gone: new Set(),
    imported: false,
  };
}

/** What became of work in which something may have gone wrong. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T; readonly met: boolean }
  /** The process is gone, and another has opened what it left. */
  | { readonly kind: 'died' };

/** Does work that a command asks for, with the trouble that comes with it. */
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

/** Work that threw because the storage refused it. */
export class Refused extends Error {
  constructor(cause: unknown) {
    super('refused', { cause });
  }
}

/** Another process opens the files that the one before left. */
export async function reopen(world: World, left: string, { kind, share }: Trouble): Promise<void> {
  const { service, statements, nature, bugs } = world;
  // What the dead process still does, it does on files that nobody looks at any more.
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

/** Closes the service and opens it again, as the operator does, or as a crash between two commands makes it. */
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

/** Where files need not reach a disk, if the machine has such a place. */
function roomFor(): string {
  for (const place of ['/dev/shm', '/tmp']) {
    try {
      return mkdtempSync(join(place, 'third-witness-simulation-'));
    } catch {}
  }
  throw new Error('there is no room for files');
}

/** Does work with a folder and the watch over statements, and puts both away. */
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

/** Keeps of two things that may have happened the one that did, and says which; a fault where neither fits. */
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
