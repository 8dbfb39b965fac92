import { type AnySource, GATHERED_TYPES, type GatheredType, type Source } from '../../ports/drops.ts';
import type { TextLanguage } from '../../values/language.ts';
import { markLanguage } from './claims_on.ts';
import type { AnonymousRecord, Claim } from './family.ts';

type LootRecord = Extract<AnonymousRecord, { kind: 'loot' }>;

interface RecordMethod {
  readonly method?: string | undefined;
}

/** Whether the record says that its items were gathered, such as skinned or fished, and not looted. */
export function isGatheringRecord({ method }: RecordMethod): boolean {
  return method !== undefined && method !== 'corpse' && method !== 'object';
}

/** Whether items were gathered from a source, and not looted. */
export function isGatheredSource(source: AnySource): source is Source<GatheredType> {
  return source.type.includes(':');
}

/** Returns the source that a record gathered from, or null if it names none or one that its method cannot have. */
export function findGatheredSource(
  record: Pick<LootRecord, 'sourceNpcId' | 'sourceObjectId' | 'sourceItemId' | 'mapId'> & RecordMethod,
): Source<GatheredType> | null {
  const { method, mapId, sourceItemId: item } = record;
  const named = findNamedSource(record);
  const isNone = record.sourceNpcId === undefined && record.sourceObjectId === undefined;
  const [kind, id] =
    item === undefined ? (isNone ? ['zone', mapId] : [named?.type, named?.id]) : isNone ? ['item', item] : [];
  const type = GATHERED_TYPES.find((one) => one === `${method}:${kind}`);
  // Map 0 means "unknown place" (contract, section 3).
  return type === undefined || id === undefined || id === 0 ? null : { type, id };
}

/** Returns the source that a record names, or null if it names none, several or an item. Ignores whether there is evidence. */
export function findNamedSource({
  sourceNpcId: npc,
  sourceObjectId: object,
  sourceItemId: item,
}: Pick<LootRecord, 'sourceNpcId' | 'sourceObjectId' | 'sourceItemId'>): Source | null {
  if (item !== undefined) return null;
  if (npc !== undefined) return object === undefined ? { type: 'npc', id: npc } : null;
  return object === undefined ? null : { type: 'object', id: object };
}

/**
 * Returns the id of the NPC or object that a window belongs to, or null if it is no window on that type of source. A node
 * that was gathered from counts, because it has a name and a place like other objects. A skinned creature does not.
 */
function readSourceId(record: LootRecord, type: Source['type']): number | null {
  if (record.sourceEvidence !== 'loot-api' || (type === 'npc' && isGatheringRecord(record))) return null;
  // The source is not built as an object, because loot windows are by far the most frequent records.
  const { sourceNpcId: npc, sourceObjectId: object, sourceItemId: item } = record;
  const [id, other] = type === 'npc' ? [npc, object] : [object, npc];
  return id === undefined || other !== undefined || item !== undefined ? null : id;
}

/** Returns the vote of a loot window on the name of its source, if the source is of this type. */
export function buildSourceClaims(record: LootRecord, type: Source['type'], language: TextLanguage): readonly Claim[] {
  const { sourceName } = record;
  const id = sourceName === undefined ? null : readSourceId(record, type);
  // Loot windows are by far the most frequent records, so the claim is built directly.
  return id === null
    ? []
    : markLanguage(language, [{ subject: String(id), field: 'name', value: JSON.stringify(sourceName) }]);
}

/** A place of an object, in percent of the map's width and height. */
interface ObjectPlace {
  readonly objectId: number;
  readonly mapId: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the place of the object that a loot window was opened on, or null if the record does not tell it. Windows on
 * NPCs give no place, because a creature rarely dies where it lives.
 */
export function findObjectPlace(record: LootRecord): ObjectPlace | null {
  const { mapId, x, y } = record;
  // Map 0 means "unknown place" (contract, section 3).
  if (mapId === undefined || mapId === 0 || x === undefined || y === undefined) return null;
  const objectId = readSourceId(record, 'object');
  return objectId === null ? null : { objectId, mapId, x, y };
}
