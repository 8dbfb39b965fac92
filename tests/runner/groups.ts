/** A process of the test run, and the files that it imports one after another. */
export interface Group {
  readonly name: string;
  readonly files: readonly string[];
}

/**
 * Folders whose files share a process. A file runs with the first folder that contains it.
 * Loading the application takes longer than most files do, so few processes each run many files.
 */
export const SHARED: readonly (readonly string[])[] = [
  ['jobs/verify_public', 'adapters/backups'],
  ['jobs'],
  ['liars', 'honesty'],
  ['questions', 'simulation', 'seed'],
  ['adapters/libsql', 'adapters/data_folder', 'adapters/changes', 'adapters/packed_files', 'adapters/uploader'],
  ['http/pipeline', 'http/mcp', 'http/openapi', 'http/browser', 'http/intake', 'http/middleware', 'adapters/metrics'],
  ['http', 'domain/cards', 'domain/operator'],
  ['domain/tools'],
  ['domain/snapshot', 'promise'],
  ['domain/knowledge', 'domain/intake', 'domain/exports', 'domain/saved_variables'],
  ['domain/families', 'domain/values', 'domain/reads', 'schema'],
  ['house', 'domain/game_files', 'domain/paging', 'soak'],
  ['adapters/durability'],
  ['adapters/exports', 'adapters/game_files', 'adapters/imports', 'adapters/intake_worker'],
  ['faults'],
  ['adapters', 'demo_world'],
];

/**
 * Files of those folders that run in their own process, because they measure times, kill processes, use locks or leave
 * connections open.
 */
export const ALONE: readonly string[] = [
  'tests/adapters/changes/killed.test.ts',
  'tests/adapters/exports/killed.test.ts',
  'tests/http/intake/gate.test.ts',
  'tests/http/host_watch.test.ts',
  'tests/http/pipeline/hostile_shapes.test.ts',
  'tests/http/intake/intake.test.ts',
  'tests/adapters/libsql/uploads/uploads_faults.test.ts',
  'tests/adapters/intake_worker/worker.test.ts',
  'tests/domain/snapshot/crashes.test.ts',
  'tests/adapters/instance_socket.test.ts',
  'tests/adapters/data_folder/lock.test.ts',
  'tests/adapters/libsql/open_files.test.ts',
  'tests/domain/snapshot/taken_out.test.ts',
  'tests/domain/tools/profession_path.test.ts',
  // It changes the clock of its process.
  'tests/service/true_values.test.ts',
];

/**
 * A folder whose files share this many processes. Most of them run an instance in their process, which takes two seconds
 * to load, but one process for all would take minutes.
 */
const DIVIDED = { folder: 'tests/service/', processes: 6 };

/** Files that run in their own process because they take long. */
const LONG_FILES: readonly string[] = [
  'tests/service/crash.test.ts',
  'tests/service/damaged_text.test.ts',
  'tests/service/demo.test.ts',
  'tests/domain/snapshot/crashes.test.ts',
];

/** The longest processes start first, in this order; otherwise the run would wait for them at its end. */
const FIRST: readonly string[] = [
  ...['jobs', 'http', 'domain/tools', 'adapters/libsql', 'adapters'].map((folder) =>
    sharedName(SHARED.find(([first]) => first === folder)!),
  ),
  ...LONG_FILES,
];

/**
 * Paths of the folders and files with bounds on times that a busy machine cannot keep. Each file runs in its own process
 * after all the others, with nothing beside it. A bound on work belongs on processor time instead
 * (`tests/support/processor_time.ts`).
 */
export const UNDISTURBED: readonly string[] = [
  'tests/adapters/libsql/uploads/link_keeper.test.ts',
  'tests/adapters/server/',
  'tests/service/overload.test.ts',
];

export function isUndisturbed(file: string): boolean {
  return UNDISTURBED.some((path) => file.startsWith(path));
}

function sharedName(folders: readonly string[]): string {
  return `tests/{${folders.join(',')}}`;
}

/** Returns groups that together run every file once: the longest first, then the shared processes, then other files. */
export function groupsOf(files: readonly string[]): readonly Group[] {
  const alone: Group[] = [];
  const shared = SHARED.map((folders) => ({ name: sharedName(folders), files: [] as string[] }));
  const divided: string[][] = Array.from({ length: DIVIDED.processes }, () => []);
  let placed = 0;
  for (const file of files) {
    if (file.startsWith(DIVIDED.folder) && ![...ALONE, ...LONG_FILES].includes(file) && !isUndisturbed(file)) {
      divided[placed++ % divided.length]!.push(file);
      continue;
    }
    const group = shared[SHARED.findIndex((folders) => folders.some((folder) => file.startsWith(`tests/${folder}/`)))];
    if (group === undefined || ALONE.includes(file) || isUndisturbed(file)) alone.push({ name: file, files: [file] });
    else group.files.push(file);
  }
  const groups = [...divided.map((part) => ({ name: part.join(' and '), files: part })), ...shared, ...alone];
  const turnOf = ({ name }: Group): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return groups.filter((group) => group.files.length > 0).toSorted((a, b) => turnOf(a) - turnOf(b));
}
