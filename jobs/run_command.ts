import { createBackupMaker } from '../adapters/backups/make.ts';
import { createBackupRestorer } from '../adapters/backups/restore.ts';
import { createBuilderContext, takeTurn } from '../adapters/builder_context.ts';
import { systemClock } from '../adapters/clock.ts';
import type { CommandLine } from '../adapters/command_line.ts';
import { createCommandOwner } from '../adapters/command_owner.ts';
import { readFolderSettings, type SettingChange } from '../adapters/config/folder_settings.ts';
import { readCommandConfig } from '../adapters/config.ts';
import { type DataDir, WrongDataDir } from '../adapters/data_folder/data_dir.ts';
import { FOLDER_ENV, openCommandFolder } from '../adapters/data_folder/open_folder.ts';
import { examineInstance } from '../adapters/doctor/examine.ts';
import { createExportFolder } from '../adapters/exports/folder.ts';
import { openExportEvidence } from '../adapters/libsql/evidence/export_evidence.ts';
import { WrongDatabase } from '../adapters/libsql/migrate.ts';
import { openExportSource } from '../adapters/libsql/snapshot/export/source.ts';
import { createSnapshotStore } from '../adapters/libsql/snapshot/store.ts';
import { readStorageCode } from '../adapters/libsql/storage_error.ts';
import { createLog, warnIfDebug } from '../adapters/log.ts';
import { locateFile } from '../adapters/program_files.ts';
import { readIfExistsSync } from '../adapters/read_if_exists.ts';
import { describeRelease, readRelease, VERSION_ARGUMENT } from '../adapters/release.ts';
import { NAMED_PROGRAMS } from '../adapters/start/programs.mjs';
import { createPlayerTools, uploadFolder } from '../adapters/uploader/player_tools.ts';
import { createVisitorTools } from '../adapters/verifier/visitor_tools.ts';
import type { ExportTarget } from '../domain/exports/write_export.ts';
import { listRuleVersions } from '../domain/families/mod.ts';
import { findNearestWord } from '../domain/knowledge/edits.ts';
import { createAttribution } from '../domain/values/attribution.ts';
import { formatQuantity } from '../domain/values/phrases.ts';
import { err, type Result } from '../domain/values/result.ts';
import { StorageFault } from '../domain/values/storage_fault.ts';
import { PUBLIC_KINDS, RECORD_KINDS } from '../schema/record_kinds.ts';
import type { AnyJob, JobArgs, OwnerTools, ReadTools } from './job.ts';
import { ALL_JOBS } from './mod.ts';
import { formatHelp, formatJobList, HELP_OPTIONS, quoteWord, readArgs } from './read_args.ts';
import { describeFailure, formatProgress } from './sentences.ts';

export async function runCommand(line: CommandLine): Promise<void> {
  if (line.args[0] === VERSION_ARGUMENT) return line.print(describeRelease(readRelease()));
  const command = parseCommand(line.args);
  if (command.kind === 'help') return line.print(command.text);
  const result = command.kind === 'run' ? await runJob(command, line) : err(command.error);
  if (result.ok && result.value !== null) line.print(result.value);
  if (!result.ok) {
    line.complain(result.error);
    line.exitWith(1);
  }
}

/** Kinds of records that contain player names (contract, section 2, Sharing). */
const NAMED_KINDS = [...RECORD_KINDS.values()].filter(({ sharing }) => sharing !== null).map(({ kind }) => kind);

const EDGE_REFUSAL =
  'TW_ROLE must be primary or left out for this command: an edge serves copies and has no data of its own. Run it where the primary runs.';

