import { restWatch } from '../../domain/saved_variables/send/rest_watch.ts';
import type { PlayerTools } from '../job.ts';
import type { UploadOptions } from './options.ts';
import { readyFile, sendReady } from './rounds.ts';

/** How often files are looked at: the game writes them once, when a character leaves it. */
const LOOK_EVERY_MS = 1_000;
/** How long an upload that failed is left alone. */
const AGAIN_AFTER_MS = 60_000;

/** Uploads each file whenever it has changed and rests, until it is stopped. */
export const watchFiles = async (tools: PlayerTools, options: UploadOptions): Promise<void> => {
  const { folder, clock, pause, stop, digest } = tools;
  const watched = options.files.map((path) => ({ path, rest: restWatch(), sent: '', notBeforeMs: 0 }));
  while (!stop.aborted) {
    for (const one of watched) {
      const look = await folder.look(one.path);
      if (!one.rest.rests(look.ok ? look.value : null) || clock.nowMs() < one.notBeforeMs || stop.aborted) continue;
      const ready = await readyFile(tools, one.path, options.share);
      // A file that cannot be read yet changes again, or says the same until it does.
      const content = ready.ok ? digest.sha256(ready.value.file.text) : '';
      if (ready.ok && content === one.sent) {
        one.rest.settle();
        continue;
      }
      const done = ready.ok ? await sendReady(tools, ready.value, options) : ready;
      if (done.ok || !ready.ok) one.rest.settle();
      if (done.ok) one.sent = content;
      else {
        tools.complain(done.error);
        one.notBeforeMs = clock.nowMs() + AGAIN_AFTER_MS;
      }
    }
    await pause(LOOK_EVERY_MS, stop);
  }
};
