import type { EdgesResponse } from '../../../schema/responses/edgesResponse.ts';
import type { entity_relations as contract } from '../../../schema/tools/browsing.ts';

import type { ToolAnswer, ToolArguments } from '../../../schema/tools/tool.ts';
import type { EdgeEvidence } from '../../../schema/vocabulary.ts';
import { unwrapAgreedValue } from '../../families/counting/agreed.ts';
import { EDGE_GROUPS } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import { CLIENT_GROUPS, type GameSet } from '../../ports/build.ts';
import { findEdgesInGroups } from '../../reads/entities/observed_edges.ts';
import {
  type Entity,
  type PublishedSnapshot,
  readEntity,
  toFileName,
  toLabel,
} from '../../reads/entities/snapshot_data.ts';
import { parseRows } from '../../reads/pieces.ts';
import { isPublicEntity } from '../../reads/public_entity.ts';
import { hasEntityPage } from '../../values/entity_page.ts';
import { readLocaleField } from '../../values/language.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { NO_BUILD_HINT } from '../shared/empty_hints.ts';
import { answerPage, renderPage, renderRowsWithRest } from '../shared/page.ts';
import type { ContractRule } from '../tool.ts';

type RelationArguments = ToolArguments<typeof contract>;
type RelationsPage = NonNullable<ToolAnswer<typeof contract>['page']>;
type PageEdge = RelationsPage['edges'][number];
type EdgeRow = EdgesResponse['edges'][number];
type EdgeGroup = (typeof EDGE_GROUPS)[number] | (typeof CLIENT_GROUPS)[number];

/** The relations of an entity in both directions, observed ones first (contract, section 6). */
export const entity_relations: ContractRule<typeof contract> = {
  answer: (context, args) =>
    answerPage(
      context,
      async (snapshot) => {
        const { evidence, kind, id } = args;
        const hasUploads = snapshot.view.row.dataAsOfMs !== null;
        const observed = evidence === 'client' || !hasUploads ? null : await readObservedEdges(snapshot, args);
        const left = args.limit - (observed?.rows.length ?? 0);
        const isFiled = evidence !== 'observed' && snapshot.view.game !== null;
        const client = isFiled ? await readClientEdges(snapshot, args, left) : null;
        const total = (observed?.total ?? 0) + (client?.total ?? 0);
        const reported = hasEntityPage(kind) ? await isPublicEntity(snapshot, kind, id) : false;
        const self = await nameEdgeEnd(snapshot, kind, id, reported);
        if (total === 0) {
          const unknown = evidence === 'client' && snapshot.view.game === null;
          return unknown ? { none: NO_BUILD_HINT, hint: '' } : { none: explainNoRelation(self.entity, args) };
        }
        const edges = await mapInOrder([...(observed?.rows ?? []), ...(client?.rows ?? [])], (row) =>
          nameEdge(snapshot, row),
        );
        const fromFiles =
          self.evidence === 'client' ||
          edges.some((edge) => [edge.evidence, edge.fromNameEvidence, edge.toNameEvidence].includes('client'));
        const counts = { total, observed: observed?.total ?? null, client: client?.total ?? null };
        const entity = { ...self.entity, nameEvidence: self.evidence };
        return { page: { entity, ...counts, edges }, fromFiles };
      },
      { filesAlone: args.evidence !== 'observed' },
    ),
  text: (answer) =>
    renderPage(answer, ({ entity, total, edges }) => [
      `${toLabel(entity)}: ${formatQuantity(total, 'relation')}.`,
      ...renderRowsWithRest(edges, total, formatEdge),
    ]),
};

function explainNoRelation(entity: Entity, { rel, evidence }: RelationArguments): string {
  const asked = [
    ...(evidence === undefined ? [] : [`${evidence} `]),
    'relation',
    ...(rel === undefined ? [] : [` ${rel}`]),
  ];
  return `No ${asked.join('')} of ${toLabel(entity)} is known here.`;
}

interface PageEdges {
  readonly rows: readonly EdgeRow[];
  readonly total: number;
}

function selectGroupsAtEnd<G extends EdgeGroup>(
  all: readonly G[],
  end: 'fromKind' | 'toKind',
  { kind, rel }: RelationArguments,
): readonly G[] {
  return all.filter((group) => group[end] === kind && (rel === undefined || group.rel === rel));
}

async function readObservedEdges(snapshot: PublishedSnapshot, args: RelationArguments): Promise<PageEdges> {
  const names = (end: 'fromKind' | 'toKind') => selectGroupsAtEnd(EDGE_GROUPS, end, args).map(({ name }) => name);
  const [starting, ending] = await Promise.all([
    findEdgesInGroups(snapshot, names('fromKind'), { fromId: args.id }, args.limit),
    findEdgesInGroups(snapshot, names('toKind'), { toId: args.id }, args.limit),
  ]);
  return {
    rows: [...starting.rows, ...ending.rows].slice(0, args.limit),
    total: starting.total + ending.total,
  };
}

