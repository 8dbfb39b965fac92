import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createBuilderContext } from '../../adapters/builder_context.ts';
import { systemClock } from '../../adapters/clock.ts';
import { createCommandOwner } from '../../adapters/command_owner.ts';
import { type DataDir, toDataDir } from '../../adapters/data_folder/data_dir.ts';
import { createExportFolder } from '../../adapters/exports/folder.ts';
import { openExportSource } from '../../adapters/libsql/snapshot/export/source.ts';
import { createSnapshotStore } from '../../adapters/libsql/snapshot/store.ts';
import { RULE_VERSIONS } from '../../domain/families/mod.ts';
import type { BuilderContext } from '../../domain/operator/builder_context.ts';
import { createAttribution } from '../../domain/values/attribution.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { parseCommand } from '../../jobs/run_command.ts';
import { triedCaseStep } from '../runner/properties.ts';
import { inTempDir } from '../support/instance.ts';
import { NO_BACKUPS } from '../support/no_backups.ts';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

function builderOf(dir: DataDir): BuilderContext {
  return createBuilderContext({
    dir,
    log: SILENT,
    stop: new AbortController().signal,
    onProgress: () => {},
    onTable: () => {},
    rules: { feedTime: 'exact', rollups: RULE_VERSIONS },
    kinds: { publicKinds: new Set<string>(), namedKinds: new Set<string>() },
  });
}

async function run(dir: DataDir, builder: BuilderContext, words: readonly string[]): Promise<boolean> {
  const command = parseCommand([...words]);
  assert.ok(
    command.kind === 'run' &&
      !('forPlayers' in command.job) &&
      !('forRestore' in command.job) &&
      !('forReading' in command.job) &&
      !('forVisitors' in command.job) &&
      !('forChecking' in command.job),
    words.join(' '),
  );
  const exporter = {
    openSource: () => openExportSource(dir),
    openEvidence: null,
    folder: createExportFolder(dir.exports),
    clock: systemClock,
    attribution: createAttribution({ publicUrl: 'https://witness.example', serviceName: 'Third Witness' }),
  };
  const tools = { builder, owner: createCommandOwner(dir), exporter, backups: NO_BACKUPS };
  const done = await catchFault(command.job.run(tools, command.args));
  return !(done instanceof StorageFault) && done.ok;
}

/** How the n-th call fails: the process is killed before or after the call takes effect, or the disk is full. */
type Way = 'killed before' | 'killed behind' | 'full';

/** Members that do not access storage. A fault in them belongs to the file that they read. */
const READS: ReadonlySet<string> = new Set(['close', 'documents', 'pieces']);

class Killed extends Error {}

/** Counts calls of ports, and makes the call with this number fail. */
function failing(at: number, way: Way) {
  let calls = 0;
  let dead = false;
  const wrap = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function' || READS.has(String(name))) return member;
        return async (...args: unknown[]) => {
          // A process that was killed does nothing any more.
          if (dead) throw new Killed();
          const fails = calls++ === at;
          if (fails && way === 'full') throw new StorageFault('snapshot', 'SQLITE_FULL');
          if (fails && way === 'killed before') {
            dead = true;
            throw new Killed();
          }
          const answer: unknown = await member.apply(target, args);
          if (fails) {
            dead = true;
            throw new Killed();
          }
          return wrapAnswer(answer);
        };
      },
    });
  /** Drafts are ports as well. */
  const wrapAnswer = (answer: unknown): unknown =>
    typeof answer === 'object' && answer !== null && 'keep' in answer ? wrap(answer) : answer;
  return { wrap, calls: () => calls };
}

/** Creates a builder whose folders and public database fail at one call. */
function failingBuilder(dir: DataDir, at: number, way: Way) {
  const { wrap, calls } = failing(at, way);
  const real = builderOf(dir);
  const builder: BuilderContext = {
    ...real,
    imports: { ...real.imports, write: wrap(real.imports).write },
    documents: { ...real.documents, write: wrap(real.documents).write },
    openServed: async () => {
      const served = await real.openServed();
      return served.ok ? { ok: true, value: { ...served.value, snapshots: wrap(served.value.snapshots) } } : served;
    },
  };
  return { builder, calls };
}

