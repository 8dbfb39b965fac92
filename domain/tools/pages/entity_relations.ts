import type { EdgesResponse } from '../../../schema/responses/edgesResponse.ts';
import type { entity_relations as contract } from '../../../schema/tools/browsing.ts';
import type { AnswerOf, ArgumentsOf } from '../../../schema/tools/tool.ts';
import { EDGE_GROUPS } from '../../families/edges.ts';
import { CLIENT_GROUPS } from '../../ports/build.ts';
import { findEdges } from '../../reads/entities/observed_edges.ts';
import { called, type Entity, type PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { rowsIn } from '../../reads/pieces.ts';
import { isPublic } from '../../reads/public_entity.ts';
import { isPaged } from '../../values/entity_page.ts';
import { localeOf } from '../../values/language.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { counted } from '../../values/phrases.ts';
import { NO_BUILD } from '../shared/empty_hints.ts';
import { answerPage, pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';
import { endOf } from './end_name.ts';

type Arguments = ArgumentsOf<typeof contract>;
type Page = NonNullable<AnswerOf<typeof contract>['page']>;
type Edge = Page['edges'][number];
type EdgeRow = EdgesResponse['edges'][number];
type Group = (typeof EDGE_GROUPS)[number] | (typeof CLIENT_GROUPS)[number];

/** The relations of an entity in both directions, observed ones first (contract, section 6). */
export const entity_relations: RuleOf<typeof contract> = {
  answer: (context, args) =>
    answerPage(
      context,
      async (snapshot) => {
        const observed =
          args.evidence === 'client' || snapshot.view.row.dataAsOfMs === null ? null : await observedOf(snapshot, args);
        const seen = observed ?? null;
        const left = args.limit - (seen?.rows.length ?? 0);
        const client =
          args.evidence === 'observed' || snapshot.view.game === null ? null : await clientOf(snapshot, args, left);
        const filed = client ?? null;
        const total = (seen?.total ?? 0) + (filed?.total ?? 0);
        const reported = isPaged(args.kind) ? await isPublic(snapshot, args.kind, args.id) : false;
        const self = await endOf(snapshot, args.kind, args.id, reported);
        if (total === 0) {
          const unknown = args.evidence === 'client' && snapshot.view.game === null;
          return unknown ? { none: NO_BUILD, hint: '' } : { none: noneOf(self.entity, args) };
        }
        const edges = await mapInOrder([...(seen?.rows ?? []), ...(filed?.rows ?? [])], (row) =>
          namedEdge(snapshot, row),
        );
        const fromFiles =
          self.evidence === 'client' ||
          edges.some((edge) => [edge.evidence, edge.fromNameEvidence, edge.toNameEvidence].includes('client'));
        const counts = { total, observed: seen?.total ?? null, client: filed?.total ?? null };
        const entity = { ...self.entity, nameEvidence: self.evidence };
        return { page: { entity, ...counts, edges }, fromFiles };
      },
      { filesAlone: args.evidence !== 'observed' },
    ),
  text: (answer) =>
    pageText(answer, ({ entity, total, edges }) => [
      `${called(entity)}: ${counted(total, 'relation')}.`,
      ...edges.slice(0, TOLD).map(edgeText),
      ...(total > TOLD ? [`and ${total - Math.min(TOLD, edges.length)} more.`] : []),
    ]),
};

const TOLD = 18;

function noneOf(entity: Entity, { rel, evidence }: Arguments): string {
  const asked = [
    ...(evidence === undefined ? [] : [`${evidence} `]),
    'relation',
    ...(rel === undefined ? [] : [` ${rel}`]),
  ];
  return `No ${asked.join('')} of ${called(entity)} is known here.`;
}

interface Found {
  readonly rows: readonly EdgeRow[];
  readonly total: number;
}

/** The groups that have the entity at the given end and match the requested relation. */
function groupsAt<G extends Group>(
  all: readonly G[],
  end: 'fromKind' | 'toKind',
  { kind, rel }: Arguments,
): readonly G[] {
  return all.filter((group) => group[end] === kind && (rel === undefined || group.rel === rel));
}

async function observedOf(snapshot: PublishedSnapshot, args: Arguments): Promise<Found> {
  const names = (end: 'fromKind' | 'toKind') => groupsAt(EDGE_GROUPS, end, args).map(({ name }) => name);
  const [starting, ending] = await Promise.all([
    findEdges(snapshot, names('fromKind'), { fromId: args.id }, args.limit),
    findEdges(snapshot, names('toKind'), { toId: args.id }, args.limit),
  ]);
  return {
    rows: [...starting.rows, ...ending.rows].slice(0, args.limit),
    total: starting.total + ending.total,
  };
}

/** Reads the entity's relations in the imported build, at most `max` rows. */
async function clientOf(snapshot: PublishedSnapshot, args: Arguments, max: number): Promise<Found> {
  const found = await Promise.all([
    snapshot.edges.clientPlaces(groupsAt(CLIENT_GROUPS, 'fromKind', args), { fromId: args.id, toId: null }),
    snapshot.edges.clientPlaces(groupsAt(CLIENT_GROUPS, 'toKind', args), { fromId: null, toId: args.id }),
  ]);
  const places = found.flat();
  const slices = places.slice(0, max).map(({ group, place }) => ({ kind: group, from: place, to: place + 1 }));
  const pieces = await snapshot.edges.rows(slices);
  return { rows: rowsIn<EdgeRow>(pieces), total: places.length };
}

async function namedEdge(snapshot: PublishedSnapshot, row: EdgeRow): Promise<Edge> {
  const [from, to] = await Promise.all([
    endOf(snapshot, row.fromKind, row.fromId, true),
    endOf(snapshot, row.toKind, row.toId, true),
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
function edgeText(edge: Edge): string {
  const from = called({
    kind: edge.fromKind,
    id: edge.fromId,
    name: edge.fromName,
    url: null,
    ...localeOf({ locale: edge.fromLocale }),
  });
  const to = called({
    kind: edge.toKind,
    id: edge.toId,
    name: edge.toName,
    url: null,
    ...localeOf({ locale: edge.toLocale }),
  });
  const known =
    edge.evidence === 'client'
      ? 'in the game’s files, unconfirmed'
      : `${edge.installs} installs, ${edge.firstSeen} to ${edge.lastSeen}`;
  return `- ${from} ${edge.rel} ${to}, ${known}`;
}
