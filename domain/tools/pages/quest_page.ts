import type { quest_page as contract } from '../../../schema/tools/entity_pages.ts';

import { lineOf } from '../../reads/entities/first_of.ts';
import { TOOL_LIMITS } from '../../reads/entities/limits.ts';
import { inPlace, namedByFiles } from '../../reads/entities/places.ts';
import { type Quest, readQuest } from '../../reads/entities/quest.ts';
import { called, quotedText } from '../../reads/entities/snapshot_data.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { localeOf } from '../../values/language.ts';
import { answerPage, pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';

/** Everything public about a quest (contract, section 6). */
export const quest_page: RuleOf<typeof contract> = {
  answer: (context, { questId }) =>
    answerPage(context, async (snapshot) => {
      const page = await readQuest(snapshot, questId, TOOL_LIMITS.quest);
      if (page === null) return { none: `No public data for quest ${questId} yet.` };
      return {
        page,
        url: pageUrl(snapshot.publisher, 'quest', questId),
        fromFiles: [page.giver, page.turnIn].some((person) => namedByFiles(person?.places ?? null)),
      };
    }),
  text: (answer) => pageText(answer, questText),
};

export function questText(page: Quest): readonly string[] {
  return [
    `${called(page.quest)}${page.level === null ? '' : `, level ${page.level.value}`}.`,
    ...peopleLines(page),
    ...lineOf('Rewards:', page.rewards, ({ item }) => called(item)),
    ...lineOf('Part of the chain', page.chains, chainText),
  ];
}

function peopleLines({ giver, turnIn }: Quest): readonly string[] {
  if (giver !== null && giver.npc.id === turnIn?.npc.id) return [`Given by and turned in to ${personText(giver)}.`];
  return [
    giver === null ? 'Who gives it is not known yet.' : `Given by ${personText(giver)}.`,
    turnIn === null ? 'Where it is turned in is not known yet.' : `Turned in to ${personText(turnIn)}.`,
  ];
}

function personText({ npc, places }: NonNullable<Quest['giver']>): string {
  return `${called(npc)}${inPlace(places)}`;
}

/** Renders `"The hunt" (2 of 3 or more; after "Wolves" (quest 1), before "Bears" (quest 3))`. */
function chainText({
  name,
  locale,
  position,
  length,
  truncated,
  before,
  after,
}: Quest['chains']['rows'][number]): string {
  const place = `${position} of ${length}${truncated ? ' or more' : ''}`;
  const beside = [
    ...(before === null ? [] : [`after ${called(before)}`]),
    ...(after === null ? [] : [`before ${called(after)}`]),
  ];
  return `${quotedText({ value: name, ...localeOf({ locale }) })} (${[place, ...(beside.length === 0 ? [] : [beside.join(', ')])].join('; ')})`;
}
