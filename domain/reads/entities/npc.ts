import type { npc_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { NPC_ROLES, type NpcRole, REACTIONS } from '../../../schema/vocabulary.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { compareStrings } from '../../families/counting/order.ts';
import { selectMentions } from '../../families/lookups/mentioned.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { FactList, MentionList, SubjectFact } from '../../ports/facts.ts';
import { type FirstRows, mapFirstRows } from './first_of.ts';
import { readGathering } from './gathering.ts';
import type { NpcLimits } from './limits.ts';
import { readLoot } from './loot.ts';
import { readQuestSummary } from './quest.ts';
import type { PublishedSnapshot } from './snapshot_data.ts';
import { listPrices, readVendor } from './vendor.ts';

/** Everything that players reported about an NPC. */
export type Npc = NonNullable<ToolAnswer<typeof contract>['page']>;

/** Reads an NPC, with each list up to its limit. Returns null if nothing about the NPC is public. */
export async function readNpc(snapshot: PublishedSnapshot, npcId: number, max: NpcLimits): Promise<Npc | null> {
  const mentions = await snapshot.mentionsOf('npc', npcId);
  const [fact, { vendor: npc, zones, goods }, loot, gathering, taught, gives, takes] = await Promise.all([
    snapshot.fact(families.npcs, `${npcId}`),
    readVendor(snapshot, npcId, max),
    readLoot(snapshot, { type: 'npc', id: npcId }, max),
    readGathering(snapshot, 'npc', npcId, max.drops),
    snapshot.factsOf(families.trainer_services, `${npcId}`, max.servicesCompared),
    readQuests(snapshot, mentions, 'giver', max.quests),
    readQuests(snapshot, mentions, 'turnIn', max.quests),
  ]);
  const services = listServices(taught, max.services);
  const counts = { gives: gives.total, ends: takes.total, sells: goods.total, trains: services.total };
  const isListed = zones.total + gathering.total > 0 || Object.values(counts).some((total) => total > 0);
  if (fact === null && loot === null && !isListed) return null;
  const levels = fact?.levels ?? [];
  const range = findLevelRange(levels);
  return {
    npc,
    roles: NPC_ROLES.filter((role: NpcRole) => counts[role] > 0),
    trains: listProfessions(taught).slice(0, max.trains),
    name: fact?.name ?? null,
    levels: range === null ? null : { ...range, reported: levels.slice(0, max.levels) },
    reactions: (fact?.reactions ?? []).slice(0, REACTIONS.length),
    zones,
    loot,
    gathering,
    goods,
    services,
    gives,
    takes,
  };
}

/** Returns the quests whose agreed giver or turn-in is the NPC, ordered by id. */
function readQuests(
  snapshot: PublishedSnapshot,
  mentions: readonly MentionList[],
  member: 'giver' | 'turnIn',
  max: number,
): Promise<Npc['gives']> {
  const { subjects, total } = selectMentions(mentions, families.quests, member);
  return mapFirstRows({ total, rows: subjects }, max, async (subject) => {
    const { quest, level, [member]: agreed } = await readQuestSummary(snapshot, Number(subject));
    return agreed === null ? null : { quest, level, installs: agreed.installs };
  });
}

type TrainerService = Npc['services']['rows'][number];
type ServiceFact = SubjectFact<Facts['trainer_services']>;

/** Returns a trainer's lessons, ordered by spell. Lessons without a spell come last, ordered by name. */
function listServices({ facts, total }: FactList<Facts['trainer_services']>, max: number): FirstRows<TrainerService> {
  const told = selectOwnLanguage(facts);
  const services = told.map(
    ({ body }): TrainerService => ({
      name: body.name ?? null,
      spellId: body.spellId ?? null,
      costs: listPrices(body.costs),
      withReputation: listPrices(body.withReputation),
      requiredLevel: body.requiredLevel ?? null,
      profession: body.profession ?? null,
      requiredSkill: body.requiredSkill ?? null,
    }),
  );
  const spell = ({ spellId }: TrainerService): number => spellId?.value ?? Number.MAX_SAFE_INTEGER;
  const name = (service: TrainerService): string => service.name?.value ?? '';
  // Facts arrive ordered by subject, so equal lessons keep a stable order.
  const ordered = services.sort((a, b) => spell(a) - spell(b) || compareStrings(name(a), name(b)));
  return { total: total - (facts.length - told.length), rows: ordered.slice(0, max) };
}

/**
 * Drops foreign-language copies of lessons. A lesson without a spell is identified only by its name, so its
 * translations would appear as separate lessons.
 */
function selectOwnLanguage(facts: readonly ServiceFact[]): readonly ServiceFact[] {
  const isNamedOnly = ({ body }: ServiceFact): boolean => body.spellId === undefined && body.name !== undefined;
  const isForeign = ({ body }: ServiceFact): boolean => body.name?.locale !== undefined;
  const hasOwn = facts.some((fact) => isNamedOnly(fact) && !isForeign(fact));
  return hasOwn ? facts.filter((fact) => !isNamedOnly(fact) || !isForeign(fact)) : facts;
}

/** Returns the professions of the lessons, ordered by name. */
function listProfessions({ facts }: FactList<Facts['trainer_services']>): readonly string[] {
  return [...new Set(facts.flatMap(({ body }) => body.profession?.value ?? []))].sort();
}

/** The lowest and highest level at which three installs saw an NPC (schema/tools/page_parts.ts, levels). */
export interface Levels {
  readonly min: number;
  readonly max: number;
}

/** Returns the level range for a list of agreed levels in ascending order, or null if the list is empty. */
export function findLevelRange(levels: readonly AgreedValue<number>[]): Levels | null {
  const [lowest, highest] = [levels[0], levels.at(-1)];
  return lowest === undefined || highest === undefined ? null : { min: lowest.value, max: highest.value };
}

/** Returns the level range of an NPC, or null if none is public. */
export async function readNpcLevels(snapshot: PublishedSnapshot, npcId: number): Promise<Levels | null> {
  const fact = await snapshot.fact(families.npcs, `${npcId}`);
  return findLevelRange(fact?.levels ?? []);
}
