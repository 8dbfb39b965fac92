import { families } from '../../families/mod.ts';
import type { ReadRefusal } from '../../reads/refusal.ts';
import { ok, type Result } from '../../values/result.ts';
import { creditLines, creditOf } from '../shared/page.ts';
import { called, entitiesOf } from '../shared/snapshot_data.ts';
import type { ToolGround } from '../tool.ts';

/** The quests of a chain in their order, in lines; null: no chain of this id is public. */
export const chainText = async (
  ground: ToolGround,
  { id }: { readonly id: number },
): Promise<Result<readonly string[] | null, ReadRefusal>> => {
  const { reader, view, publisher } = ground;
  if (view === null) return ok(null);
  const fact = await reader.fact(view, families.quest_chains, `${id}`);
  if (!fact.ok) return fact;
  const chain = fact.value?.entry?.value ?? null;
  if (chain === null) return ok(null);
  const quests = await entitiesOf({ reader, view, publisher }, 'quest', chain.questIds);
  if (!quests.ok) return quests;
  const names = chain.questIds.map((questId) => called(quests.value.get(questId)!)).join('; ');
  const more = chain.truncated === true ? '; and more that were not listed' : '';
  return ok([
    `${called({ kind: 'quest chain', id, name: chain.name, url: null })}: ${names}${more}.`,
    ...creditLines({ connected: true, ...creditOf(ground) }),
  ]);
};
