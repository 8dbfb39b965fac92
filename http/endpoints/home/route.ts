import { readGrowth } from '../../../domain/reads/growth.ts';
import { newest_facts } from '../../../domain/tools/changes/newest_facts.ts';
import { instanceCounts } from '../../../domain/tools/service/instance_counts.ts';
import { ok } from '../../../domain/values/result.ts';
import { orStorageFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import type { Context } from '../../context.ts';
import { type Ask, createAsk } from '../../pages/ask.ts';
import { observedFooter } from '../../pages/observed.ts';
import { pageRoute } from '../../pages/page_route.ts';
import type { Route } from '../../pipeline/route.ts';
import { type HomeData, homeMain } from './page.ts';

/** Kinds of new facts on the page, and facts of each kind. Several facts about one subject make one sentence. */
const NEWEST_OF = ['npc', 'item', 'quest', 'zone'] as const;
const NEWEST_EACH = 8;

/** Serves the home page: an introduction, recent changes, the amount of data, and first steps. */
export function homeRoute(context: Context): Route {
  const ask = createAsk(context);
  return pageRoute(context, {
    path: '/',
    budget: null,
    content: async () => {
      const read = await orStorageFault(readHome(context, ask));
      const data = read instanceof StorageFault ? null : read;
      return ok({
        title: 'Home',
        path: '/',
        description: DESCRIPTION,
        searches: true,
        data: '/api/tools/everloot_plan',
        ...(data === null || data.view?.row.dataAsOfMs == null ? {} : observedFooter(data.whose)),
        main: homeMain(data, context.settings),
        fleeting: data === null || data.view === null,
      });
    },
  });
}

const DESCRIPTION =
  'Drops, prices, locations and more, recorded by players. A fact is public once three players have reported it.';

async function readHome({ snapshots }: Context, ask: Ask): Promise<HomeData> {
  const snapshot = await snapshots.newest();
  const [counts, growth] = await Promise.all([instanceCounts(snapshot), snapshot === null ? [] : readGrowth(snapshot)]);
  const told = await ask(newest_facts, { kinds: NEWEST_OF, each: NEWEST_EACH });
  if (!told.ok) throw new Error(`The newest facts were refused: ${told.error.error}`);
  const { page: newest = [], ...whose } = told.value;
  return { view: snapshot?.view ?? null, counts, growth, newest, whose };
}
