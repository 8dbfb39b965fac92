import { listFigures } from './list_figures.ts';
import { type ListGround, onList } from './list_ground.ts';
import { lastPage } from './pages.ts';
import type { Figure } from './pairs.ts';
import type { Service } from './service.ts';

const ITEMS = '/api/items';
const EDGES = '/api/edges';
const CLIENT = 'evidence=client';
const SECONDS = 0.6;
const FILTER_SECONDS = 0.25;

type Tell = (figures: readonly Figure[]) => readonly Figure[];

/** Measures reading the items of a build: the hot page, walks, and every filter. */
export async function itemFigures(service: Service, tell: Tell): Promise<readonly Figure[]> {
  const filters = await itemFilters(service.port);
  return onList(service, ITEMS, filters, (ground) => buildFigures('items', '', ground, filters, tell));
}

/** Measures reading the relations of a build in the same way. */
export async function clientEdgeFigures(service: Service, tell: Tell): Promise<readonly Figure[]> {
  const filters = await edgeFilters(service.port);
  return onList(service, EDGES, [CLIENT, ...filters], (ground) =>
    buildFigures('client edges', CLIENT, ground, filters, tell),
  );
}

/** Returns the figures of one list. `all` is the filter that matches every row. */
async function buildFigures(
  name: string,
  all: string,
  ground: ListGround,
  filters: readonly string[],
  tell: Tell,
): Promise<readonly Figure[]> {
  const figures = [...(await listFigures(ground, { prefix: `${name}: `, all, seconds: SECONDS }))];
  tell(figures);
  for (const filter of filters) {
    const bounds = { least: 0.5, seconds: FILTER_SECONDS };
    const told = /&.*&/.test(filter) ? `${filter.split('&').length} filters` : filter.replace(`&${CLIENT}`, '');
    figures.push(...tell([await lastPage(`${name}: last page against first, ${told}`, ground, filter, bounds)]));
  }
  return figures;
}

interface Counted {
  readonly slug: string;
  readonly items: number;
}

/** Returns every filter of the items and some combinations, with the most frequent values of the build. */
async function itemFilters(port: number): Promise<readonly string[]> {
  const { classes } = await json<{ classes: readonly (Counted & { subclasses: readonly Counted[] })[] }>(
    port,
    `${ITEMS}/categories`,
  );
  const itemClass = most(classes);
  const subclass = most(itemClass.subclasses);
  const { items } = await json<ItemsPage>(port, `${ITEMS}?class=${itemClass.slug}&limit=500`);
  const slot = mostFrequent(items.map((item) => item.slot));
  const quality = mostFrequent(items.map((item) => item.quality));
  return [
    `class=${itemClass.slug}`,
    `class=${itemClass.slug}&subclass=${subclass.slug}`,
    `slot=${slot}`,
    `quality=${quality}`,
    `item=${items.at(-1)!.itemId}`,
    `slot=${slot}&quality=${quality}`,
    `class=${itemClass.slug}&subclass=${subclass.slug}&slot=${slot}&quality=${quality}`,
  ];
}

interface ItemsPage {
  readonly items: readonly { readonly itemId: number; readonly slot: string; readonly quality: string }[];
}

interface EdgesPage {
  readonly edges: readonly { readonly fromId: number; readonly toId: number }[];
}

/** Returns every filter of the client edges and some combinations. */
async function edgeFilters(port: number): Promise<readonly string[]> {
  const page = (rel: string) => json<EdgesPage>(port, `${EDGES}?rel=${rel}&${CLIENT}&limit=500`);
  const icon = mostFrequent((await page('same_icon')).edges.map(({ toId }) => toId));
  const item = mostFrequent((await page('reagent_for')).edges.map(({ fromId }) => fromId));
  return [
    ...['created_by', 'reagent_for', 'part_of_set', 'same_icon', 'in_skill_line'].map((rel) => `rel=${rel}`),
    ...['from_kind=item', 'from_kind=spell', 'to_kind=spell', 'to_kind=icon'],
    ...[`from_id=${item}`, `to_id=${icon}`, `from_kind=item&from_id=${item}`],
    `rel=same_icon&from_kind=item&to_kind=icon&to_id=${icon}`,
  ].map((filter) => `${filter}&${CLIENT}`);
}

function most<T extends Counted>(list: readonly T[]): T {
  return list.reduce((a, b) => (b.items > a.items ? b : a));
}

function mostFrequent<T>(list: readonly T[]): T {
  const counts = new Map<T, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

async function json<T>(port: number, path: string): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}
