import type { FactFamily, MentionedType, MentionList, SubjectFact } from '../../ports/facts.ts';
import type { ClaimFamily } from '../counting/family.ts';
import { CLAIM_FAMILIES } from '../mod.ts';

export interface EntityMention {
  readonly type: MentionedType;
  readonly id: number;
  readonly member: string;
}

const MENTION_FAMILIES: ReadonlyMap<string, ClaimFamily> = new Map(
  CLAIM_FAMILIES.filter(({ mentions }) => mentions !== undefined).map((family) => [family.name, family]),
);

export const MENTION_FAMILY_NAMES: readonly string[] = [...MENTION_FAMILIES.keys()];

export function findMentions(family: string, { subject, body }: SubjectFact): readonly EntityMention[] {
  return (MENTION_FAMILIES.get(family)?.mentions?.(body, subject) ?? []).flatMap(([type, id, member]) =>
    id !== null && id > 0 ? [{ type, id, member }] : [],
  );
}

/** Returns the facts of a family that name an entity in one of their members. `subject` counts as a member. */
export function selectMentions<F extends object>(
  mentions: readonly MentionList[],
  family: FactFamily<F>,
  member: (keyof F & string) | 'subject',
): Pick<MentionList, 'subjects' | 'total'> {
  return mentions.find((own) => own.family === family.name && own.member === member) ?? NO_MENTIONS;
}

const NO_MENTIONS = { subjects: [], total: 0 };
