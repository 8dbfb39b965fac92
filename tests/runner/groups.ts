/** A process of the test run, and the files that it imports one after another. */
export interface Group {
  readonly name: string;
  readonly files: readonly string[];
}

/**
 * Folders whose files share a process, the longest process first. A file runs with the first folder that contains it. Loading the application takes longer than most files
 * do, so few processes each run many files.
 */
export const SHARED: readonly (readonly string[])[] = [
  ['http', 'openapi', 'embed', 'metrics'],
  ['pages', 'tools', 'cards', 'answers', 'operator'],
  ['snapshot', 'evidence', 'promise'],
  ['knowledge', 'intake', 'exports', 'saved_variables'],
  ['families', 'schema'],
  ['house', 'game_files', 'paging', 'soak'],
  ['durable'],
];

/**
 * Files of those folders that run in their own process, because they measure times, kill processes, use locks or leave
 * connections open.
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
  'tests/snapshot/open_files.test.ts',
  'tests/snapshot/taken_out.test.ts',
  'tests/tools/profession_path.test.ts',
];

/**
 * The longest files that run in their own process. They start first; otherwise the run would wait for them at its end.
 */
const LONGEST: readonly string[] = ['tests/service/crash.test.ts', 'tests/snapshot/crashes.test.ts'];

/** Returns groups that together run every file once: the longest files, the shared processes, then the other files. */
export function groupsOf(files: readonly string[]): readonly Group[] {
  const alone: Group[] = [];
  const shared = SHARED.map((folders) => ({ name: `tests/{${folders.join(',')}}`, files: [] as string[] }));
  for (const file of files) {
    const group = shared[SHARED.findIndex((folders) => folders.some((folder) => file.startsWith(`tests/${folder}/`)))];
    if (group === undefined || ALONE.includes(file)) alone.push({ name: file, files: [file] });
    else group.files.push(file);
  }
  const isLong = ({ name }: Group): boolean => LONGEST.includes(name);
  return [
    ...alone.filter(isLong),
    ...shared.filter((group) => group.files.length > 0),
    ...alone.filter((group) => !isLong(group)),
  ];
}
