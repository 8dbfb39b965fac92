import { listFigures } from './list_figures.ts';
import { onList, totalsOf } from './list_ground.ts';
import { lastTenth, randomPages } from './pages.ts';
import type { Figure } from './pairs.ts';
import type { Service } from './service.ts';

const PATH = '/api/corpus/public';
const SECONDS = 0.7;
const TWO_KINDS = 'kinds=quest,vendor';

/** Measures reading the corpus: the figures of every list, and the last pages of two kinds against their first. */
export function readingFigures(service: Service): Promise<readonly Figure[]> {
  return onList(service, PATH, [TWO_KINDS], async (ground) => [
    ...(await listFigures(ground, { prefix: '', all: '', seconds: SECONDS })),
    await lastTenth('two kinds, the last tenth against the first tenth', ground, TWO_KINDS, {
      least: 0.8,
      seconds: SECONDS,
    }),
  ]);
}

/** Returns pages of the corpus at random offsets. */
export async function randomCorpusPages(port: number): Promise<readonly string[]> {
  const totals = await totalsOf(port, PATH, ['']);
  return randomPages({ total: () => totals.get('')!, path: (_, offset) => `${PATH}?offset=${offset}&limit=500` }, '');
}
