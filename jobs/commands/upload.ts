import { allOf } from '../../domain/values/phrases.ts';
import { err, ok } from '../../domain/values/result.ts';
import type { PlayerJob } from '../job.ts';
import { readOptions, type UploadOptions } from '../upload/options.ts';
import { askToSend, recordsOf, sendReady, sharedUnasked, showFiles } from '../upload/rounds.ts';
import { watchFiles } from '../upload/watch.ts';

const NOTHING_SENT = 'Nothing was sent.';
const GO_ON = 'What was sent is noted beside the file: run the same command again to send the rest.';

/** `npm run job -- upload` (contract, section 7). */
export const upload: PlayerJob = {
  forPlayers: true,
  name: 'upload',
  summary: 'upload saved-variables files of an addon to an instance',
  help: `Reads the files, says what will be sent, asks, and sends it in pieces. Beside each FILE it keeps
FILE.third-witness-outbox: what the instance has confirmed, so that a run that was interrupted goes on where it was and
what was sent is not sent again; delete it to send everything anew, which counts once all the same. Records that were
refused stand, with why, in FILE.third-witness-refused.ndjson; if all of a file were, the command fails. Records that name players or guilds stay behind unless
--share names their category, and need a grant in the file.`,
  options: {
    to: { value: 'URL', required: false, text: 'the instance; left out: the one this program is of' },
    share: {
      value: 'CATEGORIES',
      required: false,
      text: 'also sends records of guild, gear, gold, collection (with commas)',
    },
    'dry-run': { value: null, required: false, text: 'judges every record and sends nothing' },
    yes: { value: null, required: false, text: 'does not ask' },
    watch: { value: null, required: false, text: 'stays, and uploads each file whenever it has changed' },
  },
  words: ['FILE…'],
  run: async (tools, args) => {
    const read = readOptions(args, tools);
    if (!read.ok) return read;
    let options: UploadOptions = read.value;
    let { ready, faults } = await showFiles(tools, options.files, options.share);
    if (options.dryRun) return faults.length > 0 ? err(faults.join('\n')) : ok(NOTHING_SENT);

    const unasked = options.yes ? [] : sharedUnasked(ready);
    if (
      unasked.length > 0 &&
      (await tools.confirm(`The addon says to share ${allOf(unasked)}. Send these records, too?`))
    ) {
      options = { ...options, share: [...options.share, ...unasked] };
      ({ ready, faults } = await showFiles(tools, options.files, options.share));
    }
    // Commands stop at the next moment that they can: an interrupt is told a moment after the answer.
    await tools.pause(0, tools.stop);
    if (tools.stop.aborted) return ok(NOTHING_SENT);
    const count = recordsOf(ready);
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
    const ends = [...faults];
    for (const one of ready) {
      const sent = await sendReady(tools, one, options);
      if (!sent.ok) ends.push(sent.error.mend === 'again' ? `${sent.error.error} ${GO_ON}` : sent.error.error);
      if (tools.stop.aborted) break;
    }
    return ends.length > 0 ? err(ends.join('\n')) : ok(null);
  },
};
