import type { EdgesResponse } from '../../../schema/responses/edgesResponse.ts';
import type { EdgeEvidence } from '../../../schema/vocabulary.ts';
import { agreedValue } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import { CLIENT_GROUPS, type GameSet } from '../../ports/build.ts';
import { type Entity, entityOf, fileName, type PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { rowsIn } from '../../reads/pieces.ts';
import { localeOf } from '../../values/language.ts';

type EdgeRow = EdgesResponse['edges'][number];
type Kind = EdgeRow['fromKind'];

/** One end of a relation. */
export interface End {
  readonly entity: Entity<Kind>;
  /** The source of its name, or null if it has no name. */
  readonly evidence: EdgeEvidence | null;
}

/** Families of the game's files that name a kind if players agreed on no name. */
const FILED: Readonly<Partial<Record<Kind, 'spell' | 'skill' | 'set' | 'zone'>>> = {
  spell: 'spell',
  skill: 'skill',
  item_set: 'set',
  zone: 'zone',
};

/**
 * Returns an end with its name: the agreed name (for a spell, its recipe's), else the name in the game's files, else,
 * for a spell, the name of the item that it makes. `known` says that public facts mention it, so that it may have a
 * page.
 */
export async function endOf(snapshot: PublishedSnapshot, kind: Kind, id: number, known: boolean): Promise<End> {
  const entity = await entityOf(snapshot, kind, id, known);
  const { url } = entity;
  const named = ({ name, locale }: Named, evidence: EdgeEvidence): End => ({
    entity: { kind, id, name, ...localeOf({ locale }), url },
    evidence: name === null ? null : evidence,
  });
  const agreed = kind === 'spell' ? await entityOf(snapshot, 'recipe', id) : entity;
  if (agreed.name !== null) return named(agreed, 'observed');
  const family = FILED[kind];
  const filed = family === undefined || snapshot.view.game === null ? null : await snapshot.game.fact(family, `${id}`);
  const name = fileName(family === 'set' ? (filed as GameSet | null)?.name : filed);
  if (name !== null || kind !== 'spell') return named({ name }, 'client');
  const product = await productOf(snapshot, id);
  return named(product, 'observed');
}

const MADE_BY = CLIENT_GROUPS.filter(({ rel }) => rel === 'created_by');

type Named = Pick<Entity, 'name' | 'locale'>;

/** The agreed name of the item that a spell makes, according to players or the game's files. */
async function productOf(snapshot: PublishedSnapshot, spellId: number): Promise<Named> {
  const recipe = await snapshot.fact(families.recipes, `${spellId}`);
  const made = agreedValue(recipe?.itemId);
  const itemId = made ?? (await filedProduct(snapshot, spellId));
  return itemId === null ? { name: null } : entityOf(snapshot, 'item', itemId);
}

async function filedProduct(snapshot: PublishedSnapshot, spellId: number): Promise<number | null> {
  if (snapshot.view.game === null) return null;
  const places = await snapshot.edges.clientPlaces(MADE_BY, { fromId: null, toId: spellId });
  const slices = places.slice(0, 1).map(({ group, place }) => ({ kind: group, from: place, to: place + 1 }));
  if (slices.length === 0) return null;
  const pieces = await snapshot.edges.rows(slices);
  return rowsIn<EdgeRow>(pieces)[0]?.fromId ?? null;
}
