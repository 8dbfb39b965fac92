import type { FactFamily, MentionedType, Mentions, SubjectFact } from '../../ports/facts.ts';
import type { ClaimFamily } from '../counting/family.ts';
import { CLAIM_FAMILIES } from '../mod.ts';

export interface EntityMention {
  readonly type: MentionedType;
  readonly id: number;
  readonly member: string;
}

const MENTIONING_CLAIMS: ReadonlyMap<string, ClaimFamily> = new Map(
  CLAIM_FAMILIES.filter(({ mentions }) => mentions !== undefined).map((family) => [family.name, family]),
);

export const MENTIONING_FAMILIES: readonly string[] = [...MENTIONING_CLAIMS.keys()];

export function findMentions(family: string, { subject, body }: SubjectFact): readonly EntityMention[] {
  return (MENTIONING_CLAIMS.get(family)?.mentions?.(body, subject) ?? []).flatMap(([type, id, member]) =>
    id !== null && id > 0 ? [{ type, id, member }] : [],
  );
}

/** Returns the facts of a family that name an entity in one of their members. `subject` counts as a member. */
export function selectMentions<F extends object>(
  mentions: readonly Mentions[],
  family: FactFamily<F>,
  member: (keyof F & string) | 'subject',
): Pick<Mentions, 'subjects' | 'total'> {
  return mentions.find((own) => own.family === family.name && own.member === member) ?? NO_MENTIONS;
}

const NO_MENTIONS = { subjects: [], total: 0 };
