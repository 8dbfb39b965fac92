import { restWatch } from '../../domain/saved_variables/send/rest_watch.ts';
import { ok, type Result } from '../../domain/values/result.ts';
import type { PlayerTools } from '../job.ts';
import type { UploadOptions } from './options.ts';
import { type Failure, readyFile, sendReady } from './rounds.ts';

/** How often files are looked at: the game writes them once, when a character leaves it. */
const LOOK_EVERY_MS = 1_000;
/** How long a file is left alone that could not be read or sent. */
const AGAIN_AFTER_MS = 60_000;

/** Uploads each file whenever it has changed and rests, until it is stopped. */
export async function watchFiles(tools: PlayerTools, options: UploadOptions): Promise<void> {
  const watched = options.files.map((path) => watchFile(tools, options, path));
  while (!tools.stop.aborted) {
    for (const lookAt of watched) if (!tools.stop.aborted) await lookAt();
    await tools.pause(LOOK_EVERY_MS, tools.stop);
  }
}

/** Looks at a file, and uploads it where it is time to. */
function watchFile(tools: PlayerTools, options: UploadOptions, path: string): () => Promise<void> {
  const { folder, stopwatch, digest } = tools;
  const rest = restWatch();
  let notBeforeMs = 0;
  let [sent, told] = ['', ''];

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
    else notBeforeMs = stopwatch.elapsedMs() + AGAIN_AFTER_MS;
    const text = done.ok ? '' : `${done.error.error} ${done.error.mend === 'content' ? ONCE_CHANGED : LATER}`;
    // What goes on for hours is told once.
    if (text !== told && text !== '') tools.complain(text);
    told = text;
  };
}

const LATER = 'It is tried again every minute.';
const ONCE_CHANGED = 'It is tried again once the file has changed.';
