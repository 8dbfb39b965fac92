import type { Agreed } from '../../families/counting/agreed.ts';
import { mentionsIn } from '../../families/lookups/mentioned.ts';
import { families } from '../../families/mod.ts';
import type { Mentions } from '../../ports/facts.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { ok, type StorageResult } from '../../values/result.ts';
import { type FirstOf, firstOf } from '../shared/first_of.ts';
import { readAhead } from '../shared/read_once.ts';
import { type Entity, namedEntity, type SnapshotData } from '../shared/snapshot_data.ts';

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
export const questOf = async (data: SnapshotData, questId: number): Promise<StorageResult<FoundQuest>> => {
  const fact = await data.reader.fact(data.view, families.quests, `${questId}`);
  if (!fact.ok) return fact;
  return ok({
    quest: { ...namedEntity('quest', questId, fact.value?.title), url: pageUrl(data.publisher, 'quest', questId) },
    level: fact.value?.level ?? null,
    giver: fact.value?.giver ?? null,
    turnIn: fact.value?.turnIn ?? null,
  });
};

/** The quests that an NPC is agreed to give, or that are agreed to be turned in to it, by id. */
export const questsOfNpc = async (
  data: SnapshotData,
  mentions: readonly Mentions[],
  member: 'giver' | 'turnIn',
  max: number,
): Promise<StorageResult<FirstOf<LevelledQuest & { readonly installs: number }>>> => {
  const { subjects, total } = mentionsIn(mentions, families.quests, member);
  const ahead = await readAhead(data, families.quests, subjects.slice(0, max));
  if (!ahead.ok) return ahead;
  return firstOf(
    subjects,
    max,
    async (subject) => {
      const found = await questOf(data, Number(subject));
      if (!found.ok) return found;
      const { quest, level, [member]: agreed } = found.value;
      return ok(agreed === null ? null : { quest, level, installs: agreed.installs });
    },
    total,
  );
};
