import type { Fault } from './faults.ts';

const SYNCED_FILES = 'adapters/data_folder/synced_files.ts';
const DATABASE = 'adapters/libsql/database.ts';
/** These tests are skipped if there is no C compiler. */
const POWER_CUTS = 'tests/faults/power_cut.test.ts';
const FAILED_READS = 'tests/faults/read_errors.test.ts';
const SYNC_TESTS = ['tests/adapters/durability/synced_files.test.ts'];

/** Faults in the order of writes to the disk, and in what remains in its bytes. */
export const DISK_FAULTS: readonly Fault[] = [
  {
    name: 'full-to-normal',
    does: 'answers 200 before the upload is on disk',
    edits: [{ file: DATABASE, find: 'pragma synchronous=full;', replace: 'pragma synchronous=normal;' }],
    tests: [
      POWER_CUTS,
      'tests/adapters/durability/commit_syncs.test.ts',
      'tests/adapters/durability/writer_pragmas.test.ts',
    ],
  },
  {
    name: 'failed-reads-pass',
    does: 'uses data from memory although the disk failed to read it',
    edits: [{ file: 'adapters/libsql/file_name.ts', find: '?vfs=', replace: '?none=' }],
    tests: [FAILED_READS, 'tests/adapters/durability/driver_names.test.ts'],
  },
  {
    name: 'file-not-synced',
    does: 'renames a file before its content is on disk',
    edits: [
      {
        file: SYNCED_FILES,
        find: 'await file.writeFile(content);\n    await file.sync();',
        replace: 'await file.writeFile(content);',
      },
    ],
    tests: SYNC_TESTS,
  },
  {
    name: 'folder-not-synced',
    does: 'renames a file and does not wait until the name is on disk',
    edits: [{ file: SYNCED_FILES, find: '  await syncFolder(dirname(path));\n', replace: '' }],
    tests: SYNC_TESTS,
  },
  {
    name: 'new-folder-not-synced',
    does: 'creates a folder and does not wait until its name is on disk',
    edits: [{ file: SYNCED_FILES, find: 'if (outermost === undefined) return;', replace: 'return;' }],
    tests: SYNC_TESTS,
  },
  {
    name: 'data-folder-not-synced',
    does: 'stores uploads in a folder whose name may not be on disk',
    edits: [
      {
        file: 'adapters/data_folder/open_folder.ts',
        find: 'await makeFolder(dir.root);',
        replace: "await import('./data_dir.ts').then(({ createDataDir }) => createDataDir(path));",
      },
    ],
    tests: SYNC_TESTS,
  },
  {
    name: 'epoch-not-synced',
    does: 'serves databases that may not be on disk',
    edits: [{ file: 'adapters/data_folder/epoch.ts', find: '    await syncFile(path);\n', replace: '' }],
    tests: SYNC_TESTS,
  },
  {
    name: 'export-not-synced',
    does: 'serves an export that may not be on disk',
    edits: [
      {
        file: 'adapters/packed_files/write.ts',
        find: '      await file.sync();\n',
        replace: '',
      },
    ],
    tests: SYNC_TESTS,
  },
  {
    name: 'import-not-synced',
    does: 'stores an import that may not be on disk',
    edits: [{ file: 'adapters/imports/numbered.ts', find: '    await file.sync();\n', replace: '' }],
    tests: SYNC_TESTS,
  },
  {
    name: 'no-secure-delete',
    does: 'leaves deleted rows in the file',
    edits: [{ file: DATABASE, find: 'pragma secure_delete=on;', replace: 'pragma secure_delete=off;' }],
    tests: ['tests/adapters/durability/writer_pragmas.test.ts', 'tests/adapters/libsql/uploads/erasure.test.ts'],
  },
  {
    name: 'no-scrub',
    does: 'leaves rows that SQLite copied elsewhere in the file',
    edits: [{ file: 'adapters/libsql/scrub.ts', find: '      gap.fill(0);\n', replace: '' }],
    tests: ['tests/adapters/libsql/uploads/erasure.test.ts'],
  },
  {
    name: 'log-not-emptied',
    does: 'leaves erased data in the write-ahead log',
    edits: [
      {
        file: 'adapters/libsql/uploads/pending_scrubs.ts',
        find: '  await emptyWriteAheadLog(run, isStopped);\n',
        replace: '',
      },
    ],
    tests: ['tests/adapters/libsql/uploads/erasure.test.ts'],
  },
  {
    name: 'no-unique-index',
    does: 'stores a record twice',
    edits: [
      {
        file: 'adapters/libsql/migrations/uploads/0015_uploads.sql',
        find: '  primary key (install_n, identity)\n) strict, without rowid;',
        replace: '  check (seq >= 1)\n) strict;',
      },
    ],
    tests: ['tests/adapters/libsql/uploads/uploads_contract.test.ts'],
  },
  {
    name: 'seal-ignored',
    does: 'reads blocks of records whose seal does not fit',
    edits: [
      {
        file: 'adapters/libsql/uploads/block.ts',
        find: '  if (!isIntactBlock(block)) return null;\n',
        replace: '',
      },
    ],
    tests: ['tests/jobs/damaged_uploads.test.ts'],
  },
  {
    name: 'install-not-covered',
    does: 'links uploads without the ids of their installs',
    edits: [
      {
        file: 'adapters/libsql/uploads/chain.ts',
        find: 'feedKey, records, install)',
        replace: 'feedKey, records, null)',
      },
    ],
    tests: ['tests/adapters/libsql/uploads/chain.test.ts'],
  },
  {
    name: 'cursor-late',
    does: 'moves the cursor in a transaction after that of the evidence',
    edits: [
      {
        file: 'adapters/libsql/evidence/store.ts',
        find: '      await moveCursor(tx, to);\n    });\n',
        replace: '    });\n    await runInTransaction(client, (tx) => moveCursor(tx, to));\n',
      },
    ],
    tests: ['tests/adapters/durability/one_transaction.test.ts'],
  },
  {
    name: 'marks-cleared-early',
    does: 'clears the marks of changed facts before it writes the facts',
    edits: [
      {
        file: 'domain/snapshot/publish.ts',
        find: '  const { again } = publication;\n  const row = await writeParts(',
        replace:
          '  const { again } = publication;\n  const early = await evidence.clearMarks(day, again.done);\n  if (!early.ok) return early;\n  const row = await writeParts(',
      },
    ],
    tests: ['tests/domain/snapshot/crashes.test.ts'],
  },
  {
    name: 'edge-without-digest',
    does: 'shows a snapshot at an edge although its rows are not the ones that were published',
    edits: [
      {
        file: 'adapters/replica/apply_diff.ts',
        find: 'if (content.rows !== end.rows || content.digest !== end.digest)',
        replace: 'if (content.rows < 0)',
      },
    ],
    tests: ['tests/adapters/libsql/publish/replica_copy.test.ts'],
  },
];
