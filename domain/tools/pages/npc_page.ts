import type { npc_page as contract } from '../../../schema/tools/entity_pages.ts';

import { agreedPricesText, rangeText } from '../../cards/words.ts';
import { lineOf } from '../../reads/entities/first_of.ts';
import { type NpcLimits, TOOL_LIMITS, WEB_LIMITS } from '../../reads/entities/limits.ts';
import { type Npc, readNpc } from '../../reads/entities/npc.ts';
import { namedByFiles, placesLine } from '../../reads/entities/places.ts';
import { called, detailed, quotedText } from '../../reads/entities/snapshot_data.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { allOf, counted } from '../../values/phrases.ts';
import { answerPage, pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';
import { gatheringLine, lootLines } from './loot_text.ts';
import { goodText } from './vendor_page.ts';

type Rule = RuleOf<typeof contract>;

/** Everything public about an NPC (contract, section 6). */
export const npc_page: Rule = { answer: answerWith(TOOL_LIMITS.npc), text: (answer) => pageText(answer, npcText) };

/** Like `npc_page`, but with lists cut to the length shown on web pages. */
export const shown_npc_page: Pick<Rule, 'answer'> = { answer: answerWith(WEB_LIMITS.npc) };

function answerWith(max: NpcLimits): Rule['answer'] {
  return (context, { npcId }) =>
    answerPage(context, async (snapshot) => {
      const page = await readNpc(snapshot, npcId, max);
      if (page === null) return { none: `No public data for NPC ${npcId} yet.` };
      return { page, url: pageUrl(snapshot.publisher, 'npc', npcId), fromFiles: namedByFiles(page.zones.rows) };
    });
}

/** Renders an NPC's page like a guide: first its roles for players, then its location. */
function npcText(page: Npc): readonly string[] {
  return [
    `${[called(page.npc), ...traits(page)].join(', ')}.`,
    ...placesLine(page.zones),
    ...(page.loot === null ? [] : lootLines(page.loot, 'npc')),
    ...gatheringLine('Players gather from it', page.gathering),
    ...lineOf('Sells', page.goods, goodText),
    ...lineOf('Teaches', page.services, serviceText),
    ...lineOf('Gives the quests', page.gives, questText),
    ...lineOf('Ends the quests', page.takes, questText),
  ];
}

/** Renders `vendor, "Cooking" trainer, level 30, friendly, gives 3 quests, ends 2`. */
function traits({ goods, services, trains, levels, reactions, gives, takes }: Npc): readonly string[] {
  return [
    ...(goods.total === 0 ? [] : ['vendor']),
    ...(services.total === 0 ? [] : [trainerText(trains)]),
    ...(levels === null ? [] : [`level ${rangeText(levels.min, levels.max)}`]),
    ...(reactions.length === 0 ? [] : [reactions.map(({ value }) => value).join(' or ')]),
    ...(gives.total === 0 ? [] : [`gives ${counted(gives.total, 'quest')}`]),
    ...(takes.total === 0 ? [] : [`ends ${counted(takes.total, 'quest')}`]),
  ];
}

/** Renders `"Cooking" trainer` or `trainer of "Cooking" and "Fishing"`. */
function trainerText(trains: Npc['trains']): string {
  const professions = trains.map((profession) => JSON.stringify(profession));
  return professions.length > 1 ? `trainer of ${allOf(professions)}` : [...professions, 'trainer'].join(' ');
}

export function questText({ quest, level }: Npc['gives']['rows'][number]): string {
  return detailed(quest, level === null ? [] : [`level ${level.value}`]);
}

export function serviceText({
  name,
  spellId,
  costs,
  withReputation,
  requiredSkill,
  profession,
}: Npc['services']['rows'][number]): string {
  const lesson = name === null ? `spell ${spellId?.value ?? '?'}` : quotedText(name);
  const cost = costs.length === 0 ? '' : ` for ${agreedPricesText(costs, withReputation)}`;
  const skill = requiredSkill === null ? '' : ` from skill ${requiredSkill.value}`;
  return `${lesson}${cost}${skill}${skill !== '' && profession !== null ? ` in ${quotedText(profession)}` : ''}`;
}
