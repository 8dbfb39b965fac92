import { type Card, type EntityName, observedLine, placeholder } from './card.ts';
import { fewLines, type Shortlist } from './drop_lines.ts';

/** The public facts about a quest. */
export interface QuestFacts {
  readonly questId: number;
  readonly title: string | null;
  readonly level: number | null;
  readonly giver: EntityName | null;
  readonly turnIn: EntityName | null;
  readonly rewards: Shortlist<EntityName>;
}

export function questCard({ questId, title, level, giver, turnIn, rewards }: QuestFacts): Card {
  return {
    type: 'quest',
    id: questId,
    title: title ?? placeholder('quest', questId),
    quality: null,
    color: null,
    icon: null,
    lines: [
      ...(level === null ? [] : [observedLine(`Level ${level}`)]),
      ...(giver === null ? [] : [observedLine('Given by ', giver)]),
      ...(turnIn === null ? [] : [observedLine('Turned in to ', turnIn)]),
      ...fewLines(rewards, (item) => observedLine('Reward: ', item), 'Rewards:'),
    ],
    fromFiles: false,
  };
}
