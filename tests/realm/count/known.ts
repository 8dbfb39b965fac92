import { readTable } from '../tables.ts';
import { factOf, subjectsOf, type ToolGround } from '../tools.ts';
import { agreedOf } from './craft.ts';

/** A named entity that the knowledge base must contain. */
export interface Known {
  readonly id: string;
  readonly kind: string;
  readonly extId: string;
  readonly name: string;
  readonly layer: 'observed' | 'game-files';
  /** Strings that the entity's text must mention. */
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

/** Families whose facts have an agreed name. For each: the entity kind, and how to read the name and other strings. */
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

/** Tables that name entities, with the entity kind and the name's column. */
const TABLES = [
  ['SpellName', 'spell', 'Name_lang'],
  ['SkillLine', 'skill', 'DisplayName_lang'],
  ['ItemSet', 'item_set', 'Name_lang'],
] as const;

/** Returns every entity with an agreed name, and every entity that a table names. */
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

/** Returns a comparison key for a name: lower-cased, without accents, apostrophes and punctuation. */
export function nameKeyOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns all names that at least one install reported. */
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
