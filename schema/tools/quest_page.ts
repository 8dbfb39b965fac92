import { flag, id, nullable, strictObject } from '../fields.ts';
import { LIST_MAX } from '../limits.ts';
import { count, plain } from '../response_fields.ts';
import { firstOf, places, seen } from './page_parts.ts';
import { agreed, agreedText, entity, installs, locale, pageAnswer } from './parts.ts';
import { toolContract } from './tool.ts';

const MAX = LIST_MAX.questPage;

function person(description: string) {
  return nullable(
    strictObject(description, { npc: entity('The NPC.'), installs: installs(), places: places(MAX.maps) }),
  );
}

/** Everything public about a quest. */
export const quest_page = toolContract({
  name: 'quest_page',
  title: 'Page of a quest',
  description:
    'Everything public about one quest: title and level, the NPCs that give and end it with their locations, its rewards, and its quest chains with the quests before and after it.',
  layers: ['observed', 'game-files'],
  arguments: { questId: id('The quest, by its id in the game.') },
  output: pageAnswer(
    strictObject('What is public of the quest.', {
      quest: entity('The quest.'),
      title: nullable(
        agreedText('The title that installs agree on, or null if there is none.', plain('The title.', 300)),
      ),
      level: nullable(agreed('The level that installs agree on, or null if there is none.', count('The level.'))),
      giver: person('The NPC that installs agree gives it, or null if there is none.'),
      turnIn: person('The NPC that installs agree takes it, or null if there is none.'),
      rewards: firstOf(
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
        MAX.rewards,
      ),
      chains: firstOf(
        'Quest chains that hold it, by id.',
        strictObject('A quest chain as the client lists it.', {
          chainId: id('The chain, by the client’s id.'),
          name: plain('Its name.', 300),
          locale: locale(),
          position: count('The quest’s place in it, from 1.'),
          length: count('Quests that are listed of it.'),
          truncated: flag('True when the chain has more quests than are listed.'),
          before: nullable(entity('The quest before it, or null if it is the first.')),
          after: nullable(entity('The quest after it, or null if it is the last that is listed.')),
          installs: installs(),
        }),
        MAX.chains,
      ),
    }),
  ),
});
