import { readSavedFile, type SavedFile } from '../../domain/saved_variables/read_file.ts';
import { REFUSED_ENDING } from '../../domain/saved_variables/send/refused_list.ts';
import { type FileSendResult, sendFile } from '../../domain/saved_variables/send/send_file.ts';
import { type SourceSurvey, surveyFile } from '../../domain/saved_variables/send/survey.ts';
import { allOf, waitText } from '../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { INTAKE_RULES } from '../../schema/intake_rules.ts';
import type { SharingCategory } from '../../schema/vocabulary.ts';
import { records } from '../ask.ts';
import type { PlayerTools } from '../job.ts';
import { progressLine } from '../progress.ts';
import type { UploadOptions } from './options.ts';
import { surveyText } from './survey_text.ts';

/** A file that was read, and what will be sent of it. */
interface ReadyFile {
  readonly path: string;
  readonly file: SavedFile;
  readonly surveys: readonly SourceSurvey[];
}

/** Why a file was not sent. */
export interface Failure {
  readonly error: string;
  /** What helps: sending again, mending something around the file, or other content in it. */
  readonly mend: 'again' | 'around' | 'content';
}

/** Reads a file and looks at all of its records; else says what is wrong with it. */
export async function readyFile(
  { folder, clock }: PlayerTools,
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
  const surveys = surveyFile(file.value, { rules: INTAKE_RULES, share, nowMs: clock.nowMs() });
  return ok({ path, file: file.value, surveys });
}

function unreadText(path: string, cause: string): string {
  return cause === 'ENOENT'
    ? `${path} was not found: name the file by its whole path, in quotation marks where it has spaces.`
    : `${path} could not be read (${cause}).`;
}

/** Shows what will be sent of each file; those that cannot be read are told and left out. */
export async function showFiles(
  tools: PlayerTools,
  paths: readonly string[],
  share: readonly SharingCategory[],
): Promise<{ readonly ready: readonly ReadyFile[]; readonly faults: readonly string[] }> {
  const ready: ReadyFile[] = [];
  const faults: string[] = [];
  for (const path of paths) {
    const one = await readyFile(tools, path, share);
    if (!one.ok) faults.push(one.error.error);
    else {
      tools.say(surveyText(path, one.value.surveys));
      ready.push(one.value);
    }
  }
  return { ready, faults };
}

/** The categories that addons say to share, that hold something, and that the command did not choose. */
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

/** Sends a file and says what became of it. */
export async function sendReady(
  tools: PlayerTools,
  { path, file, surveys }: ReadyFile,
  { to, share }: Pick<UploadOptions, 'to' | 'share'>,
): Promise<Result<void, Failure>> {
  const { folder, digest, clock, stopwatch, pause, stop, progress } = tools;
  const sent = await sendFile(
    {
      folder,
      digest,
      pause,
      stop,
      stopwatch,
      share,
      intake: tools.intakeAt(to),
      rules: INTAKE_RULES,
      nowMs: clock.nowMs(),
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
  return err({ error: `${path} was not sent whole. ${end.error}`, mend: MENDS[end.kind] });
}

function isAllRefused({ stored, repeated, before, refused }: FileSendResult): boolean {
  return refused > 0 && stored + repeated + before === 0;
}

function allRefused(path: string, { refused }: FileSendResult): Failure {
  const all = refused === 1 ? 'its only record was' : `all ${refused} of its records were`;
  const error = `${path}: ${all} refused, so that nothing of it is kept; ${path}${REFUSED_ENDING} says why.`;
  return { error, mend: 'content' };
}

const MENDS = { stopped: 'again', later: 'again', stranger: 'around', refused: 'content' } as const;

function lostText(path: string, to: string): string {
  return `${path}: ${to} no longer keeps what it confirmed earlier: its data were deleted or replaced, or what your install sent was erased there. All of the file is sent again.`;
}

function sentText(path: string, to: string, { stored, repeated, refused, before, uploadIds }: FileSendResult): string {
  const said = [
    ...(stored > 0 || repeated + before + refused === 0 ? [`${stored} stored`] : []),
    ...(repeated > 0 ? [`${repeated} known to the instance already`] : []),
    ...(before > 0 ? [`${before} sent by an earlier run`] : []),
    ...(refused > 0 ? [`${refused} refused (${path}${REFUSED_ENDING} says why)`] : []),
  ];
  return [`${path}: of its records ${allOf(said)}.`, ...uploadIds.map((id) => `  ${to}/upload/${id}`)].join('\n');
}

/** Asks whether to send; an error where nobody can answer. */
export async function askToSend(
  { confirm }: PlayerTools,
  count: number,
  { to, watch }: Pick<UploadOptions, 'to' | 'watch'>,
): Promise<Result<boolean, string>> {
  const later = watch ? ', and what the addon adds later' : '';
  const answer = await confirm(`Send ${records(count)} to ${to}${later}?`);
  return answer === null
    ? err(
        'upload asks before it sends, and no terminal is there to answer: give --yes to send, or --dry-run to look only.',
      )
    : ok(answer);
}