/** Returns the served build with its items, and the names of the documents. */
async function servedIn(dir: DataDir): Promise<string> {
  const store = createSnapshotStore({ dir, clock: systemClock });
  await store.refresh();
  const snapshot = await store.newest();
  assert.ok(snapshot !== null);
  const known = await snapshot.knowledge.ofKind('document', 10);
  const { game } = snapshot.view;
  await store.close();
  return JSON.stringify([game?.build ?? null, game?.items ?? null, known.map(({ name }) => name)]);
}

function tables(dir: string, items: number): string {
  mkdirSync(dir, { recursive: true });
  const rows = Array.from({ length: items }, (_, i) => `${i + 1},2,7,21,0\n`).join('');
  writeFileSync(join(dir, 'Item.csv'), `ID,ClassID,SubclassID,InventoryType,IconFileDataID\n${rows}`);
  writeFileSync(join(dir, 'ItemClass.csv'), 'ID,ClassName_lang,ClassID\n1,Weapon,2\n');
  return dir;
}

function documents(path: string, name: string): string {
  const fields = { id: 'doc:one', kind: 'document', name, text: 'A text', url: 'https://example.org/', source: 'S' };
  writeFileSync(path, `${JSON.stringify({ ...fields, licence: 'CC0', date: '2026-01-01' })}\n`);
  return path;
}

const COMMANDS: Readonly<Record<string, (folder: string, version: 'old' | 'new') => readonly string[]>> = {
  'import-game-files': (folder, version) => [
    ...['import-game-files', '--dir', tables(join(folder, version), version === 'old' ? 2 : 3)],
    ...['--build', version],
  ],
  'import-knowledge': (folder, version) => ['import-knowledge', documents(join(folder, `${version}.ndjson`), version)],
};

for (const [name, wordsOf] of Object.entries(COMMANDS)) {
  for (const way of ['killed before', 'killed behind', 'full'] as const) {
    test(`${name}, ${way} at any call: a rebuild serves the old or the new, and always the new once it was served`, () =>
      inTempDir(async (folder) => {
        const step = triedCaseStep();
        let at = Math.floor(Math.random() * step);
        const base = toDataDir(join(folder, 'data'));
        mkdirSync(base.root);
        assert.ok(await run(base, builderOf(base), wordsOf(folder, 'old')));
        const old = await servedIn(base);
        for (let reached = true; reached; at += step) {
          const dir = toDataDir(join(folder, `data-${at}`));
          cpSync(base.root, dir.root, { recursive: true });
          const { builder, calls } = failingBuilder(dir, at, way);
          let ended: boolean | 'killed' = 'killed';
          try {
            ended = await run(dir, builder, wordsOf(folder, 'new'));
          } catch (error) {
            if (!(error instanceof Killed)) throw error;
          }
          reached = calls() > at;
          const served = await servedIn(dir);
          // An import that was refused has restored the previous one.
          if (name === 'import-game-files' && ended === 'killed') {
            assert.ok(await run(dir, builderOf(dir), ['snapshot']));
            assert.ok(await run(dir, builderOf(dir), ['verify']), `call ${at}: what is kept is served`);
            const finished = await servedIn(dir);
            assert.ok(
              served === old || finished === served,
              `call ${at}: ${served} then, ${finished} after a snapshot`,
            );
          }
          assert.ok(await run(dir, builderOf(dir), ['rebuild']));
          const rebuilt = await servedIn(dir);
          const where = `call ${at}: ${old} before, ${served} then, ${rebuilt} rebuilt`;
          if (served !== old) assert.equal(rebuilt, served, where);
          else if (ended !== 'killed') assert.equal(rebuilt, old, where);
          else assert.ok(rebuilt === old || rebuilt.includes('new'), where);
        }
        assert.ok(at > 6, `only ${at} calls were made`);
      }));
  }
}
