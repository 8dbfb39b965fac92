import assert from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDataDir, requireIdentity } from '../../../adapters/data_folder/data_dir.ts';
import { removeOtherEpochs } from '../../../adapters/data_folder/epoch.ts';
import { createExportFolder } from '../../../adapters/exports/folder.ts';
import { createDocumentFolder, createImportFolder } from '../../../adapters/imports/folder.ts';
import { createFaultWrapper } from '../../../adapters/libsql/storage_error.ts';
import type { ExportRows } from '../../../domain/ports/exports.ts';
import { StorageFault } from '../../../domain/values/storage_fault.ts';
import { contentsBelow } from '../../support/files_below.ts';
import { inTempDir } from '../../support/instance.ts';

/** If another instance's data folder replaces ours while we write, it must keep every byte. */

/**
 * Fills a folder with exports, imports and documents of several numbers: those that our folder has and those that it
 * will use next.
 */
function fillFolder(folder: string, id: string): void {
  const files: Readonly<Record<string, string>> = {
    identity: id.repeat(32),
    'exports/current': '1',
    'exports/held.json': '{}',
    'exports/demanded': '',
    'exports/1/index.json': `${id}1`,
    'exports/1/notes.json': `${id}1`,
    'exports/2/index.json': `${id}2`,
    'exports/2/notes.json': `${id}2`,
    'imports/current': '2',
    'imports/1/meta.json': `${id}1`,
    'imports/2/meta.json': `${id}2`,
    'imports/3/meta.json': `${id}3`,
    'imports/3/pieces.ndjson': `${id}3`,
    'documents/current': '3',
    'documents/2.ndjson': `${id}2`,
    'documents/3.ndjson': `${id}3`,
    current: id.repeat(12),
    [`snapshot.${id.repeat(12)}.db`]: id,
    'snapshot.cccccccccccc.db': id,
    'verify-cccccccccccc/snapshot.cccccccccccc.db': id,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), `${text}\n`);
  }
}

interface Place {
  readonly ours: string;
  readonly requireFolder: () => void;
  /** Moves our folder away and puts the other one in its place. Works once. */
  readonly replace: () => void;
}

interface Work {
  readonly what: string;
  /** Writes, and replaces the folder at a certain moment. */
  readonly run: (place: Place) => Promise<unknown>;
}

/** Yields the same value twice, and replaces the folder in between. */
const twoAround = async function* (one: unknown, replace: () => void): AsyncGenerator<never> {
  yield one as never;
  replace();
  yield one as never;
};
const justOne = async function* (one: unknown): AsyncGenerator<never> {
  yield one as never;
};

/** The content of an index and its notes does not matter here. */
const SAYS_NOTHING = {} as never;
const ROWS: ExportRows = ['{}'];

async function exportDraft({ ours, requireFolder }: Place) {
  const draft = await createExportFolder(join(ours, 'exports'), requireFolder).begin();
  await draft.write(['edges.ndjson'], justOne([ROWS]));
  return draft;
}
const META = { build: '1.15.7', extractedAt: null, importedAtMs: 1 };
async function importDraft({ ours, requireFolder }: Place) {
  return await createImportFolder(join(ours, 'imports'), requireFolder).write(META, justOne({}));
}
async function documentsDraft({ ours, requireFolder }: Place) {
  return await createDocumentFolder(join(ours, 'documents'), requireFolder).write(justOne({}));
}

const WORKS: readonly Work[] = [
  {
    what: 'an export, while a list is written, and is thrown away',
    run: async (place) => {
      const draft = await createExportFolder(join(place.ours, 'exports'), place.requireFolder).begin();
      await draft.write(['edges.ndjson'], twoAround([ROWS], place.replace));
      const written = await draft.write(['items.ndjson'], justOne([ROWS]));
      await draft.discard();
      return written;
    },
  },
  {
    what: 'an export, before it is published',
    run: async (place) => {
      const draft = await exportDraft(place);
      place.replace();
      return draft.publish(SAYS_NOTHING, SAYS_NOTHING);
    },
  },
  {
    what: 'an export, before it is held back',
    run: async (place) => {
      const draft = await exportDraft(place);
      place.replace();
      return draft.hold({ reason: 'shorter', heldAtMs: 1 } as never);
    },
  },
  ...[importDraft, documentsDraft].flatMap((draftOf, i): readonly Work[] => {
    const what = ['an import', 'documents'][i]!;
    return [
      {
        what: `${what}, before it is kept`,
        run: async (place) => {
          const draft = await draftOf(place);
          place.replace();
          return draft.keep();
        },
      },
      {
        what: `${what}, before the others go`,
        run: async (place) => {
          const draft = await draftOf(place);
          await draft.keep();
          place.replace();
          return draft.settle();
        },
      },
      {
        what: `${what}, before it is thrown away`,
        run: async (place) => {
          const draft = await draftOf(place);
          await draft.keep();
          place.replace();
          return draft.discard();
        },
      },
    ];
  }),
  {
    what: 'an import, while it is written',
    run: ({ ours, requireFolder, replace }) =>
      createImportFolder(join(ours, 'imports'), requireFolder).write(META, twoAround({}, replace)),
  },
  {
    what: 'documents that fail, while they are written',
    run: ({ ours, requireFolder, replace }) => {
      const failing = async function* (): AsyncGenerator<never> {
        yield {} as never;
        replace();
        throw Object.assign(new Error('read'), { code: 'EIO', syscall: 'read' });
      };
      return createDocumentFolder(join(ours, 'documents'), requireFolder).write(failing());
    },
  },
  {
    what: 'the files of other epochs, before they go',
    run: ({ ours, requireFolder, replace }) => {
      const dir = { ...createDataDir(ours), requireSame: requireFolder };
      let looks = 0;
      // Replaces the folder between the look-up of the served version and the first removal.
      const requireSame = (): void => {
        if (++looks === 2) replace();
        requireFolder();
      };
      return createFaultWrapper('snapshot')(() => removeOtherEpochs({ ...dir, requireSame }));
    },
  },
];

for (const { what, run } of WORKS) {
  test(`another instance's folder stays unchanged when it replaces ours under ${what}`, () =>
    inTempDir(async (parent) => {
      const [ours, away, other] = ['ours', 'away', 'other'].map((name) => join(parent, name)) as [
        string,
        string,
        string,
      ];
      fillFolder(ours, 'a');
      fillFolder(other, 'b');
      const theirs = contentsBelow(other);
      let isReplaced = false;
      const running = run({
        ours,
        requireFolder: () => requireIdentity(join(ours, 'identity'), 'a'.repeat(32)),
        replace: () => {
          if (isReplaced) return;
          isReplaced = true;
          renameSync(ours, away);
          renameSync(other, ours);
        },
      });
      await assert.rejects(running, StorageFault, 'what could not be done must be told');
      assert.ok(isReplaced);
      assert.deepEqual(contentsBelow(ours), theirs);
    }));
}
