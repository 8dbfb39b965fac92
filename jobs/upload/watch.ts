import { restWatch } from '../../domain/saved_variables/send/rest_watch.ts';
import { ok, type Result } from '../../domain/values/result.ts';
import type { PlayerTools } from '../job.ts';
import type { UploadOptions } from './options.ts';
import { type Failure, readyFile, sendReady } from './rounds.ts';

/** Interval between checks of the files. The game writes a file once, when a character logs out. */
const POLL_EVERY_MS = 1_000;
/** Delay before another attempt at a file that could not be read or sent. */
const RETRY_AFTER_MS = 60_000;

/** Uploads each file whenever it has changed and is no longer being written, until the command is stopped. */
export async function watchFiles(tools: PlayerTools, options: UploadOptions): Promise<void> {
  const polls = options.files.map((path) => createFilePoll(tools, options, path));
  while (!tools.stop.aborted) {
    for (const poll of polls) if (!tools.stop.aborted) await poll();
    await tools.pause(POLL_EVERY_MS, tools.stop);
  }
}

/** Returns a function that checks a file and uploads it if it is due. */
function createFilePoll(tools: PlayerTools, options: UploadOptions, path: string): () => Promise<void> {
  const { folder, stopwatch, digest } = tools;
  const rest = restWatch();
  let notBeforeMs = 0;
  let [sent, lastComplaint] = ['', ''];

  const upload = async (): Promise<Result<void, Failure>> => {
    const ready = await readyFile(tools, path, options.share);
    if (!ready.ok) return ready;
    const content = digest.sha256(ready.value.file.text);
    if (content === sent) return ok(undefined);
    const done = await sendReady(tools, ready.value, options);
    if (done.ok) sent = content;
    return done;
  };

  return async () => {
    const look = await folder.look(path);
    if (!rest.rests(look.ok ? look.value : null) || stopwatch.elapsedMs() < notBeforeMs) return;
    const done = await upload();
    if (done.ok || done.error.mend === 'content') rest.settle();
    else notBeforeMs = stopwatch.elapsedMs() + RETRY_AFTER_MS;
    const text = done.ok ? '' : `${done.error.error} ${done.error.mend === 'content' ? RETRY_ON_CHANGE : RETRY_LATER}`;
    // Report a failure only once, even if it lasts for hours.
    if (text !== lastComplaint && text !== '') tools.complain(text);
    lastComplaint = text;
  };
}

const RETRY_LATER = 'It is tried again every minute.';
const RETRY_ON_CHANGE = 'It is tried again when the file changes.';
