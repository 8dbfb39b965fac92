import { families } from '../../families/mod.ts';
import { called, entitiesOf } from '../../reads/entities/snapshot_data.ts';
import { creditLines, creditOf } from '../shared/page.ts';
import type { ToolContext } from '../tool.ts';

/** Renders the quests of a chain in order, or returns null if no chain with this id is public. */
export async function chainText(
  context: ToolContext,
  { id }: { readonly id: number },
): Promise<readonly string[] | null> {
  const { snapshot, publisher } = context;
  if (snapshot === null) return null;
  const fact = await snapshot.fact(families.quest_chains, `${id}`);
  const chain = fact?.entry?.value ?? null;
  if (chain === null) return null;
  const quests = await entitiesOf({ ...snapshot, publisher }, 'quest', chain.questIds);
  const names = chain.questIds.map((questId) => called(quests.get(questId)!)).join('; ');
  const more = chain.truncated === true ? '; and more that were not listed' : '';
  return [
    `${called({ kind: 'quest chain', id, name: chain.name, url: null })}: ${names}${more}.`,
    ...creditLines({ connected: true, ...creditOf({ view: snapshot.view, publisher }) }),
  ];
}
