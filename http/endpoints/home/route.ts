import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import { readGrowth } from '../../../domain/reads/growth.ts';
import { newest_facts } from '../../../domain/tools/changes/newest_facts.ts';
import { instanceCounts } from '../../../domain/tools/service/instance_counts.ts';
import { ok, type StorageResult, together } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { type Ask, createAsk } from '../../pages/ask.ts';
import { whoseOf } from '../../pages/observed.ts';
import { pageRoute } from '../../pages/page_route.ts';
import type { Route } from '../../pipeline/route.ts';
import { type HomeData, homeMain } from './page.ts';

/** Of what the first page names new facts, and how many of each; several of one subject make one sentence. */
const NEWEST_OF = ['npc', 'item', 'quest', 'zone'] as const;
const NEWEST_EACH = 8;

/** The first page: what the instance is, what is new and how much there is, where to begin. */
export const homeRoute = (context: Context): Route => {
  const ask = createAsk(context);
  return pageRoute(context, {
    path: '/',
    budget: null,
    content: async () => {
      const view = await context.reader.view();
      const read = view.ok ? await readHome(context, ask, view.value) : view;
      const data = read.ok ? read.value : null;
      return ok({
        ...{ title: 'Home', path: '/', description: DESCRIPTION, searches: true, data: '/api/tools/everloot_plan' },
        ...(data === null || data.view?.row.dataAsOfMs == null ? {} : whoseOf(data.whose)),
        main: homeMain(data, context.settings),
        fleeting: data === null || data.view === null,
      });
    },
  });
};

const DESCRIPTION =
  'What players’ addons saw in the game: drops, prices, places and more. A fact is public once three installs reported it.';

const readHome = async ({ reader }: Context, ask: Ask, view: SnapshotView | null): Promise<StorageResult<HomeData>> => {
  const read = await together([
    instanceCounts(reader, view),
    view === null ? Promise.resolve(ok([])) : readGrowth(reader, view),
  ] as const);
  if (!read.ok) return read;
  const [counts, growth] = read.value;
  const told = await ask(newest_facts, { kinds: NEWEST_OF, each: NEWEST_EACH });
  // It refuses nothing but what cannot be read: no argument came from outside.
  if (!told.ok) return told as StorageResult<never>;
  const { page: newest = [], ...whose } = told.value;
  return ok({ view, counts, growth, newest, whose });
};