async function runJob(
  { job, args, quiet }: Extract<ParsedCommand, { kind: 'run' }>,
  line: CommandLine,
): Promise<Result<string | null, string>> {
  if ('forVisitors' in job) return job.run(createVisitorTools(line, quiet), args);
  if ('forChecking' in job) {
    const examine = (backups: string | null) => examineInstance(line.env, backups);
    return job.run({ examine, say: line.print, exitWith: line.exitWith }, args);
  }
  const config = readCommandConfig(line.env, { terminal: line.terminal });
  if (!config.ok) return config;
  if ('forPlayers' in job) return job.run(createPlayerTools(line, config.value.instanceUrl, quiet), args);
  if (config.value.role === 'edge') return err(EDGE_REFUSAL);
  const log = createLog(config.value.log, systemClock, line.complain);
  // If an instance started this process as its builder, the instance has already logged the warning.
  if (line.env[FOLDER_ENV] === undefined) warnIfDebug(config.value.log, log);
  try {
    if ('forRestore' in job) return await job.run({ backups: createBackupRestorer(config.value.dataDir) }, args);
    const opened = await openCommandFolder(config.value.dataDir, line.env[FOLDER_ENV] ?? null);
    if (!opened.ok) return opened;
    const dir = opened.value;
    if ('forReading' in job) return await job.run(createReadTools(dir), args);
    const { stop } = line;
    const tools: OwnerTools = {
      owner: createCommandOwner(dir, log),
      backups: createBackupMaker(dir, { turn: (work) => takeTurn({ dir, log, stop }, work) }),
    };
    if ('forOwner' in job) return await job.run(tools, args);
    const own = readFolderSettings(dir, line.env, listSettingChanges(job, args));
    if (!own.ok) return own;
    const { settings, save } = own.value;
    const builder = createBuilderContext({
      dir,
      rules: { feedTime: settings.feedTime, rollups: listRuleVersions(settings.locale, settings) },
      game: settings.game,
      installAgeDays: settings.installAgeDays,
      witnessNetworks: settings.witnessNetworks,
      kinds: {
        publicKinds: new Set<string>(PUBLIC_KINDS),
        namedKinds: new Set<string>(NAMED_KINDS),
        locale: settings.locale,
      },
      beforeServing: save,
      snapshotIntervalS: config.value.snapshotIntervalS,
      publishes: config.value.publishUrl !== null || config.value.replica === 'public',
      log,
      stop,
      onProgress: (progress) => quiet || line.progress(formatProgress(progress)),
      onTable: ({ file, rows }) => quiet || line.progress(`${file}: ${formatQuantity(rows, 'row')}`),
    });
    const exporter: ExportTarget = {
      openSource: () => openExportSource(dir),
      openEvidence: settings.exportEvidence ? (epoch) => openExportEvidence(dir, epoch) : null,
      folder: createExportFolder(dir.exports, dir.requireSame),
      clock: systemClock,
      attribution: createAttribution(settings),
    };
    return await job.run({ ...tools, builder, exporter }, args);
  } catch (error) {
    if (error instanceof WrongDatabase || error instanceof WrongDataDir) return err(error.message);
    if (error instanceof StorageFault) return err(describeFailure(error));
    const cause = readStorageCode(error);
    if (cause !== null)
      return err(`The data folder of TW_DATA_DIR could not be read or written (${cause}): check its disk and files.`);
    log.error('job.failed', { job: job.name }, error);
    return err('The command failed because of a bug in this program; the log line above says where.');
  }
}

function listSettingChanges({ options = {} }: AnyJob, args: JobArgs): readonly SettingChange[] {
  return Object.entries(options).flatMap(([name, { sets: variable }]) => {
    const text = args.option(name);
    return variable === undefined || text === null ? [] : [{ option: `--${name}`, variable, text }];
  });
}

function createReadTools(dir: DataDir): ReadTools {
  return {
    readFile: uploadFolder.read,
    withSnapshot: async (read) => {
      const snapshots = createSnapshotStore({ dir, clock: systemClock });
      try {
        await snapshots.refresh();
        const newest = await snapshots.newest();
        return newest === null ? null : await read(newest);
      } finally {
        await snapshots.close();
      }
    },
  };
}

/** A parsed command line. */
export type ParsedCommand =
  | { readonly kind: 'run'; readonly job: AnyJob; readonly args: JobArgs; readonly quiet: boolean }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly error: string };

/** Commands that the list shows besides the jobs. */
const OTHER_COMMANDS = [
  ...NAMED_PROGRAMS,
  { name: 'completion', summary: 'print a script that completes commands in bash, zsh or fish' },
];

/** Parses the arguments after `npm run job --` or `third-witness`. */
export function parseCommand(line: readonly string[], jobs: readonly AnyJob[] = ALL_JOBS): ParsedCommand {
  const [first] = line;
  const list = { kind: 'help', text: formatJobList([...OTHER_COMMANDS, ...jobs]) } as const;
  if (first === undefined || HELP_OPTIONS.has(first)) return list;
  if (first === 'completion') return readCompletion(line[1] ?? '');
  const job = jobs.find(({ name }) => name.split(' ').every((word, i) => line[i] === word));
  if (job === undefined)
    return line.some((word) => HELP_OPTIONS.has(word)) ? list : createWrongCommand(describeUnknownCommand(jobs, line));
  const rest = line.slice(job.name.split(' ').length);
  if (rest.some((word) => HELP_OPTIONS.has(word))) return { kind: 'help', text: formatHelp(job) };
  const read = readArgs(job, rest);
  return 'error' in read ? createWrongCommand(read.error) : { kind: 'run', job, ...read };
}

/** The build writes a script for each shell (tests/package/completion.ts). */
function readCompletion(shell: string): ParsedCommand {
  const text = /^\w+$/.test(shell) ? readIfExistsSync(locateFile(`completions/${shell}`)) : null;
  if (text !== null) return { kind: 'help', text };
  return createWrongCommand(
    `completion must be followed by bash, zsh or fish, and is in the built package; got ${quoteWord(shell)}.`,
  );
}

function createWrongCommand(error: string): ParsedCommand {
  return { kind: 'wrong', error };
}

function describeUnknownCommand(jobs: readonly AnyJob[], [first = '', second]: readonly string[]): string {
  const names = [...OTHER_COMMANDS, ...jobs].map(({ name }) => name);
  const seconds = names.flatMap((name) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));
  if (seconds.length === 0) {
    const nearest = findNearestWord(first, names);
    const hint = nearest === null ? '' : ` The nearest is ${nearest}.`;
    return `The command must be one of ${names.join(', ')}; got ${quoteWord(first)}.${hint}`;
  }
  const got = second === undefined ? 'nothing' : quoteWord(second);
  return `${first} must be followed by one of ${seconds.join(', ')}; got ${got}.`;
}
