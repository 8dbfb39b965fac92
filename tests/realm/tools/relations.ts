import assert from 'node:assert/strict';
import { type ClientTables, type FiledEdge, readClientTables } from '../client_tables.ts';
import { localeOf, reach } from '../kept.ts';
import { type CountedEdge, type ToolView, viewOf } from '../tool_view.ts';
import { spread, type ToolCheck } from '../tools.ts';
import { NEVER_SEEN } from './pages.ts';

/** Checks relations in both directions against the count and the imported tables. */
export const checkRelations: ToolCheck = async (ground) => {
  const tables = readClientTables(ground.tables);
  return await relations(await viewOf(ground), tables);
};

interface Relations {
  readonly kind: string;
  readonly id: number;
  readonly rel?: string;
  readonly evidence?: string;
  readonly limit?: number;
}

type AnyEdge = FiledEdge & Partial<Pick<CountedEdge, 'seen'>>;

interface Sources {
  readonly tables: ClientTables;
  /** All edges by their ends, see `indexed`. */
  readonly byEnd: ReadonlyMap<string, readonly AnyEdge[]>;
}

async function relations(view: ToolView, tables: ClientTables): Promise<number> {
  const all = [...(view.edges as readonly AnyEdge[]), ...tables.edges];
  const sources = { tables, byEnd: indexed(all) };
  const filed = [...new Set(tables.edges.flatMap(({ fromKind, fromId }) => (fromKind === 'item' ? [fromId] : [])))];
  const reported = spread(filed, 300).filter((id) => hasPage(view, 'item', id));
  const inFiles = spread(reported, 12).map((id): Relations => ({ kind: 'item', id, evidence: 'client' }));
  for (const asked of [...relationsAsked(all), ...inFiles]) {
    const reply = await view.ground.ask('entity_relations', { ...asked });
    if (reply.answer.gameData != null) {
      assert.ok(view.ground.tables.endsWith(`-${reply.answer.gameData.build}`), 'the build that was imported');
    }
    const build = reply.answer.gameData?.build ?? null;
    view.expect(Object.values(asked).join(' '), reply, relationsPage(view, sources, asked, build));
  }
  return await view.settle('entity_relations');
}

/** Returns questions about both ends of edges of every kind with each option, and about entities without edges. */
function relationsAsked(edges: readonly AnyEdge[]): readonly Relations[] {
  const ends = new Map<string, Relations & { readonly rel: string }>();
  for (const { fromKind, fromId, rel, toKind, toId } of edges) {
    ends.set(`${rel} ${fromKind} ${fromId}`, { kind: fromKind, id: fromId, rel });
    ends.set(`${rel} ${toKind} ${toId}`, { kind: toKind, id: toId, rel });
  }
  const groups = new Map<string, (Relations & { readonly rel: string })[]>();
  for (const end of ends.values()) {
    const name = `${end.rel} ${end.kind}`;
    groups.set(name, [...(groups.get(name) ?? []), end]);
  }
  const asked = [...groups.values()].flatMap((group) =>
    spread(group, 3).flatMap(({ kind, id, rel }, i): Relations[] => {
      const one = { kind, id };
      const options: Relations[] = [
        { ...one, rel },
        { ...one, evidence: 'observed' },
        { ...one, evidence: 'client' },
        { ...one, limit: 1 },
        { ...one, limit: 200 },
        { ...one, rel: 'part_of_set', evidence: 'client', limit: 3 },
      ];
      return [one, options[i % options.length]!];
    }),
  );
  const kinds = [...new Set(asked.map(({ kind }) => kind))];
  const distinct = new Map(asked.map((one) => [JSON.stringify(one), one]));
  return [...distinct.values(), ...kinds.map((kind) => ({ kind, id: NEVER_SEEN }))];
}

