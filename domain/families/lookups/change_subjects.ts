import type { ChangeSubjectKind } from '../../../schema/vocabulary.ts';
import type { Change, ChangeQuery } from '../../ports/change_log.ts';
import type { SubjectMeaning } from '../counting/family.ts';
import { FAMILIES } from '../mod.ts';

/** The subject of a line. `id` is the NPC's for a vendor or trainer, and the item's for an entry of a collection. */
export interface ChangeSubject {
  readonly kind: ChangeSubjectKind;
  readonly id: number | null;
}

/** Changes to the game build do not belong to a family. Their subject is the build. */
const BUILD_SUBJECT = { name: 'builds', subject: { kind: 'build', id: null } } as const;

const SUBJECTS_BY_FAMILY: ReadonlyMap<string, SubjectMeaning> = new Map(
  [...FAMILIES, BUILD_SUBJECT].flatMap(({ name, subject }) => (subject === null ? [] : [[name, subject] as const])),
);

/** Returns the subject of a line, or null if its family is unknown. */
export function toSubject({ family, subject }: Pick<Change, 'family' | 'subject'>): ChangeSubject | null {
  const about = SUBJECTS_BY_FAMILY.get(family);
  const parts = subject.split(':');
  if (about === undefined) return null;
  if ('kind' in about) return { kind: about.kind, id: about.id === null ? null : parseSubjectId(parts.at(about.id)) };
  const kind = about.kinds.find((one) => one === parts[0]);
  return kind === undefined ? null : { kind, id: parseSubjectId(parts[1]) };
}

function parseSubjectId(text: string | undefined): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Kinds of subject that describe an aspect of an NPC. Their ids are the NPC's. */
const NPC_SUBJECT_KINDS: readonly ChangeSubjectKind[] = ['vendor', 'trainer'];

/**
 * Returns queries for the lines about one entity, its relations and its loot. In some families, only a search of the
 * newest lines can find them: those queries have no `subject`, and also return lines about others. For a zone, the
 * lines about locations in it belong to it.
 */
export function queryEntity(
  kind: ChangeSubjectKind,
  id: number,
): readonly Pick<ChangeQuery, 'families' | 'subject' | 'subjectPrefix'>[] {
  return [...SUBJECTS_BY_FAMILY].flatMap(([family, about]) => {
    const query = { families: [family], subjectPrefix: '' };
    if (kind === 'zone' && 'byMap' in about) return [{ ...query, subject: `${id}` }];
    if ('kinds' in about) return about.kinds.includes(kind) ? [{ ...query, subject: `${kind}:${id}` }] : [];
    if (about.kind !== kind && !(kind === 'npc' && NPC_SUBJECT_KINDS.includes(about.kind))) return [];
    return about.id === 0 ? [{ ...query, subject: `${id}` }] : [query];
  });
}

/** Returns queries for the lines about a kind of subject: first for its own fields, then for relations and loot. */
export function queryKind(kind: ChangeSubjectKind): readonly Pick<ChangeQuery, 'families' | 'subjectPrefix'>[] {
  const familiesThat = (hold: (about: SubjectMeaning) => boolean): readonly string[] =>
    [...SUBJECTS_BY_FAMILY].filter(([, about]) => hold(about)).map(([family]) => family);
  return [
    { families: familiesThat((about) => 'kind' in about && about.kind === kind), subjectPrefix: '' },
    { families: familiesThat((about) => 'kinds' in about && about.kinds.includes(kind)), subjectPrefix: `${kind}:` },
  ].filter(({ families }) => families.length > 0);
}
