import { allOf } from '../../domain/values/phrases.ts';
import { err, ok } from '../../domain/values/result.ts';
import type { PlayerJob } from '../job.ts';
import { readOptions, type UploadOptions } from '../upload/options.ts';
import { askToSend, recordsOf, sendReady, sharedUnasked, showFiles } from '../upload/rounds.ts';
import { watchFiles } from '../upload/watch.ts';

const NOTHING_SENT = 'Nothing was sent.';
const RUN_AGAIN = 'Confirmed uploads are noted beside the file: run the same command again to send the rest.';

/** `npm run job -- upload` (contract, section 7). */
export const upload: PlayerJob = {
  forPlayers: true,
  name: 'upload',
  summary: 'upload saved-variables files of an addon to an instance',
  help: `Reads the files, shows what will be sent, asks, and sends it in pieces. It notes in FILE.third-witness-outbox which
records the instance has confirmed, so that an interrupted run continues where it stopped and nothing is sent twice. You
can delete that file to send everything again; repeated records count once. Refused records are listed with the reason in
FILE.third-witness-refused.ndjson. If all records of a file are refused, the command fails. Records that name players or
guilds are sent only if --share names their category, and they need a grant in the file.`,
  options: {
    to: { value: 'URL', required: false, text: 'the instance; default: the one that this program comes from' },
    share: {
      value: 'CATEGORIES',
      required: false,
      text: 'also sends records of guild, gear, gold, collection (separated by commas)',
    },
    'dry-run': { value: null, required: false, text: 'checks every record and sends nothing' },
    yes: { value: null, required: false, text: 'does not ask' },
    watch: { value: null, required: false, text: 'keeps running and uploads each file when it changes' },
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
    // An interrupt at the prompt arrives just after the answer: yield once so that `stop` can be set.
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
    const failures = [...faults];
    for (const file of ready) {
      const sent = await sendReady(tools, file, options);
      if (!sent.ok) failures.push(sent.error.mend === 'again' ? `${sent.error.error} ${RUN_AGAIN}` : sent.error.error);
      if (tools.stop.aborted) break;
    }
    return failures.length > 0 ? err(failures.join('\n')) : ok(null);
  },
};
