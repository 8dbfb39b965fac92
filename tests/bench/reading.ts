import { againstFloor, lastTenth, onList, randomPages, totalsOf } from './pages.ts';
import type { Figure } from './pairs.ts';
import type { Service } from './service.ts';

const PATH = '/api/corpus/public';
const SECONDS = 0.7;
const KINDS = ['item_seen', 'loot', 'npc_sighting', 'price_seen', 'quest', 'recipe_seen', 'vendor'];
const BY_KIND = KINDS.map((kind) => `kinds=${kind}`);
const TWO_KINDS = 'kinds=quest,vendor';

/** The reading figures of the corpus: the hot page, random pages, filters, and the end of the list against its beginning. */
export const readingFigures = (service: Service): Promise<Figure[]> =>
  onList(service, PATH, [...BY_KIND, TWO_KINDS], async (ground) => [
    await againstFloor('one page of 500, again and again', ground, [ground.path('', 0)], {
      least: 0.7,
      seconds: SECONDS,
    }),
    await againstFloor('pages of 500 at random offsets', ground, randomPages(ground, ['']), {
      least: 0.25,
      seconds: SECONDS,
    }),
    await againstFloor('pages of one random kind', ground, randomPages(ground, BY_KIND), {
      least: 0.15,
      seconds: SECONDS,
    }),
    await lastTenth('the last tenth against the first tenth', ground, '', { least: 0.8, seconds: SECONDS }),
    await lastTenth('two kinds, the last tenth against the first tenth', ground, TWO_KINDS, {
      least: 0.8,
      seconds: SECONDS,
    }),
  ]);

/** Pages of the corpus at random offsets. */
export const randomCorpusPages = async (port: number): Promise<readonly string[]> => {
  const totals = await totalsOf(port, PATH, ['']);
  return randomPages({ total: () => totals.get('')!, path: (_, offset) => `${PATH}?offset=${offset}&limit=500` }, ['']);
};
