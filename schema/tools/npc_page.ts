import { id, nullable, oneOf, strictObject } from '../fields.ts';
import { LIST_MAX } from '../limits.ts';
import { count, plain } from '../response_fields.ts';
import { REACTIONS } from '../vocabulary.ts';
import { firstOf, good, loot, place, price } from './page_parts.ts';
import { agreed, agreedText, entity, installs, many, npcRoles, pageAnswer } from './parts.ts';
import { toolContract } from './tool.ts';

const MAX = LIST_MAX.npcPage;

function service() {
  return strictObject('A lesson.', {
    name: nullable(agreedText('Its name.', plain('The name.', 120))),
    spellId: nullable(agreed('The spell it teaches.', id('The spell, by its id in the game.'))),
    costs: many('Every cost that three installs saw last, the lowest first. In copper.', price(), LIST_MAX.prices),
    requiredLevel: nullable(agreed('The level it needs.', count('The level.'))),
    profession: nullable(agreedText('The profession it belongs to.', plain('Its name.', 40))),
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

/** Everything public about an NPC. */
export const npc_page = toolContract({
  name: 'npc_page',
  title: 'Page of an NPC',
  description:
    'Everything public about one NPC: its name, roles (gives or ends quests, sells, trains), levels and reactions, maps and locations, drops with rates (or that it measurably drops nothing; reports from only one or two players are listed separately), goods and lessons with prices, and quests. Use vendor_page if you only need its goods.',
  layers: ['observed', 'game-files'],
  arguments: { npcId: id('The NPC, by its id in the game.') },
  output: pageAnswer(
    strictObject('The public facts about the NPC.', {
      npc: entity('The NPC.'),
      name: nullable(agreedText('The name that installs agree on, or null if there is none.', plain('The name.', 300))),
      roles: npcRoles(),
      trains: many(
        'The professions that its lessons belong to, by name; empty: none, or no three installs say so.',
        plain('A profession.', 40),
        MAX.trains,
      ),
      levels: nullable(
        strictObject('Its levels, or null if none is public.', {
          min: count('The lowest that three installs saw.'),
          max: count('The highest that three installs saw.'),
          reported: many(
            'Every level that three installs ever saw, ascending.',
            agreed('A level.', count('The level.')),
            MAX.levels,
          ),
        }),
      ),
      reactions: many(
        'Its reactions to players that three installs saw, by word.',
        agreed('A reaction.', oneOf('The reaction.', REACTIONS)),
        REACTIONS.length,
      ),
      zones: firstOf('Maps that it was seen on, in the order in which they became public.', place(), MAX.maps),
      loot: nullable(loot()),
      goods: firstOf('Its goods, by item id.', good(), MAX.goods),
      services: firstOf('Its lessons: by spell id, then those without one by name.', service(), MAX.services),
      gives: firstOf('Quests whose agreed giver it is, by id.', quest(), MAX.quests),
      takes: firstOf('Quests that are agreed to be turned in to it, by id.', quest(), MAX.quests),
    }),
  ),
});
