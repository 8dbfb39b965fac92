import type { InstanceDescription } from '../../domain/ports/uploader.ts';
import { readSavedFile, type SavedFile } from '../../domain/saved_variables/read_file.ts';
import { createRefusedList, REFUSED_SUFFIX, type RefusedList } from '../../domain/saved_variables/send/refused_list.ts';
import { chooseRoutes, listGames, nameGame, type UnroutedSet } from '../../domain/saved_variables/send/route_sets.ts';
import { type FileSendResult, sendFile } from '../../domain/saved_variables/send/send_file.ts';
import { type SourceSurvey, surveyFile } from '../../domain/saved_variables/send/survey.ts';
import { GAME_NAMES } from '../../domain/values/game.ts';
import { formatWait, joinWithAnd } from '../../domain/values/phrases.ts';
import { quote } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { INTAKE_RULES } from '../../schema/intake_rules.ts';
import type { SharingCategory } from '../../schema/vocabulary.ts';
import { formatRecords } from '../ask.ts';
import type { PlayerTools } from '../job.ts';
import { describeUnreadFile, formatProgress } from '../sentences.ts';

/** The parsed options of the `upload` command. */
export interface UploadOptions {
  readonly files: readonly string[];
  /** The instances' addresses, without trailing slashes. */
  readonly to: readonly string[];
  /** The games of instances by address, as they or the player said during this run. */
  readonly games: Map<string, string>;
  readonly share: readonly SharingCategory[];
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly watch: boolean;
  /** Whether to update the addon of data first. */
  readonly dataAddon: boolean;
  /** The game's AddOns folder, or null to find it from the files. */
  readonly addonsFolder: string | null;
}

/** An instance to send to, and how it describes itself. Its game may be the player's answer. */
type CollectingInstance = InstanceDescription & { readonly url: string };

export interface FileOnDisk {
  readonly path: string;
  readonly file: SavedFile;
}

/** The sets of a file that one instance gets. */
interface FileParcel {
  readonly instance: CollectingInstance;
  readonly file: SavedFile;
  readonly surveys: readonly SourceSurvey[];
}

/** A file with what each instance gets of it, and a survey of the records of each source. */
export interface ReadyFile extends FileOnDisk {
  readonly parcels: readonly FileParcel[];
  readonly unrouted: readonly UnroutedSet[];
}

/** A reason why a file was not sent. */
export interface RoundFailure {
  readonly error: string;
  /** The remedy: `again` to send the file again, `around` to fix something outside it, `content` to change it. */
  readonly mend: 'again' | 'around' | 'content';
}

/** Reads a file, or returns the reason why it cannot be sent. */
export async function readFile({ folder }: PlayerTools, path: string): Promise<Result<FileOnDisk, RoundFailure>> {
  const bytes = await folder.read(path);
  if (!bytes.ok) return err({ error: describeUnreadFile(path, bytes.error), mend: 'around' });
  const file = readSavedFile(bytes.value);
  if (file.ok) return ok({ path, file: file.value });
  const { line, column, reason } = file.error;
  const error = `${path}, line ${line}, column ${column}: ${reason} Nothing of it was sent.`;
  return err({ error, mend: 'content' });
}

/**
 * Asks each instance which game it collects, and the player about one that does not say. A single instance need not say
 * if the files have records of one game.
 */
export async function findInstances(
  { intakeAt, confirm }: PlayerTools,
  { to, games: known }: Pick<UploadOptions, 'to' | 'games'>,
  files: readonly FileOnDisk[],
): Promise<Result<readonly CollectingInstance[], string>> {
  const instances: CollectingInstance[] = [];
  for (const url of to) {
    const said = await intakeAt(url).describe();
    if (said === null && to.length > 1 && !known.has(url))
      return err(`${url} did not say which game it collects: try again later, or send to one instance at a time.`);
    const game = said?.game ?? known.get(url) ?? null;
    const twin = instances.find((other) => other.game !== null && other.game === game);
    if (twin !== undefined)
      return err(`${twin.url} and ${url} both collect ${nameGame(twin)}: give one of them with --to.`);
    instances.push({ url, game, protocol: said?.protocol ?? null });
  }
  const games = listGames(files.map(({ file }) => file));
  for (const [at, { url, game }] of instances.entries()) {
    if (game !== null) known.set(url, game);
    if (game !== null || (to.length === 1 && games.length < 2)) continue;
    // An empty name is no game, so the instance gets no set of a game that the player denied.
    instances[at] = { ...instances[at]!, game: '' };
    for (const choice of games.filter((one) => !instances.some((other) => other.game === one))) {
      const isIt = await confirm(`${url} does not say which game it collects. Is it ${GAME_NAMES[choice]}?`);
      if (isIt === null)
        return err(`${url} names no game, and there is no terminal to ask: its operator can set TW_GAME.`);
      if (!isIt) continue;
      known.set(url, choice);
      instances[at] = { ...instances[at]!, game: choice };
      break;
    }
  }
  return ok(instances);
}

/** Surveys what each instance gets of a file. */
export function prepareFile(
  { path, file }: FileOnDisk,
  instances: readonly CollectingInstance[],
  share: readonly SharingCategory[],
): ReadyFile {
  const { parcels, unrouted } = chooseRoutes(file, instances);
  const withSurveys = parcels.map((parcel) => {
    return { ...parcel, surveys: surveyFile(parcel.file, { rules: INTAKE_RULES, share }) };
  });
  return { path, file, parcels: withSurveys, unrouted };
}

