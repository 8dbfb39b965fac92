import { pageUrl } from '../entity_page.ts';
import { mentionsIn } from '../mentions.ts';
import type { Mentions } from '../ports/snapshots.ts';
import { ok, type Reached } from '../result.ts';
import type { Agreed } from '../rollups/agreed.ts';
import { agreedIn } from '../rollups/agreed.ts';
import { type FirstOf, firstOf } from './first_of.ts';
import type { Entity, Sight } from './sight.ts';

/** A quest with its agreed level. */
export interface LevelledQuest {
  readonly quest: Entity<'quest'>;
  readonly level: Agreed<number> | null;
}

interface FoundQuest extends LevelledQuest {
  readonly giver: Agreed<number> | null;
  readonly turnIn: Agreed<number> | null;
}

/** What a quest is called, its level, and whose it is. */
export const questOf = async (sight: Sight, questId: number): Promise<Reached<FoundQuest>> => {
  const fact = await sight.reader.fact(sight.view, 'quests', `${questId}`);
  if (!fact.ok) return fact;
  const name = agreedIn<string>(fact.value, 'title')?.value ?? null;
  return ok({
    quest: { kind: 'quest', id: questId, name, url: pageUrl(sight.publisher, 'quest', questId) },
    level: agreedIn<number>(fact.value, 'level'),
    giver: agreedIn<number>(fact.value, 'giver'),
    turnIn: agreedIn<number>(fact.value, 'turnIn'),
  });
};

const LISTED_MAX = 50;

/** The quests that an NPC is agreed to give, or that are agreed to be turned in to it, by id. */
export const questsOfNpc = (
  sight: Sight,
  mentions: readonly Mentions[],
  member: 'giver' | 'turnIn',
): Promise<Reached<FirstOf<LevelledQuest & { readonly installs: number }>>> => {
  const { subjects, total } = mentionsIn(mentions, 'quests', member);
  return firstOf(
    subjects,
    LISTED_MAX,
    async (subject) => {
      const found = await questOf(sight, Number(subject));
      if (!found.ok) return found;
      const { quest, level, [member]: agreed } = found.value;
      return ok(agreed === null ? null : { quest, level, installs: agreed.installs });
    },
    total,
  );
};
