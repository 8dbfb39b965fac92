import { flag, id, nullable, nullableObject, oneOf, strictObject } from '../fields.ts';
import { LIST_MAX } from '../limits.ts';
import { count, text } from '../response_fields.ts';
import { REACTIONS } from '../vocabulary.ts';
import { firstRows, gathering, good, loot, place, places, price, reducedPrices, seen, topRows } from './page_parts.ts';
import { agreed, agreedText, array, entity, installs, locale, npcRoles, pageAnswer } from './parts.ts';
import { toolContract } from './tool.ts';

const NPC_MAX = LIST_MAX.npcPage;

function service() {
  return strictObject('A lesson.', {
    name: nullable(agreedText('Its name.', text('The name.', 120))),
    spellId: nullable(agreed('The spell it teaches.', id('The spell, by its id in the game.'))),
    costs: array(
      'Costs that three installs, and a tenth of those that reported the lesson there, saw last. The leading cost, which most saw, comes first. In copper.',
      price(),
      LIST_MAX.prices,
    ),
    withReputation: reducedPrices(),
    requiredLevel: nullable(agreed('The level it needs.', count('The level.'))),
    profession: nullable(agreedText('The profession it belongs to.', text('Its name.', 40))),
    requiredSkill: nullable(agreed('The skill in the profession that it needs.', count('Points of skill.'))),
  });
}

function quest() {
  return strictObject('A quest.', {
    quest: entity('The quest.'),
    level: nullable(agreed('The quest’s level.', count('The level.'))),
    installs: installs(),
  });
}

export const npc_page = toolContract('npc_page', {
  title: 'Page of an NPC',
  description:
    'Everything public about one NPC: its name, roles (gives or ends quests, sells, trains), levels and reactions, maps and locations, drops and gathered items, such as by skinning, with rates (or that it measurably drops nothing; reports from only one or two players are listed separately), goods and lessons with prices, and quests. Use vendor_page if you only need its goods.',
  layers: ['observed', 'game-files'],
  arguments: { npcId: id('The NPC, by its id in the game.') },
  output: pageAnswer('The public facts about the NPC.', {
    npc: entity('The NPC.'),
    name: nullable(agreedText('The name that installs agree on, or null if there is none.', text('The name.', 300))),
    roles: npcRoles(),
    trains: array(
      'The professions that its lessons belong to, by name; empty: none, or no three installs say so.',
      text('A profession.', 40),
      NPC_MAX.trains,
    ),
    levels: nullableObject('Its levels, or null if none is public.', {
      min: count('The lowest that three installs saw.'),
      max: count('The highest that three installs saw.'),
      reported: array(
        'Every level that three installs, and a tenth of those that reported one, ever saw, ascending.',
        agreed('A level.', count('The level.')),
        NPC_MAX.levels,
      ),
    }),
    reactions: array(
      'Its reactions to players that three installs, and a tenth of those that reported one, saw, by word.',
      agreed('A reaction.', oneOf('The reaction.', REACTIONS)),
      REACTIONS.length,
    ),
    zones: topRows('Maps that it was seen on, in the order in which they became public.', place(), NPC_MAX.maps),
    loot: nullable(loot()),
    gathering: gathering(),
    goods: topRows('Its goods, by item id.', good(), NPC_MAX.goods),
    services: topRows('Its lessons: by spell id, then those without one by name.', service(), NPC_MAX.services),
    gives: topRows('Quests whose agreed giver it is, by id.', quest(), NPC_MAX.quests),
    takes: topRows('Quests that are agreed to be turned in to it, by id.', quest(), NPC_MAX.quests),
  }),
});

export const object_page = toolContract('object_page', {
  title: 'Page of an object',
  description:
    'Everything public about one object that players looted, such as a chest or a herb: its name, maps and locations, its contents and how often they dropped or were gathered, or that it was measurably empty; reports from only one or two players are listed separately.',
  layers: ['observed', 'game-files'],
  arguments: { objectId: id('The object, by its id in the game.') },
  output: pageAnswer('The public facts about the object.', {
    object: entity('The object.'),
    name: nullable(agreedText('The name that installs agree on, or null if there is none.', text('The name.', 300))),
    zones: topRows(
      'Maps that it was looted on, in the order in which they became public.',
      place(),
      LIST_MAX.objectPage.maps,
    ),
    loot: loot(),
    gathering: gathering(),
  }),
});

const QUEST_MAX = LIST_MAX.questPage;

function person(description: string) {
  return nullableObject(description, { npc: entity('The NPC.'), installs: installs(), places: places(QUEST_MAX.maps) });
}

export const quest_page = toolContract('quest_page', {
  title: 'Page of a quest',
  description:
    'Everything public about one quest: title and level, the NPCs that give and end it with their locations, its rewards, and its quest chains with the quests before and after it.',
  layers: ['observed', 'game-files'],
  arguments: { questId: id('The quest, by its id in the game.') },
  output: pageAnswer('The public facts about the quest.', {
    quest: entity('The quest.'),
    title: nullable(agreedText('The title that installs agree on, or null if there is none.', text('The title.', 300))),
    level: nullable(agreed('The level that installs agree on, or null if there is none.', count('The level.'))),
    giver: person('The NPC that installs agree gives it, or null if there is none.'),
    turnIn: person('The NPC that installs agree takes it, or null if there is none.'),
    rewards: topRows(
      'Items that it gives or lets choose from: those that the newest reports of three installs list first, then by item id.',
      strictObject('A reward.', {
        item: entity('The item.'),
        listedNow: nullable(
          count(
            'Distinct installs whose newest report of the quest lists it, or null if this is now fewer than three.',
          ),
        ),
        ...seen(),
      }),
      QUEST_MAX.rewards,
    ),
    chains: firstRows('Quest chains that hold it, by id.', QUEST_MAX.chains, 'A quest chain as the client lists it.', {
      chainId: id('The chain, by the client’s id.'),
      name: text('Its name.', 300),
      locale: locale(),
      position: count('The quest’s place in it, from 1.'),
      length: count('Number of quests listed.'),
      truncated: flag('True when the chain has more quests than are listed.'),
      before: nullable(entity('The quest before it, or null if it is the first.')),
      after: nullable(entity('The quest after it, or null if it is the last that is listed.')),
      installs: installs(),
    }),
  }),
});

export const vendor_page = toolContract('vendor_page', {
  title: 'Goods of a vendor',
  description:
    'The goods of one vendor with agreed prices and limited stock, and the vendor’s name and location. Use npc_page for everything else about it.',
  layers: ['observed', 'game-files'],
  arguments: { vendorNpcId: id('The vendor, by its NPC id in the game.') },
  output: pageAnswer('The public facts about the vendor.', {
    vendor: entity('The vendor.'),
    name: nullable(agreedText('The name that installs agree on, or null if there is none.', text('The name.', 300))),
    zones: topRows(
      'Maps that it was seen on, in the order in which they became public.',
      place(),
      LIST_MAX.vendorPage.maps,
    ),
    goods: topRows('Its goods, by item id.', good(), LIST_MAX.vendorPage.goods),
  }),
});
