import type { Tally } from '../ports/facts.ts';
import { sumInstalls } from '../values/witnesses.ts';
import {
  type AgreedValue,
  agreeOnText,
  agreeOnValue,
  findMinorityText,
  isReportedByFew,
  omitNulls,
  unwrapAgreedValue,
} from './counting/agreed.ts';
import { buildClaims, markLanguage } from './counting/claims_on.ts';
import { defineTalliedFamily } from './counting/family.ts';
import { formatAgreedValue, joinSentence } from './counting/label_text.ts';
import { sortAscending } from './counting/order.ts';

/**
 * A quest's agreed title, level, giver and turn-in, and each reward that three installs, and a tenth of those that report
 * the quest, list in their newest reports. Rewards are claimed as one list, which may be empty, so an install whose
 * newest report omits a reward no longer votes for it. The subject is the quest's id.
 */
export const quests = defineTalliedFamily({
  name: 'quests',
  version: 3,
  kinds: ['quest'],
  subject: { kind: 'quest', id: 0 },
  witnesses: { quest: ['ID'] },
  carded: { type: 'quest', subject: 'id' },
  claims: (record, { language }) => {
    const { questId, title, level, giverNpcId: giver, turnInNpcId: turnIn } = record;
    const rewards = [...new Set(record.rewardItemIds)].sort((a, b) => a - b);
    return [
      ...markLanguage(language, buildClaims(questId, { title })),
      ...buildClaims(questId, { level, giver, turnIn, rewards }),
    ];
  },
  facts: (_subject, tallies) =>
    omitNulls({
      title: agreeOnText<string>(tallies, 'title'),
      otherName: findMinorityText<string>(tallies, 'title'),
      level: agreeOnValue<number>(tallies, 'level'),
      giver: agreeOnValue<number>(tallies, 'giver'),
      turnIn: agreeOnValue<number>(tallies, 'turnIn'),
      rewards: listRewards(tallies),
    }),
  label: {
    kind: 'quest',
    name: (fact) => fact.title,
    text: (fact) =>
      joinSentence(
        'Quest',
        formatAgreedValue(fact.level, (level) => `level ${level}`),
      ),
  },
  mentions: (fact) => [
    ['npc', unwrapAgreedValue(fact.giver), 'giver'],
    ['npc', unwrapAgreedValue(fact.turnIn), 'turnIn'],
  ],
});

function listRewards(tallies: readonly Tally[]): readonly AgreedValue<number>[] {
  const listing = new Map<number, Tally[]>();
  const reported = tallies.filter(({ field }) => field === 'rewards');
  for (const tally of reported) {
    for (const itemId of JSON.parse(tally.value) as readonly number[]) {
      listing.set(itemId, [...(listing.get(itemId) ?? []), tally]);
    }
  }
  const rewards = [...listing].map(([value, lists]) => ({ value, installs: sumInstalls(lists) }));
  const reporters = sumInstalls(reported);
  return sortAscending(rewards.filter(({ installs }) => isReportedByFew(installs, reporters)));
}