/** Returns the categories that an addon marks as shared but the command line does not name, if they have records. */
export function listUnaskedCategories(ready: readonly ReadyFile[]): readonly SharingCategory[] {
  const all = listSurveys(ready).flatMap(({ sharedInFile, leftOut }) => sharedInFile.filter((one) => leftOut.has(one)));
  return [...new Set(all)];
}

export function countRecords(ready: readonly ReadyFile[]): number {
  return listSurveys(ready).reduce((sum, one) => sum + one.records, 0);
}

function listSurveys(ready: readonly ReadyFile[]): readonly SourceSurvey[] {
  return ready.flatMap(({ parcels }) => parcels.flatMap(({ surveys }) => surveys));
}

/** Sends each instance its part of a file and prints the results. */
export async function sendReadyFiles(
  tools: PlayerTools,
  ready: ReadyFile,
  share: readonly SharingCategory[],
): Promise<Result<void, RoundFailure>> {
  const { path, file, parcels, unrouted } = ready;
  const filled = parcels.filter(({ file: { sources } }) => sources.length > 0);
  if (filled.length === 0 && unrouted.length > 0) {
    return err({ error: `${path}: none of its sets can be sent; the reasons are above.`, mend: 'content' });
  }
  const refused = createRefusedList(file);
  const failures: RoundFailure[] = [];
  for (const parcel of filled.length > 0 ? filled : parcels.slice(0, 1)) {
    const sent = await sendParcel(tools, ready, parcel, share, refused);
    if (!sent.ok) failures.push(sent.error);
    if (tools.stop.aborted) break;
  }
  if (failures.length === 0) return ok(undefined);
  const mend = failures.find((failure) => failure.mend !== 'content')?.mend ?? 'content';
  return err({ error: failures.map(({ error }) => error).join('\n'), mend });
}

async function sendParcel(
  tools: PlayerTools,
  { path, parcels }: ReadyFile,
  { instance, file, surveys }: FileParcel,
  share: readonly SharingCategory[],
  refused: RefusedList,
): Promise<Result<void, RoundFailure>> {
  const { folder, digest, random, stopwatch, pause, stop, progress } = tools;
  const { url: to, protocol } = instance;
  const sent = await sendFile(
    {
      folder,
      digest,
      random,
      pause,
      stop,
      stopwatch,
      share,
      protocol,
      intake: tools.intakeAt(to),
      rules: INTAKE_RULES,
      onWait: (why, leftS) => progress(`${why} Trying again in ${formatWait(leftS)}.`),
      onProgress: (seq, toSeq) => progress(formatProgress({ fromSeq: 0, seq, toSeq })),
      onLost: () => tools.say(describeLostConnection(path, to)),
    },
    path,
    file,
    surveys,
    refused,
  );
  if (!sent.ok) return err({ error: sent.error, mend: 'around' });
  const part =
    parcels.length === 1
      ? path
      : `${path} (${joinWithAnd(file.sources.map(({ name }) => quote(name)))}) to ${to}, which collects ${nameGame(instance)}`;
  tools.say(describeSentParcel(path, part, to, sent.value));
  const { end } = sent.value;
  if (end === null) return areAllRefused(sent.value) ? err(describeFullRefusal(path, sent.value)) : ok(undefined);
  return err({ error: `${path} was not sent completely. ${end.error}`, mend: FAILURE_REMEDIES[end.kind] });
}

function areAllRefused({ stored, repeated, before, refused }: FileSendResult): boolean {
  return refused > 0 && stored + repeated + before === 0;
}

function describeFullRefusal(path: string, { refused }: FileSendResult): RoundFailure {
  const all = refused === 1 ? 'its only record was' : `all ${refused} of its records were`;
  const error = `${path}: ${all} refused, so nothing was stored; ${path}${REFUSED_SUFFIX} says why.`;
  return { error, mend: 'content' };
}

const FAILURE_REMEDIES = { stopped: 'again', later: 'again', stranger: 'around', refused: 'content' } as const;

function describeLostConnection(path: string, to: string): string {
  return `${path}: ${to} no longer has records that it confirmed earlier: its data was deleted or replaced, or the data of your install was erased there. The whole file is sent again.`;
}

function describeSentParcel(
  path: string,
  part: string,
  to: string,
  { stored, repeated, refused, before, session }: FileSendResult,
): string {
  const counts = [
    ...(stored > 0 || repeated + before + refused === 0 ? [`${stored} stored`] : []),
    ...(repeated > 0 ? [`${repeated} already known to the instance`] : []),
    ...(before > 0 ? [`${before} sent by an earlier run`] : []),
    ...(refused > 0 ? [`${refused} refused (${path}${REFUSED_SUFFIX} says why)`] : []),
  ];
  const said = `Records of ${part}: ${joinWithAnd(counts)}.`;
  return session === null ? said : `${said} See what becomes of them:\n  ${to}/upload/${session}`;
}

export async function askToSend(
  { confirm }: PlayerTools,
  count: number,
  { to, watch }: Pick<UploadOptions, 'to' | 'watch'>,
): Promise<Result<boolean, string>> {
  const later = watch ? ', and what the addon adds later' : '';
  const answer = await confirm(`Send ${formatRecords(count)} to ${joinWithAnd(to)}${later}?`);
  return answer === null
    ? err(
        'upload asks before it sends, but there is no terminal to answer: use --yes to send, or --dry-run to send nothing.',
      )
    : ok(answer);
}
