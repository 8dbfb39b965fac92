import { listFigures } from './list_figures.ts';
import { onList } from './list_ground.ts';
import { againstFloor, lastPage } from './pages.ts';
import type { Figure } from './pairs.ts';
import { HUB_ITEM } from './public_folder.ts';
import type { Service } from './service.ts';

const PATH = '/api/edges';
const SECONDS = 0.6;
const FILTER_SECONDS = 0.25;
const IDS = 3_000;

/** Every filter of the list, and some combinations. */
const FILTERS = [
  'rel=sold_by',
  'from_kind=npc',
  'to_kind=npc',
  'evidence=observed',
  `from_id=${HUB_ITEM}`,
  'to_id=5',
  `from_id=${HUB_ITEM}&to_id=5`,
  'rel=dropped_by&from_kind=item&to_kind=npc&evidence=observed',
  'rel=located_in&to_kind=zone&to_id=5&evidence=observed',
];

/** Measures reading the edges: the figures of every list, and the last page of each filter against its first. */
export function edgeFigures(
  service: Service,
  tell: (figures: readonly Figure[]) => readonly Figure[],
): Promise<readonly Figure[]> {
  return onList(service, PATH, FILTERS, async (ground) => {
    const figures = [
      ...(await listFigures(ground, { prefix: 'edges: ', all: '', seconds: SECONDS })),
      await againstFloor('edges: those of one random item or NPC', ground, idPages(), {
        least: 0.15,
        seconds: SECONDS,
      }),
    ];
    tell(figures);
    for (const filter of FILTERS) {
      const name = `edges: last page against first, ${filter.replace(/^rel=.*&evidence=.*$/, several)}`;
      figures.push(...tell([await lastPage(name, ground, filter, { least: 0.5, seconds: FILTER_SECONDS })]));
    }
    return figures;
  });
}

/** Shortens the name of a combination of filters. */
function several(filter: string): string {
  return `${filter.split('&').length} filters`;
}

function idPages(): readonly string[] {
  return Array.from({ length: IDS }, (_, i) => [
    `${PATH}?from_kind=item&from_id=${i + 1}&limit=500`,
    `${PATH}?to_kind=npc&to_id=${i + 1}&limit=500`,
  ]).flat();
}
