import { counted } from '../../domain/values/phrases.ts';
import { ok } from '../../domain/values/result.ts';
import { buildAnew, inTurn } from '../build.ts';
import type { Job } from '../job.ts';
import { passedOver } from '../sentences.ts';

/** `npm run job -- rebuild` (contract, section 1, Paging: after it, walks and `since` start again). */
export const rebuild: Job = {
  name: 'rebuild',
  summary: 'build the derived databases anew from the uploads',
  help: `Builds evidence and snapshot anew from the uploads and serves them once they are whole; until then the instance
answers from the old ones. Needed after TW_FEED_TIME was changed. Clients that were following pages start again.`,
  options: {},
  words: [],
  run: async (tools) => {
    const run = await inTurn(tools, (uploads) => buildAnew(tools.builder, uploads));
    if (!run.ok) return run;
    const { newest, damaged } = run.value;
    return ok(`Built anew: the feed holds ${counted(newest?.corpusPlaces ?? 0, 'row')}.${passedOver(damaged)}`);
  },
};
