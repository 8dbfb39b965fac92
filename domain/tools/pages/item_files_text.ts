import { type FirstOf, lineOf } from '../../reads/entities/first_of.ts';
import type { ItemPage as Page } from '../../reads/entities/item.ts';
import { called, detailed } from '../../reads/entities/snapshot_data.ts';
import { counted } from '../../values/phrases.ts';

const FOUND = 'found in game files, unconfirmed';

type Files = NonNullable<Page['files']>;
type Spell = Pick<NonNullable<Files['reagentFor']>['rows'][number], 'spellId' | 'name' | 'skill'>;

/** Renders the game-file data of an item, each line labelled. */
export function filesLines({ files, madeBy, reagentFor }: Page): readonly string[] {
  if (files === null) return [];
  return [
    `${rowText(files)} (${FOUND}).`,
    ...spellLine('Made with', files.createdBy, madeBy, (spell) =>
      spell.reagents.length === 0 ? '' : ` from ${spell.reagents.map(called).join(', ')}`,
    ),
    ...spellLine('Reagent for', files.reagentFor, reagentFor, ({ name, makes }) =>
      makes === null || (makes.name !== null && makes.name === name) ? '' : `, which makes ${called(makes)}`,
    ),
    ...(files.set === null
      ? []
      : [
          `Part of the set ${JSON.stringify(files.set.name)} of ${counted(files.set.itemIds.length, 'item')} (${FOUND}).`,
        ]),
  ];
}

/** Renders `What it is: rare sword, one hand, item level 22`. */
function rowText({ quality, subclass, class: itemClass, slot, itemLevel, requiredLevel }: Files): string {
  // An unnamed subclass is only a number.
  const sort = subclass !== null && !/^\d+$/.test(subclass) ? subclass : itemClass;
  const kind = [quality, sort].filter((word) => word !== null).join(' ');
  const traits = [
    kind,
    slot ?? '',
    itemLevel === null || itemLevel === 0 ? '' : `item level ${itemLevel}`,
    requiredLevel === null || requiredLevel === 0 ? '' : `requires level ${requiredLevel}`,
  ].filter((trait) => trait !== '');
  return `What it is: ${spaced(traits.join(', ')) || 'unknown'}`;
}

/** Turns slugs into words. */
function spaced(slugs: string): string {
  return slugs.replaceAll('-', ' ');
}

/**
 * Lists the spells that players have not reported as recipes, since those appear further up. Spells with a known name
 * come first.
 */
function spellLine<S extends Spell>(
  label: string,
  spells: FirstOf<S> | null,
  known: Page['madeBy'],
  more: (spell: S) => string,
): readonly string[] {
  if (spells === null) return [];
  const told = new Set(known.rows.map(({ recipe }) => recipe.id));
  const others = spells.rows.filter(({ spellId }) => !told.has(spellId));
  const total = spells.total - (spells.rows.length - others.length);
  const rows = others.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  return lineOf(
    `${label} (${FOUND}):`,
    { total: rows.length === 0 ? 0 : total, rows },
    (spell) => `${spellText(spell)}${more(spell)}`,
  );
}

function isNamed({ name, makes }: Spell & { readonly makes?: { readonly name: string | null } | null }): boolean {
  return name !== null || (makes ?? null)?.name != null;
}

/** Renders `"Bolt of Linen Cloth" (spell 2963, "Tailoring")`. */
function spellText({ spellId, name, skill }: Spell): string {
  return detailed({ kind: 'spell', id: spellId, name, url: null }, skill === null ? [] : [JSON.stringify(skill)]);
}
