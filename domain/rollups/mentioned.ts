import type { FactBody, MentionedType, Mentions, SubjectFact } from '../ports/facts.ts';
import { valueIn } from './agreed.ts';
import type { Reagent } from './recipes.ts';

/** Another entity, as a fact names it. */
export interface Naming {
  readonly type: MentionedType;
  readonly id: number;
  readonly member: string;
}

type Named = readonly [type: MentionedType, id: number | null, member: string];

interface QuestChain {
  readonly questIds: readonly number[];
}

/**
 * The families whose facts name entities that they are not about, and what the fact of a subject names. An entity that
 * is named has a card.
 */
const NAMED_BY: Readonly<Record<string, (body: FactBody, subject: string) => readonly Named[]>> = {
  recipes: (body) => [
    ['item', valueIn<number>(body, 'itemId'), 'itemId'],
    ['item', valueIn<number>(body, 'taughtByItemId'), 'taughtByItemId'],
    ...(valueIn<readonly Reagent[]>(body, 'reagents') ?? []).map(({ itemId }): Named => ['item', itemId, 'reagents']),
  ],
  collections: (_, subject) => [['item', Number(subject.slice(subject.lastIndexOf(':') + 1)), 'subject']],
  quests: (body) => [
    ['npc', valueIn<number>(body, 'giver'), 'giver'],
    ['npc', valueIn<number>(body, 'turnIn'), 'turnIn'],
  ],
  quest_chains: (body) =>
    (valueIn<QuestChain>(body, 'entry')?.questIds ?? []).map((id): Named => ['quest', id, 'entry']),
};

export const MENTIONING_FAMILIES = Object.keys(NAMED_BY);

/** What a fact names. */
export const namingsIn = (family: string, { subject, body }: SubjectFact): readonly Naming[] =>
  (NAMED_BY[family]?.(body, subject) ?? []).flatMap(([type, id, member]) =>
    id !== null && id > 0 ? [{ type, id, member }] : [],
  );

/** The facts of a family that name an entity in one part of them. */
export const mentionsIn = (
  mentions: readonly Mentions[],
  family: string,
  member: string,
): Pick<Mentions, 'subjects' | 'total'> =>
  mentions.find((own) => own.family === family && own.member === member) ?? NONE;

const NONE = { subjects: [], total: 0 };
