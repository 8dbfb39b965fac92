import { readSavedFile, type SavedFile } from '../../domain/saved_variables/read_file.ts';
import { REFUSED_ENDING } from '../../domain/saved_variables/send/refused_list.ts';
import { type FileSendResult, sendFile } from '../../domain/saved_variables/send/send_file.ts';
import { type SourceSurvey, surveyFile } from '../../domain/saved_variables/send/survey.ts';
import { allOf, counted, waitText } from '../../domain/values/phrases.ts';
import { quoted, SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { INTAKE_RULES } from '../../schema/intake_rules.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { SharingCategory } from '../../schema/vocabulary.ts';
import { records } from '../ask.ts';
import type { PlayerTools } from '../job.ts';
import { progressLine, unreadText } from '../sentences.ts';

/** The parsed options of the `upload` command. */
export interface UploadOptions {
  readonly files: readonly string[];
  /** The instance's address, without a trailing slash. */
  readonly to: string;
  readonly share: readonly SharingCategory[];
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly watch: boolean;
  /** Whether to update the addon of data first. */
  readonly dataAddon: boolean;
  /** The game's AddOns folder, or null to find it from the files. */
  readonly addonsFolder: string | null;
}

/** A file that has been read, with a survey of the records of each source. */
interface ReadyFile {
  readonly path: string;
  readonly file: SavedFile;
  readonly surveys: readonly SourceSurvey[];
}

/** A reason why a file was not sent. */
export interface Failure {
  readonly error: string;
  /** The remedy: `again` to send the file again, `around` to fix something outside it, `content` to change it. */
  readonly mend: 'again' | 'around' | 'content';
}

/** Reads a file and surveys its records, or returns the reason why it cannot be sent. */
export async function readyFile(
  { folder }: PlayerTools,
  path: string,
  share: readonly SharingCategory[],
): Promise<Result<ReadyFile, Failure>> {
  const bytes = await folder.read(path);
  if (!bytes.ok) return err({ error: unreadText(path, bytes.error), mend: 'around' });
  const file = readSavedFile(bytes.value);
  if (!file.ok) {
    const { line, column, reason } = file.error;
    const error = `${path}, line ${line}, column ${column}: ${reason} Nothing of it was sent.`;
    return err({ error, mend: 'content' });
  }
  const surveys = surveyFile(file.value, { rules: INTAKE_RULES, share });
  return ok({ path, file: file.value, surveys });
}

/** Prints which records of each file will be sent. Returns the readable files, and the errors of the other files. */
export async function showFiles(
  tools: PlayerTools,
  paths: readonly string[],
  share: readonly SharingCategory[],
): Promise<{ readonly ready: readonly ReadyFile[]; readonly faults: readonly string[] }> {
  const ready: ReadyFile[] = [];
  const faults: string[] = [];
  for (const path of paths) {
    const read = await readyFile(tools, path, share);
    if (!read.ok) faults.push(read.error.error);
    else {
      tools.say(surveyText(path, read.value.surveys));
      ready.push(read.value);
    }
  }
  return { ready, faults };
}

/** Returns the categories that an addon marks as shared but the command line does not name, if they have records. */
export function sharedUnasked(ready: readonly ReadyFile[]): readonly SharingCategory[] {
  return [
    ...new Set(
      ready.flatMap(({ surveys }) =>
        surveys.flatMap(({ sharedInFile, leftOut }) => sharedInFile.filter((category) => leftOut.has(category))),
      ),
    ),
  ];
}

export function recordsOf(ready: readonly ReadyFile[]): number {
  return ready.reduce((sum, { surveys }) => surveys.reduce((inner, one) => inner + one.records, sum), 0);
}

/** Sends a file and prints the result. */
export async function sendReady(
  tools: PlayerTools,
  { path, file, surveys }: ReadyFile,
  { to, share }: Pick<UploadOptions, 'to' | 'share'>,
): Promise<Result<void, Failure>> {
  const { folder, digest, random, stopwatch, pause, stop, progress } = tools;
  const sent = await sendFile(
    {
      folder,
      digest,
      random,
      pause,
      stop,
      stopwatch,
      share,
      intake: tools.intakeAt(to),
      rules: INTAKE_RULES,
      onWait: (why, leftS) => progress(`${why} Trying again in ${waitText(leftS)}.`),
      onProgress: (seq, toSeq) => progress(progressLine({ fromSeq: 0, seq, toSeq })),
      onLost: () => tools.say(lostText(path, to)),
    },
    path,
    file,
    surveys,
  );
  if (!sent.ok) return err({ error: sent.error, mend: 'around' });
  tools.say(sentText(path, to, sent.value));
  const { end } = sent.value;
  if (end === null) return isAllRefused(sent.value) ? err(allRefused(path, sent.value)) : ok(undefined);
  return err({ error: `${path} was not sent completely. ${end.error}`, mend: MENDS[end.kind] });
}

function isAllRefused({ stored, repeated, before, refused }: FileSendResult): boolean {
  return refused > 0 && stored + repeated + before === 0;
}

function allRefused(path: string, { refused }: FileSendResult): Failure {
  const all = refused === 1 ? 'its only record was' : `all ${refused} of its records were`;
  const error = `${path}: ${all} refused, so nothing was stored; ${path}${REFUSED_ENDING} says why.`;
  return { error, mend: 'content' };
}

const MENDS = { stopped: 'again', later: 'again', stranger: 'around', refused: 'content' } as const;

function lostText(path: string, to: string): string {
  return `${path}: ${to} no longer has records that it confirmed earlier: its data was deleted or replaced, or the data of your install was erased there. The whole file is sent again.`;
}

function sentText(path: string, to: string, { stored, repeated, refused, before, session }: FileSendResult): string {
  const counts = [
    ...(stored > 0 || repeated + before + refused === 0 ? [`${stored} stored`] : []),
    ...(repeated > 0 ? [`${repeated} already known to the instance`] : []),
    ...(before > 0 ? [`${before} sent by an earlier run`] : []),
    ...(refused > 0 ? [`${refused} refused (${path}${REFUSED_ENDING} says why)`] : []),
  ];
  const said = `Records of ${path}: ${allOf(counts)}.`;
  return session === null ? said : `${said} See what becomes of them:\n  ${to}/upload/${session}`;
}

export async function askToSend(
  { confirm }: PlayerTools,
  count: number,
  { to, watch }: Pick<UploadOptions, 'to' | 'watch'>,
): Promise<Result<boolean, string>> {
  const later = watch ? ', and what the addon adds later' : '';
  const answer = await confirm(`Send ${records(count)} to ${to}${later}?`);
  return answer === null
    ? err(
        'upload asks before it sends, but there is no terminal to answer: use --yes to send, or --dry-run to send nothing.',
      )
    : ok(answer);
}

/** Maximum number of reasons that are listed. Further reasons are only counted. */
const REASONS_MAX = 20;

/** Describes, in lines for a terminal, which records of a file will be sent and which will not. */
function surveyText(path: string, surveys: readonly SourceSurvey[]): string {
  if (surveys.length === 0)
    return `${path}: no records. A file contains records if one of its variables has a list called records.`;
  const sent = surveys.reduce((sum, one) => sum + one.records, 0);
  const pieces = surveys.reduce((sum, one) => sum + one.pieces, 0);
  const bytes = surveys.reduce((sum, one) => sum + one.bytes, 0);
  const parts = surveys.reduce((sum, one) => sum + one.parts, 0);
  const inParts =
    parts > surveys.length
      ? `, cut into ${counted(parts, 'part')} of at most ${counted(LIMITS.recordsPerFileMax.value, 'record')}`
      : '';
  const total = `${path}: ${records(sent)} to send in ${counted(pieces, 'upload')} (${sizeText(bytes)})${inParts}.`;
  return [total, ...surveys.flatMap(sourceLines)].join('\n');
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function sourceLines(survey: SourceSurvey): readonly string[] {
  const { source, head, fault, kinds, leftOut, refused } = survey;
  const name = source.name.slice(0, SHOWN_CHARS_MAX);
  if (head === null) return [`  ${name}: cannot be sent: ${fault}`];
  const install = head.installId === null ? 'unknown: only records that name it themselves can be sent' : 'known';
  return [
    `  ${name}: addon ${quoted(head.envelope.addonVersion)}, install ${install}.`,
    ...[...kinds].map(([kind, count]) => `    ${String(count).padStart(8)} ${kind}`),
    ...[...leftOut].map(([category, count]) => leftOutLine(survey, category, count)),
    ...refused.slice(0, REASONS_MAX).map(refusedLine),
    ...(refused.length > REASONS_MAX ? [`    and ${counted(refused.length - REASONS_MAX, 'other reason')}.`] : []),
  ];
}

function leftOutLine(
  { sharedInFile }: SourceSurvey,
  category: SourceSurvey['sharedInFile'][number],
  count: number,
): string {
  const chosen = sharedInFile.includes(category) ? ', although the addon says to share them' : '';
  return `    ${String(count).padStart(8)} not sent: they name players (--share ${category} sends them)${chosen}`;
}

function refusedLine({ kind, count, reason, line }: SourceSurvey['refused'][number]): string {
  const where = count === 1 ? `in line ${line}` : `first in line ${line}`;
  return `    ${String(count).padStart(8)} refused${kind === null ? '' : ` of kind ${kind}`} (${where}): ${reason}`;
}
