import { counted } from '../../domain/values/phrases.ts';
import { ok } from '../../domain/values/result.ts';
import { buildAnew, inTurn } from '../build.ts';
import type { Job } from '../job.ts';
import { passedOver } from '../sentences.ts';

/** `npm run job -- rebuild`. Clients must then restart walks and `since` queries (contract, section 1, Paging). */
export const rebuild: Job = {
  name: 'rebuild',
  summary: 'rebuild the derived databases from the uploads',
  help: `Rebuilds the evidence and snapshot databases from the uploads and serves them when they are complete; until then the
instance serves the old ones. Clients that are paging through lists must start again.`,
  options: {
    'feed-time': {
      value: 'V',
      text: 'also changes TW_FEED_TIME of the data folder to V, exact or day; start the instance with the same value',
      sets: 'TW_FEED_TIME',
    },
  },
  run: async (tools, args) => {
    const run = await inTurn(tools, (uploads) => buildAnew(tools.builder, uploads));
    if (!run.ok) return run;
    const { newest, damaged } = run.value;
    const feedTime = args.option('feed-time');
    const next = feedTime === null ? '' : ` Start the instance with TW_FEED_TIME=${feedTime}, again if it is running.`;
    return ok(`Rebuilt: the feed has ${counted(newest?.corpusPlaces ?? 0, 'row')}.${passedOver(damaged)}${next}`);
  },
};
