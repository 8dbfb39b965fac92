import { formatQuantity, joinWithAnd, joinWithOr } from '../../domain/values/phrases.ts';
import { ok } from '../../domain/values/result.ts';
import { GAMES } from '../../schema/vocabulary.ts';
import { buildAnew, runInTurn } from '../build.ts';
import type { RunnableJob } from '../job.ts';
import { describeSkipped } from '../sentences.ts';

/** `npm run job -- rebuild`. Clients must then restart walks and `since` queries (contract, section 1, Paging). */
export const rebuildJob: RunnableJob = {
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
    game: {
      value: 'G',
      text: `also changes the game of the data folder to G, ${joinWithOr(GAMES)}, so that uploads of G count and others do not; start the instance with the same TW_GAME`,
      sets: 'TW_GAME',
    },
  },
  run: async (tools, args) => {
    const run = await runInTurn(tools, (uploads) => buildAnew(tools.builder, uploads));
    if (!run.ok) return run;
    const { newest, damaged } = run.value;
    const changed = Object.entries({ TW_FEED_TIME: args.option('feed-time'), TW_GAME: args.option('game') })
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name}=${value}`);
    const next =
      changed.length === 0 ? '' : ` Start the instance with ${joinWithAnd(changed)}, again if it is running.`;
    return ok(
      `Rebuilt: the feed has ${formatQuantity(newest?.corpusPlaces ?? 0, 'row')}.${describeSkipped(damaged)}${next}`,
    );
  },
};
