import { GAME_FOLDERS, SAVED_FOLDER } from '../../domain/saved_variables/game_folders.ts';
import { createIdleFileWatch } from '../../domain/saved_variables/send/rest_watch.ts';
import { joinWithAnd } from '../../domain/values/phrases.ts';
import { quote } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { SHARING_CATEGORIES, type SharingCategory } from '../../schema/vocabulary.ts';
import type { JobArgs, PlayerJob, PlayerTools } from '../job.ts';
import { readInstanceUrl } from '../read_args.ts';
import { updateDataAddon } from '../upload/data_addon.ts';
import { describeFile, describeUnroutedSets } from '../upload/describe_file.ts';
import {
  askToSend,
  countRecords,
  type FileOnDisk,
  findInstances,
  listUnaskedCategories,
  prepareFile,
  type ReadyFile,
  type RoundFailure,
  readFile,
  sendReadyFiles,
  type UploadOptions,
} from '../upload/rounds.ts';

const NOTHING_SENT = 'Nothing was sent.';
const RUN_AGAIN_ADVICE = 'Confirmed uploads are noted beside the file: run the same command again to send the rest.';

/** `npm run job -- upload` (contract, section 7). */
export const uploadJob: PlayerJob = {
  forPlayers: true,
  name: 'upload',
  summary: 'upload saved-variables files of an addon to an instance',
  help: `Reads the files, shows what will be sent, asks, and sends it in pieces. It notes in FILE.third-witness-outbox which
records the instance has confirmed, so that an interrupted run continues where it stopped and nothing is sent twice. You
can delete that file to send everything again; repeated records count once. Refused records are listed with the reason in
FILE.third-witness-refused.ndjson. If all records of a file are refused, the command fails. Records that name players or
guilds are sent only if --share names their category, and they need a grant in the file.
With --data-addon, the instance's drop rates and prices are installed as an addon for the game; no FILE is needed then.

The game stores the files in ${SAVED_FOLDER}, in one of these folders:
${GAME_FOLDERS.map(({ game, folder }) => `  World of Warcraft/${folder} (${game})`).join('\n')}`,
  options: {
    to: {
      value: 'URL',
      repeatable: true,
      text: 'the instance; default: the one that this program comes from. Of several, each gets the records of its game',
    },
    share: {
      value: 'CATEGORIES',

      text: 'also sends records of guild, gear, gold, collection (separated by commas)',
    },
    'dry-run': { value: null, text: 'checks every record and sends nothing' },
    yes: { value: null, text: 'does not ask' },
    'data-addon': { value: null, text: 'first fetches the addon ThirdWitness_Data from the instance and installs it' },
    addons: { value: 'FOLDER', text: "the game's Interface/AddOns folder; default: found from the path of FILE" },
    watch: { value: null, text: 'keeps running and uploads each file when it changes' },
  },
  words: ['[FILE]…'],
  run: async (tools, args) => {
    const read = readOptions(args, tools);
    if (!read.ok) return read;
    const options: UploadOptions = read.value;
    const updated = await updateRequestedAddon(tools, options);
    if (options.files.length === 0) return updated.ok ? ok(null) : updated;
    if (!updated.ok) tools.complain(updated.error);
    const sent = await sendFiles(tools, options);
    return updated.ok || !sent.ok ? sent : err('The addon of data was not updated; the reason is above.');
  },
};

/** Updates the addon of data if --data-addon is given, and says how old its data is. */
async function updateRequestedAddon(tools: PlayerTools, options: UploadOptions): Promise<Result<void, string>> {
  const { dataAddon: isAsked, addonsFolder, files: savedFiles, to, dryRun } = options;
  if (!isAsked) return ok(undefined);
  const updated = await updateDataAddon(tools, { from: to[0]!, addonsFolder, savedFiles, dryRun });
  if (!updated.ok) return updated;
  tools.say(updated.value);
  return ok(undefined);
}

async function sendFiles(tools: PlayerTools, asked: UploadOptions): Promise<Result<string | null, string>> {
  let options = asked;
  const files: FileOnDisk[] = [];
  const faults: string[] = [];
  for (const path of options.files) {
    const read = await readFile(tools, path);
    if (read.ok) files.push(read.value);
    else faults.push(read.error.error);
  }
  const found = await findInstances(tools, options, files);
  if (!found.ok) return err([...faults, found.error].join('\n'));
  const show = (): readonly ReadyFile[] => {
    const prepared = files.map((file) => prepareFile(file, found.value, options.share));
    for (const file of prepared) tools.say(describeFile(file));
    return prepared;
  };
  let ready = show();
  if (options.dryRun) return faults.length > 0 ? err(faults.join('\n')) : ok(NOTHING_SENT);

  const unasked = options.yes ? [] : listUnaskedCategories(ready);
  if (
    unasked.length > 0 &&
    (await tools.confirm(`The addon says to share ${joinWithAnd(unasked)}. Send these records, too?`))
  ) {
    options = { ...options, share: [...options.share, ...unasked] };
    ready = show();
  }
  // An interrupt at the prompt arrives just after the answer, so yield once to let `stop` be set.
  await tools.pause(0, tools.stop);
  if (tools.stop.aborted) return ok(NOTHING_SENT);
  const count = countRecords(ready);
  if (!options.yes && (count > 0 || options.watch)) {
    const answer = await askToSend(tools, count, options);
    if (!answer.ok) return answer;
    if (!answer.value) return ok(NOTHING_SENT);
  }
  if (options.watch) {
    for (const fault of faults) tools.complain(fault);
    await watchFiles(tools, options);
    return ok(null);
  }
  const failures = [...faults];
  for (const file of ready) {
    const sent = await sendReadyFiles(tools, file, options.share);
    if (!sent.ok)
      failures.push(sent.error.mend === 'again' ? `${sent.error.error} ${RUN_AGAIN_ADVICE}` : sent.error.error);
    if (tools.stop.aborted) break;
  }
  return failures.length > 0 ? err(failures.join('\n')) : ok(null);
}

