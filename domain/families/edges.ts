import type { Source } from '../ports/drops.ts';
import type { EdgeGroup, EdgeKey, EdgeUpdate } from '../ports/edges.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { formatDayNumber } from '../values/instant.ts';
import { findSupportedSpan, NO_DAYS } from './counting/days.ts';
import { type AnonymousRecord, type Claim, defineTalliedFamily } from './counting/family.ts';
import { findObjectPlace } from './counting/loot_source.ts';

function defineEdgeGroup<R extends EdgeGroup['rel'], F extends EdgeGroup['fromKind'], T extends EdgeGroup['toKind']>(
  rel: R,
  fromKind: F,
  toKind: T,
) {
  return { name: `${rel}:${fromKind}:${toKind}`, rel, fromKind, toKind } as const;
}

/** Edge groups in the order used by a snapshot's lists. */
export const EDGE_GROUPS = [
  defineEdgeGroup('dropped_by', 'item', 'npc'),
  defineEdgeGroup('dropped_by', 'item', 'object'),
  defineEdgeGroup('located_in', 'npc', 'zone'),
  defineEdgeGroup('located_in', 'object', 'zone'),
  defineEdgeGroup('reward_from', 'item', 'quest'),
  defineEdgeGroup('sold_by', 'item', 'npc'),
] as const satisfies readonly EdgeGroup[];

export function findEdgeGroup(name: EdgeKey['group']): (typeof EDGE_GROUPS)[number] {
  return EDGE_GROUPS.find((one) => one.name === name)!;
}

const [DROPPED_BY_NPC, DROPPED_BY_OBJECT, NPC_LOCATED_IN, OBJECT_LOCATED_IN, REWARD_FROM, SOLD_BY] = EDGE_GROUPS;

/** Formats the subject of an edge; `parseEdgeSubject` parses it. */
function formatEdgeSubject({ name }: EdgeGroup, fromId: number, toId: number): string {
  return `${name}:${fromId}:${toId}`;
}

export function parseEdgeSubject(subject: string): EdgeKey {
  const [rel, fromKind, toKind, fromId, toId] = subject.split(':');
  return { group: `${rel}:${fromKind}:${toKind}`, fromId: Number(fromId), toId: Number(toId) };
}

/** Relations between entities. Each edge becomes public once three installs have reported it. */
export const edges = defineTalliedFamily({
  name: 'edges',
  version: 5,
  dated: true,
  kinds: ['vendor', 'quest', 'npc_sighting', 'loot'],
  subject: { kinds: ['item', 'npc', 'object'] },
  witnesses: {
    item: ['*:item:*:ID:*'],
    npc: ['*:*:npc:*:ID', '*:npc:*:ID:*'],
    object: ['*:*:object:*:ID', '*:object:*:ID:*'],
    quest: ['*:*:quest:*:ID'],
    zone: ['*:*:zone:*:ID'],
  },
  // `dropped_by` edges are not claimed: they are derived from the loot windows stored for drop rates.
  claims: (record) => listEdgeSubjects(record).map((subject): Claim => ({ subject, field: '', value: '' })),
  facts: (_subject, [tally]) => {
    if (tally === undefined || !isCorroborated(tally.installs)) return null;
    const [first, last] = findSupportedSpan(tally);
    return { installs: tally.installs, firstSeen: formatDayNumber(first), lastSeen: formatDayNumber(last) };
  },
});

function findDropEdgeGroup({ type }: Source): EdgeGroup {
  return type === 'npc' ? DROPPED_BY_NPC : DROPPED_BY_OBJECT;
}

export function formatDropEdgeSubject(source: Source, itemId: number): string {
  return formatEdgeSubject(findDropEdgeGroup(source), itemId, source.id);
}

/** Returns the edge from an item to a source, where this number of installs found it on these days. */
export function buildDropEdge(source: Source, itemId: number, installs: number, days = NO_DAYS): EdgeUpdate {
  return {
    name: { group: findDropEdgeGroup(source).name, fromId: itemId, toId: source.id },
    edge: edges.facts('', [{ field: '', value: '', installs, ...days }]),
  };
}

function listEdgeSubjects(
  record: Extract<AnonymousRecord, { kind: 'vendor' | 'quest' | 'npc_sighting' | 'loot' }>,
): readonly string[] {
  switch (record.kind) {
    case 'vendor': {
      const itemIds = new Set(record.items.map((item) => item.itemId));
      return [...itemIds].map((itemId) => formatEdgeSubject(SOLD_BY, itemId, record.vendorNpcId));
    }
    case 'quest':
      return [...new Set(record.rewardItemIds)].map((itemId) => formatEdgeSubject(REWARD_FROM, itemId, record.questId));
    case 'npc_sighting':
      // Map 0 means "unknown place" (contract, section 3).
      return record.mapId === 0 ? [] : [formatEdgeSubject(NPC_LOCATED_IN, record.npcId, record.mapId)];
    case 'loot': {
      const place = findObjectPlace(record);
      return place === null ? [] : [formatEdgeSubject(OBJECT_LOCATED_IN, place.objectId, place.mapId)];
    }
  }
}