/** Reads the entity's relations in the imported build, at most `max` rows. */
async function readClientEdges(snapshot: PublishedSnapshot, args: RelationArguments, max: number): Promise<PageEdges> {
  const found = await Promise.all([
    snapshot.edges.clientPlaces(selectGroupsAtEnd(CLIENT_GROUPS, 'fromKind', args), { fromId: args.id, toId: null }),
    snapshot.edges.clientPlaces(selectGroupsAtEnd(CLIENT_GROUPS, 'toKind', args), { fromId: null, toId: args.id }),
  ]);
  const places = found.flat();
  const slices = places.slice(0, max).map(({ group, place }) => ({ kind: group, from: place, to: place + 1 }));
  const pieces = await snapshot.edges.rows(slices);
  return { rows: parseRows<EdgeRow>(pieces), total: places.length };
}

async function nameEdge(snapshot: PublishedSnapshot, row: EdgeRow): Promise<PageEdge> {
  const [from, to] = await Promise.all([
    nameEdgeEnd(snapshot, row.fromKind, row.fromId, true),
    nameEdgeEnd(snapshot, row.toKind, row.toId, true),
  ]);
  return {
    fromKind: row.fromKind,
    fromId: row.fromId,
    fromName: from.entity.name,
    fromNameEvidence: from.evidence,
    ...(from.entity.locale === undefined ? {} : { fromLocale: from.entity.locale }),
    rel: row.rel,
    toKind: row.toKind,
    toId: row.toId,
    toName: to.entity.name,
    toNameEvidence: to.evidence,
    ...(to.entity.locale === undefined ? {} : { toLocale: to.entity.locale }),
    evidence: row.evidence,
    build: row.build,
    installs: row.installs,
    firstSeen: row.firstSeen,
    lastSeen: row.lastSeen,
  };
}

/** Renders `- "Axe" (item 5) sold_by "Innkeeper" (npc 7), 3 installs, 2026-01-02 to 2026-03-04`. */
function formatEdge(edge: PageEdge): string {
  const known =
    edge.evidence === 'client'
      ? 'in the game’s files, unconfirmed'
      : `${edge.installs} installs, ${edge.firstSeen} to ${edge.lastSeen}`;
  return `- ${formatEdgeEnd(edge, 'from')} ${edge.rel} ${formatEdgeEnd(edge, 'to')}, ${known}`;
}

export function formatEdgeEnd(edge: PageEdge, end: 'from' | 'to'): string {
  const locale = readLocaleField({ locale: edge[`${end}Locale`] });
  return toLabel({ kind: edge[`${end}Kind`], id: edge[`${end}Id`], name: edge[`${end}Name`], url: null, ...locale });
}

type EndKind = EdgeRow['fromKind'];

interface EdgeEnd {
  readonly entity: Entity<EndKind>;
  /** The source of the entity's name, or null if the entity has no name. */
  readonly evidence: EdgeEvidence | null;
}

/** The game-file family that names the entities of a kind if players agreed on no name. */
const GAME_FILE_FAMILIES: Readonly<Partial<Record<EndKind, 'spell' | 'skill' | 'set' | 'zone'>>> = {
  spell: 'spell',
  skill: 'skill',
  item_set: 'set',
  zone: 'zone',
};

/**
 * Returns an end with its name: the agreed name (for a spell, the name of its recipe), otherwise the name in the game's
 * files, otherwise, for a spell, the name of the item that it makes. `known` means that public facts mention the
 * entity, so that it may have a page.
 */
async function nameEdgeEnd(snapshot: PublishedSnapshot, kind: EndKind, id: number, known: boolean): Promise<EdgeEnd> {
  const entity = await readEntity(snapshot, kind, id, known);
  const { url } = entity;
  const named = ({ name, locale }: EntityName, evidence: EdgeEvidence): EdgeEnd => ({
    entity: { kind, id, name, ...readLocaleField({ locale }), url },
    evidence: name === null ? null : evidence,
  });
  const agreed = kind === 'spell' ? await readEntity(snapshot, 'recipe', id) : entity;
  if (agreed.name !== null) return named(agreed, 'observed');
  const family = GAME_FILE_FAMILIES[kind];
  const filed = family === undefined || snapshot.view.game === null ? null : await snapshot.game.fact(family, `${id}`);
  const name = toFileName(family === 'set' ? (filed as GameSet | null)?.name : filed);
  if (name !== null || kind !== 'spell') return named({ name }, 'client');
  const product = await nameProduct(snapshot, id);
  return named(product, 'observed');
}

const MADE_BY_GROUPS = CLIENT_GROUPS.filter(({ rel }) => rel === 'created_by');

type EntityName = Pick<Entity, 'name' | 'locale'>;

/** Returns the agreed name of the item that a spell makes, according to players or the game's files. */
async function nameProduct(snapshot: PublishedSnapshot, spellId: number): Promise<EntityName> {
  const recipe = await snapshot.fact(families.recipes, `${spellId}`);
  const made = unwrapAgreedValue(recipe?.itemId);
  const itemId = made ?? (await readFiledProduct(snapshot, spellId));
  return itemId === null ? { name: null } : readEntity(snapshot, 'item', itemId);
}

async function readFiledProduct(snapshot: PublishedSnapshot, spellId: number): Promise<number | null> {
  if (snapshot.view.game === null) return null;
  const places = await snapshot.edges.clientPlaces(MADE_BY_GROUPS, { fromId: null, toId: spellId });
  const slices = places.slice(0, 1).map(({ group, place }) => ({ kind: group, from: place, to: place + 1 }));
  if (slices.length === 0) return null;
  const pieces = await snapshot.edges.rows(slices);
  return parseRows<EdgeRow>(pieces)[0]?.fromId ?? null;
}