function readOptions(args: JobArgs, { instanceUrl }: PlayerTools): Result<UploadOptions, string> {
  const to = new Set<string>();
  for (const text of args.option('to')?.split(' ') ?? [null]) {
    const url = text === null ? instanceUrl : readInstanceUrl('--to', text);
    if (!url.ok) return url;
    to.add(url.value);
  }
  const share = parseShare(args.option('share'));
  if (!share.ok) return share;
  const [yes, dryRun, watch] = [args.flag('yes'), args.flag('dry-run'), args.flag('watch')];
  if (dryRun && watch)
    return err('--dry-run sends nothing, so it cannot be combined with --watch: use one of the two.');
  const [dataAddon, addonsFolder] = [args.flag('data-addon'), args.option('addons')];
  if (args.words.length === 0 && !dataAddon) return err('upload takes FILE…; got nothing.');
  if (addonsFolder !== null && !dataAddon) return err('--addons is only used with --data-addon: add it.');
  const files = [...new Set(args.words)];
  return ok({ files, to: [...to], games: new Map(), share: share.value, yes, dryRun, watch, dataAddon, addonsFolder });
}

function parseShare(text: string | null): Result<readonly SharingCategory[], string> {
  const words = text === null ? [] : text.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !isSharingCategory(word));
  if (wrong !== undefined) {
    return err(`--share takes ${joinWithAnd(SHARING_CATEGORIES)}, with commas between them; got ${quote(wrong)}.`);
  }
  return ok(SHARING_CATEGORIES.filter((category) => words.includes(category)));
}

function isSharingCategory(word: string): word is SharingCategory {
  return (SHARING_CATEGORIES as readonly string[]).includes(word);
}

/** Interval between checks of the files. The game writes a file once, when a character logs out. */
const POLL_INTERVAL_MS = 1_000;
/** Delay before another attempt at a file that could not be read or sent. */
const RETRY_DELAY_MS = 60_000;

/** Uploads each file whenever it has changed and is no longer being written, until the command is stopped. */
export async function watchFiles(tools: PlayerTools, options: UploadOptions): Promise<void> {
  const polls = options.files.map((path) => createFilePoll(tools, options, path));
  while (!tools.stop.aborted) {
    for (const poll of polls) if (!tools.stop.aborted) await poll();
    await tools.pause(POLL_INTERVAL_MS, tools.stop);
  }
}

/**
 * Returns a function that checks a file and uploads it if it is due. Its result is null if the file is being written or
 * not due.
 */
export function createFilePoll(
  tools: PlayerTools,
  options: Pick<UploadOptions, 'to' | 'games' | 'share'>,
  path: string,
): () => Promise<Result<void, RoundFailure> | null> {
  const { folder, stopwatch, digest } = tools;
  const rest = createIdleFileWatch();
  let notBeforeMs = 0;
  let [sent, lastComplaint] = ['', ''];

  const upload = async (): Promise<Result<void, RoundFailure>> => {
    const read = await readFile(tools, path);
    if (!read.ok) return read;
    const content = digest.sha256(read.value.file.text);
    if (content === sent) return ok(undefined);
    const found = await findInstances(tools, options, [read.value]);
    if (!found.ok) return err({ error: found.error, mend: 'around' });
    const ready = prepareFile(read.value, found.value, options.share);
    for (const line of describeUnroutedSets(ready.unrouted)) tools.say(line);
    const done = await sendReadyFiles(tools, ready, options.share);
    if (done.ok) sent = content;
    return done;
  };

  return async () => {
    const look = await folder.look(path);
    if (!rest.rests(look.ok ? look.value : null) || stopwatch.elapsedMs() < notBeforeMs) return null;
    const done = await upload();
    if (done.ok || done.error.mend === 'content') rest.settle();
    else notBeforeMs = stopwatch.elapsedMs() + RETRY_DELAY_MS;
    const text = done.ok ? '' : `${done.error.error} ${done.error.mend === 'content' ? RETRY_ON_CHANGE : RETRY_LATER}`;
    // Report a failure only once, even if it lasts for hours.
    if (text !== lastComplaint && text !== '') tools.complain(text);
    lastComplaint = text;
    return done;
  };
}

const RETRY_LATER = 'It is tried again every minute.';
const RETRY_ON_CHANGE = 'It is tried again when the file changes.';