function relationsPage(view: ToolView, { tables, byEnd }: Sources, asked: Relations, build: string | null) {
  const { kind, id, rel, evidence, limit = 50 } = asked;
  const at = (end: 'from' | 'to', isClient: boolean) =>
    inOrder(
      (byEnd.get(`${end} ${kind} ${id}`) ?? []).filter(
        (edge) => (edge.seen === undefined) === isClient && (rel === undefined || edge.rel === rel),
      ),
    );
  const both = (isClient: boolean) => [...at('from', isClient), ...at('to', isClient)];
  const observed = evidence === 'client' ? null : both(false);
  const client = evidence === 'observed' ? null : both(true);
  const all = [...(observed ?? []), ...(client ?? [])];
  if (all.length === 0) return null;
  const named = (of: string, one: number) => {
    const { url } = view.entity(of, one);
    // A spell that players craft with is the recipe with the same id.
    const { name, locale } = view.entity(of === 'spell' ? 'recipe' : of, one);
    const filed = tables.nameOf(of, one);
    if (name !== null || filed !== null || of !== 'spell') {
      const evidence = name !== null ? 'observed' : filed === null ? null : 'client';
      return { name: name ?? filed, locale, url, evidence };
    }
    const makes = byEnd.get(`to spell ${one}`)?.find(({ rel }) => rel === 'created_by')?.fromId;
    const made = (view.member('recipes', one, 'itemId')?.value as number | undefined) ?? makes;
    const product = made === undefined ? null : view.entity('item', made);
    return {
      name: product?.['name'] ?? null,
      locale: product?.['locale'],
      url,
      evidence: product?.['name'] == null ? null : 'observed',
    };
  };
  const rows = all.slice(0, limit).map((edge) => {
    const [from, to] = [named(edge.fromKind, edge.fromId), named(edge.toKind, edge.toId)];
    const seen = edge.seen ?? { installs: null, firstSeen: null, lastSeen: null };
    return {
      fromKind: edge.fromKind,
      fromId: edge.fromId,
      fromName: from.name,
      fromNameEvidence: from.evidence,
      ...(from.locale === undefined ? {} : { fromLocale: from.locale }),
      ...(to.locale === undefined ? {} : { toLocale: to.locale }),
      rel: edge.rel,
      toKind: edge.toKind,
      toId: edge.toId,
      toName: to.name,
      toNameEvidence: to.evidence,
      ...(edge.seen === undefined ? { evidence: 'client', build } : { evidence: 'observed', build: null }),
      ...seen,
    };
  });
  const self = named(kind, id);
  const entity = {
    kind,
    id,
    name: self.name,
    ...localeOf({ ...(self.locale === undefined ? {} : { locale: String(self.locale) }) }),
    nameEvidence: self.evidence,
    url: hasPage(view, kind, id) ? self.url : null,
  };
  const said = rows.flatMap((row) => [row.evidence, row.fromNameEvidence, row.toNameEvidence]);
  return {
    page: {
      entity,
      total: all.length,
      observed: observed?.length ?? null,
      client: client?.length ?? null,
      edges: rows,
    },
    files: [self.evidence, ...said].includes('client'),
  };
}

/** Indexes edges by their start and by their end, each in order. */
function indexed(edges: readonly AnyEdge[]): ReadonlyMap<string, readonly AnyEdge[]> {
  const index = new Map<string, AnyEdge[]>();
  for (const edge of edges) {
    reach(index, `from ${edge.fromKind} ${edge.fromId}`, () => []).push(edge);
    reach(index, `to ${edge.toKind} ${edge.toId}`, () => []).push(edge);
  }
  return index;
}

/** Sorts edges by relation and by the kinds of their ends, and otherwise keeps their order. */
function inOrder(edges: readonly AnyEdge[]): readonly AnyEdge[] {
  const group = ({ rel, fromKind, toKind }: AnyEdge): string => `${rel} ${fromKind} ${toKind}`;
  return [...edges].sort((a, b) => (group(a) < group(b) ? -1 : group(a) > group(b) ? 1 : 0));
}

/**
 * Whether players reported public data about an entity, in which case it has a page whichever relations are requested.
 */
function hasPage({ edges, fact, ground }: ToolView, kind: string, id: number): boolean {
  const isEnd = edges.some(
    (edge) => (edge.fromKind === kind && edge.fromId === id) || (edge.toKind === kind && edge.toId === id),
  );
  // NPCs, objects and quests have only observed relations.
  if (isEnd || kind !== 'item') return isEnd;
  if (['items', 'vendor_prices'].some((family) => fact(family, id) !== undefined)) return true;
  const { market, facts, drops } = ground.counted;
  return (
    [...drops.rates.keys()].some((key) => key.endsWith(` item ${id}`)) ||
    [...market.newest.keys()].some((key) => key.endsWith(`|${id}`)) ||
    [...facts].some(([subject, body]) => namesItem(subject, body as Body, id))
  );
}

type Body = Readonly<Record<string, { readonly value?: unknown }>>;

function namesItem(subject: string, { itemId, taughtByItemId, reagents }: Body, id: number): boolean {
  if (subject.startsWith('collections ')) return subject.endsWith(`:${id}`);
  if (!subject.startsWith('recipes ')) return false;
  const used = (reagents?.value ?? []) as readonly { readonly itemId: number }[];
  return [itemId?.value, taughtByItemId?.value, ...used.map((one) => one.itemId)].includes(id);
}
