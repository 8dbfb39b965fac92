import type { npc_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { NPC_ROLES, type NpcRole, REACTIONS } from '../../../schema/vocabulary.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { FactList, SubjectFact } from '../../ports/facts.ts';
import type { FirstOf } from '../../reads/entities/first_of.ts';
import { goodsOf, pricesIn } from '../../reads/entities/goods.ts';
import { levelsOf } from '../../reads/entities/levels.ts';
import { type NpcLimits, TOOL_LIMITS, WEB_LIMITS } from '../../reads/entities/limits.ts';
import { lootOf } from '../../reads/entities/loot.ts';
import { namedByFiles, placesOf } from '../../reads/entities/places.ts';
import { questsOfNpc } from '../../reads/entities/quests_of_npc.ts';
import { entityOf } from '../../reads/entities/snapshot_data.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { answerPage, pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';
import { npcText } from './npc_text.ts';

type Page = NonNullable<AnswerOf<typeof contract>['page']>;
type Service = Page['services']['rows'][number];

/** Maximum number of lessons sorted. No trainer of the game has more. */
const SERVICES_ORDERED = 1_000;

type Rule = RuleOf<typeof contract>;

function answerOf(max: NpcLimits): Rule['answer'] {
  return (context, { npcId }) =>
    answerPage(context, async (snapshot) => {
      const mentions = await snapshot.mentionsOf('npc', npcId);
      const [fact, npc, zones, loot, goods, taught, gives, takes] = await Promise.all([
        snapshot.fact(families.npcs, `${npcId}`),
        entityOf(snapshot, 'npc', npcId),
        placesOf(snapshot, npcId, max),
        lootOf(snapshot, { type: 'npc', id: npcId }, max),
        goodsOf(snapshot, npcId, max.goods),
        snapshot.factsOf(families.trainer_services, `${npcId}`, SERVICES_ORDERED),
        questsOfNpc(snapshot, mentions, 'giver', max.quests),
        questsOfNpc(snapshot, mentions, 'turnIn', max.quests),
      ]);
      const services = servicesOf(taught, max.services);
      const lists = [zones, goods, services, gives, takes];
      if (fact === null && loot === null && lists.every(({ total }) => total === 0)) {
        return { none: `No public data for NPC ${npcId} yet.` };
      }
      const counts = { gives: gives.total, ends: takes.total, sells: goods.total, trains: services.total };
      const does = { roles: rolesOf(counts), trains: trainedBy(taught, max.trains) };
      return {
        page: { npc, ...does, ...traitsOf(fact, max.levels), zones, loot, goods, services, gives, takes },
        url: pageUrl(snapshot.publisher, 'npc', npcId),
        fromFiles: namedByFiles(zones.rows),
      };
    });
}

/** Everything public about an NPC (contract, section 6). */
export const npc_page: Rule = { answer: answerOf(TOOL_LIMITS.npc), text: (answer) => pageText(answer, npcText) };

/** The same, with lists cut to the length that web pages show. */
export const shown_npc_page: Pick<Rule, 'answer'> = { answer: answerOf(WEB_LIMITS.npc) };

function traitsOf(fact: Facts['npcs'] | null, max: number): Pick<Page, 'name' | 'levels' | 'reactions'> {
  const levels = fact?.levels ?? [];
  const range = levelsOf(levels);
  return {
    name: fact?.name ?? null,
    levels: range === null ? null : { ...range, reported: levels.slice(0, max) },
    reactions: (fact?.reactions ?? []).slice(0, REACTIONS.length),
  };
}

/** The NPC's roles for players (schema/tools/parts.ts, npcRoles). */
function rolesOf(does: Readonly<Record<NpcRole, number>>): readonly NpcRole[] {
  return NPC_ROLES.filter((role) => does[role] > 0);
}

/** The professions of its lessons, by name. */
function trainedBy({ facts }: FactList<Facts['trainer_services']>, max: number): readonly string[] {
  const professions = new Set(facts.flatMap(({ body }) => (body.profession == null ? [] : [body.profession.value])));
  return [...professions].sort().slice(0, max);
}

/** Returns a trainer's lessons: by spell, then lessons without a spell by name. */
function servicesOf({ facts, total }: FactList<Facts['trainer_services']>, max: number): FirstOf<Service> {
  const told = inOneLanguage(facts);
  const services = told.map(
    ({ body }): Service => ({
      name: body.name ?? null,
      spellId: body.spellId ?? null,
      costs: pricesIn(body.costs),
      requiredLevel: body.requiredLevel ?? null,
      profession: body.profession ?? null,
      requiredSkill: body.requiredSkill ?? null,
    }),
  );
  // Facts arrive ordered by subject, so equal lessons keep a stable order.
  const ordered = services.sort((a, b) => spellOf(a) - spellOf(b) || byName(a, b));
  return { total: total - (facts.length - told.length), rows: ordered.slice(0, max) };
}

type ServiceFact = SubjectFact<Facts['trainer_services']>;

/**
 * Drops foreign-language copies of lessons. A lesson without a spell is identified only by its name, so its
 * translations would appear as separate lessons.
 */
function inOneLanguage(facts: readonly ServiceFact[]): readonly ServiceFact[] {
  const isNamedOnly = ({ body }: ServiceFact): boolean => body.spellId === undefined && body.name !== undefined;
  const isForeign = ({ body }: ServiceFact): boolean => body.name?.locale !== undefined;
  const hasOwn = facts.some((fact) => isNamedOnly(fact) && !isForeign(fact));
  return hasOwn ? facts.filter((fact) => !isNamedOnly(fact) || !isForeign(fact)) : facts;
}

function spellOf({ spellId }: Service): number {
  return spellId?.value ?? Number.MAX_SAFE_INTEGER;
}

function byName(a: Service, b: Service): number {
  const [one, other] = [a.name?.value ?? '', b.name?.value ?? ''];
  return one < other ? -1 : one > other ? 1 : 0;
}
