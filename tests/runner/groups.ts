/** A process of the tests: files that it imports one after another. */
export interface Group {
  readonly name: string;
  readonly files: readonly string[];
}

/**
 * Folders whose files share a process, those that take longest first. Starting a process with the loader takes longer
 * than most of these files.
 */
export const SHARED: readonly string[] = [
  ...['snapshot', 'http', 'pages', 'evidence', 'openapi', 'tools', 'knowledge', 'families', 'schema', 'game_files'],
  ...[
    'answers',
    'intake',
    'cards',
    'exports',
    'operator',
    'house',
    'paging',
    'saved_variables',
    'embed',
    'durable',
    'metrics',
  ],
];

/**
 * Files of those folders that have a process of their own: they watch times, kill or lock, or leave a connection open
 * for good.
 */
export const ALONE: readonly string[] = [
  'tests/exports/killed.test.ts',
  'tests/http/coding.test.ts',
  'tests/server/connections.test.ts',
  'tests/server/gate.test.ts',
  'tests/server/host_watch.test.ts',
  'tests/http/hostile_shapes.test.ts',
  'tests/http/intake.test.ts',
  'tests/server/raw_requests.test.ts',
  'tests/server/server.test.ts',
  'tests/server/slow_readers.test.ts',
  'tests/intake/link_keeper.test.ts',
  'tests/intake/uploads_faults.test.ts',
  'tests/intake/worker.test.ts',
  'tests/schema/parse_record.test.ts',
  'tests/snapshot/crashes.test.ts',
  'tests/snapshot/instance_socket.test.ts',
  'tests/snapshot/lock.test.ts',
  'tests/snapshot/taken_out.test.ts',
  'tests/tools/profession_path.test.ts',
];

/** Of those the ones that take longest: begun last, one would run on when all others have ended. */
const LONGEST: readonly string[] = ['tests/service/crash.test.ts', 'tests/snapshot/crashes.test.ts'];

const folderOf = (file: string): string => file.split('/')[1] ?? '';

/** Every file in one group: the longest ones, those that share a process, then the others alone. */
export const groupsOf = (files: readonly string[]): readonly Group[] => {
  const shares = (file: string): boolean => SHARED.includes(folderOf(file)) && !ALONE.includes(file);
  const shared = SHARED.map((folder) => ({
    name: `tests/${folder}`,
    files: files.filter((file) => folderOf(file) === folder && shares(file)),
  }));
  const alone = files.filter((file) => !shares(file)).map((file) => ({ name: file, files: [file] }));
  const isLong = ({ name }: Group): boolean => LONGEST.includes(name);
  return [
    ...alone.filter(isLong),
    ...shared.filter((group) => group.files.length > 0),
    ...alone.filter((group) => !isLong(group)),
  ];
};
