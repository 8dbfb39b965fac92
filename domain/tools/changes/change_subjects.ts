import type { Change, ChangeQuery } from '../../ports/change_log.ts';

/** What lines of the change log can be about, as tools say it. */
export type SubjectKind =
  | 'item'
  | 'npc'
  | 'object'
  | 'quest'
  | 'zone'
  | 'recipe'
  | 'vendor'
  | 'trainer'
  | 'achievement'
  | 'reputation'
  | 'title'
  | 'quest_chain'
  | 'collection'
  | 'realm'
  | 'build';

/** The subject of a line. Its id: of a vendor or trainer the NPC's, of an entry of a collection the item's. */
export interface ChangeSubject {
  readonly kind: SubjectKind;
  readonly id: number | null;
}

/** Which part of a subject, between its colons, is the id; from the end where negative. */
const FAMILIES: Readonly<Record<string, readonly [kind: SubjectKind, part: number]>> = {
  items: ['item', 0],
  vendor_prices: ['item', 0],
  npcs: ['npc', 0],
  pins: ['npc', 1],
  quests: ['quest', 0],
  maps: ['zone', 0],
  recipes: ['recipe', 0],
  recipe_ranges: ['recipe', 0],
  vendor_goods: ['vendor', 0],
  trainer_services: ['trainer', 0],
  achievements: ['achievement', 0],
  reputations: ['reputation', 0],
  titles: ['title', 0],
  quest_chains: ['quest_chain', 0],
  collections: ['collection', -1],
};

/** Families whose subjects begin with their kind, such as `npc:25`. */
const KIND_FIRST: Readonly<Record<string, readonly SubjectKind[]>> = {
  edges: ['item', 'npc'],
  drops: ['npc', 'object'],
};

/** Families whose subjects have no id. */
const WITHOUT_ID: Readonly<Record<string, SubjectKind>> = { realms: 'realm', builds: 'build' };

/** What a line is about; null: a family that nothing is known of. */
export const subjectOf = ({ family, subject }: Pick<Change, 'family' | 'subject'>): ChangeSubject | null => {
  const parts = subject.split(':');
  if (Object.hasOwn(FAMILIES, family)) {
    const [kind, part] = FAMILIES[family]!;
    return { kind, id: idIn(parts.at(part)) };
  }
  if (Object.hasOwn(WITHOUT_ID, family)) return { kind: WITHOUT_ID[family]!, id: null };
  const kind = Object.hasOwn(KIND_FIRST, family) ? KIND_FIRST[family]!.find((one) => one === parts[0]) : undefined;
  return kind === undefined ? null : { kind, id: idIn(parts[1]) };
};

const idIn = (text: string | undefined): number | null => {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** Which lines of the log are about a kind of subject: its own fields, then relations and loot. */
export const linesAbout = (kind: SubjectKind): readonly Pick<ChangeQuery, 'families' | 'subjectPrefix'>[] => {
  const own = [
    ...Object.keys(FAMILIES).filter((family) => FAMILIES[family]![0] === kind),
    ...Object.keys(WITHOUT_ID).filter((family) => WITHOUT_ID[family] === kind),
  ];
  const kindFirst = Object.keys(KIND_FIRST).filter((family) => KIND_FIRST[family]!.includes(kind));
  return [
    { families: own, subjectPrefix: '' },
    { families: kindFirst, subjectPrefix: `${kind}:` },
  ].filter(({ families }) => families.length > 0);
};
