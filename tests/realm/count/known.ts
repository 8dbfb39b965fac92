import { readTable } from '../tables.ts';
import { factOf, subjectsOf, type ToolGround } from '../tools.ts';
import { agreedOf } from './craft.ts';

/** Something with a name that the knowledge base must hold. */
export interface Known {
  readonly id: string;
  readonly kind: string;
  readonly extId: string;
  readonly name: string;
  readonly layer: 'observed' | 'game-files';
  /** What its text has to tell. */
  readonly told: readonly string[];
}

type Body = Readonly<Record<string, unknown>>;

function agreedText(body: Body, member: string): string[] {
  const agreed = agreedOf(body, member);
  return agreed === null ? [] : [String(agreed.value)];
}

function levelsOf(body: Body): string[] {
  const levels = ((body['levels'] ?? []) as readonly { readonly value: number }[]).map(({ value }) => value);
  return levels.length === 0 ? [] : [String(Math.min(...levels)), String(Math.max(...levels))];
}

function entryOf(body: Body): Body {
  return (agreedOf(body, 'entry')?.value ?? {}) as Body;
}

function nothing(): string[] {
  return [];
}

/** Families whose facts hold an agreed name: the kind, the name and what is told beside it. */
const FAMILIES: readonly (readonly [
  family: string,
  kind: string,
  name: (body: Body) => unknown,
  told: (body: Body) => string[],
])[] = [
  [
    'items',
    'item',
    (body) => agreedText(body, 'name')[0],
    (body) => [...agreedText(body, 'quality'), ...agreedText(body, 'itemLevel')],
  ],
  ['npcs', 'npc', (body) => agreedText(body, 'name')[0], levelsOf],
  ['quests', 'quest', (body) => agreedText(body, 'title')[0], (body) => agreedText(body, 'level')],
  ['recipes', 'recipe', (body) => agreedText(body, 'name')[0], (body) => agreedText(body, 'profession')],
  ['maps', 'zone', (body) => agreedText(body, 'name')[0], nothing],
  ['achievements', 'achievement', (body) => entryOf(body)['name'], (body) => [String(entryOf(body)['category'])]],
  ['titles', 'title', (body) => entryOf(body)['name'], nothing],
  ['reputations', 'faction', (body) => entryOf(body)['name'], nothing],
  ['quest_chains', 'quest_chain', (body) => entryOf(body)['name'], nothing],
];

/** Tables that name something, and what it is. */
const TABLES = [
  ['SpellName', 'spell', 'Name_lang'],
  ['SkillLine', 'skill', 'DisplayName_lang'],
  ['ItemSet', 'item_set', 'Name_lang'],
] as const;

/** Everything with an agreed name, and what only the tables name. */
export function countKnown(ground: ToolGround): readonly Known[] {
  return [
    ...FAMILIES.flatMap(([family, kind, nameOf, told]) =>
      subjectsOf(ground, family).flatMap((extId): Known[] => {
        const body = factOf(ground, family, extId) as Body;
        const name = nameOf(body);
        if (typeof name !== 'string') return [];
        return [{ id: `${kind}:${extId}`, kind, extId, name, layer: 'observed', told: told(body) }];
      }),
    ),
    ...TABLES.flatMap(([table, kind, column]) =>
      readTable(ground.tables, table).flatMap((row): Known[] => {
        const [extId, name] = [row['ID']!, row[column]!.trim()];
        return name === '' ? [] : [{ id: `${kind}:${extId}`, kind, extId, name, layer: 'game-files', told: [] }];
      }),
    ),
  ];
}

/** What of a name tells it from others: neither case nor accents, apostrophes or other signs. */
export function nameKeyOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Names that somebody reported. */
export function namesReported({ kept }: Pick<ToolGround, 'kept'>): ReadonlySet<string> {
  return new Set(
    kept.flatMap(({ record }) => {
      switch (record.kind) {
        case 'item_seen':
        case 'npc_sighting':
        case 'recipe_seen':
        case 'recipe_observed':
          return record.name === undefined ? [] : [record.name];
        case 'quest':
          return [record.title];
        default:
          return [];
      }
    }),
  );
}
