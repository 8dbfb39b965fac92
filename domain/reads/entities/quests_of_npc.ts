import type { AgreedValue } from '../../families/counting/agreed.ts';
import { mentionsIn } from '../../families/lookups/mentioned.ts';
import { families } from '../../families/mod.ts';
import type { Mentions } from '../../ports/facts.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { type FirstOf, firstOf } from './first_of.ts';
import { readAhead } from './read_once.ts';
import { type Entity, namedEntity, type PublishedSnapshot } from './snapshot_data.ts';

/** A quest with its agreed level. */
export interface LevelledQuest {
  readonly quest: Entity<'quest'>;
  readonly level: AgreedValue<number> | null;
}

interface FoundQuest extends LevelledQuest {
  readonly giver: AgreedValue<number> | null;
  readonly turnIn: AgreedValue<number> | null;
}

/** Reads a quest's name, level, giver and turn-in NPC. */
export async function questOf(snapshot: PublishedSnapshot, questId: number): Promise<FoundQuest> {
  const fact = await snapshot.fact(families.quests, `${questId}`);
  return {
    quest: { ...namedEntity('quest', questId, fact?.title), url: pageUrl(snapshot.publisher, 'quest', questId) },
    level: fact?.level ?? null,
    giver: fact?.giver ?? null,
    turnIn: fact?.turnIn ?? null,
  };
}

/** Returns the quests whose agreed giver or turn-in is an NPC, by id. */
export async function questsOfNpc(
  snapshot: PublishedSnapshot,
  mentions: readonly Mentions[],
  member: 'giver' | 'turnIn',
  max: number,
): Promise<FirstOf<LevelledQuest & { readonly installs: number }>> {
  const { subjects, total } = mentionsIn(mentions, families.quests, member);
  await readAhead(snapshot, families.quests, subjects.slice(0, max));
  return firstOf(
    subjects,
    max,
    async (subject) => {
      const { quest, level, [member]: agreed } = await questOf(snapshot, Number(subject));
      return agreed === null ? null : { quest, level, installs: agreed.installs };
    },
    total,
  );
}
