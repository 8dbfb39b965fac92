import type { npc_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { pricesText, rangeText } from '../../cards/words.ts';
import { lineOf } from '../../reads/entities/first_of.ts';
import { placesLine } from '../../reads/entities/places.ts';
import { called, detailed, quotedText } from '../../reads/entities/snapshot_data.ts';
import { allOf, counted } from '../../values/phrases.ts';
import { lootLines } from './loot_text.ts';
import { goodText } from './offer_text.ts';

type Page = NonNullable<AnswerOf<typeof contract>['page']>;

/** Renders an NPC's page like a guide: first its roles for players, then its location. */
export function npcText(page: Page): readonly string[] {
  return [
    `${[called(page.npc), ...traits(page)].join(', ')}.`,
    ...placesLine(page.zones),
    ...(page.loot === null ? [] : lootLines(page.loot)),
    ...lineOf('Sells', page.goods, goodText),
    ...lineOf('Teaches', page.services, serviceText),
    ...lineOf('Gives the quests', page.gives, questText),
    ...lineOf('Ends the quests', page.takes, questText),
  ];
}

/** Renders `vendor, "Cooking" trainer, level 30, friendly, gives 3 quests, ends 2`. */
function traits({ goods, services, trains, levels, reactions, gives, takes }: Page): readonly string[] {
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
function trainerText(trains: Page['trains']): string {
  const professions = trains.map((profession) => JSON.stringify(profession));
  return professions.length > 1 ? `trainer of ${allOf(professions)}` : [...professions, 'trainer'].join(' ');
}

function questText({ quest, level }: Page['gives']['rows'][number]): string {
  return detailed(quest, level === null ? [] : [`level ${level.value}`]);
}

function serviceText({ name, spellId, costs, requiredSkill, profession }: Page['services']['rows'][number]): string {
  const lesson = name === null ? `spell ${spellId?.value ?? '?'}` : quotedText(name);
  const cost = costs.length === 0 ? '' : ` for ${pricesText(costs.map(({ value }) => value))}`;
  const skill = requiredSkill === null ? '' : ` from skill ${requiredSkill.value}`;
  return `${lesson}${cost}${skill}${skill !== '' && profession !== null ? ` in ${quotedText(profession)}` : ''}`;
}
