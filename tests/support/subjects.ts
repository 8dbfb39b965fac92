/** The things of the game that reports are about. A thing without a name gets one that follows from its id. */
export interface Thing<T extends string = string> {
  readonly type: T;
  readonly id: number;
  readonly name: string;
}

export type Npc = Thing<'npc'>;
export type Item = Thing<'item'>;
export type Zone = Thing<'zone'>;
export type Quest = Thing<'quest'>;
/** A subject that can be looted. */
export type Source = Npc | Thing<'object'>;

export function npc(id: number, name = `Creature ${id}`): Npc {
  return { type: 'npc', id, name };
}

export function object(id: number, name = `Object ${id}`): Thing<'object'> {
  return { type: 'object', id, name };
}

export function item(id: number, name = `Thing ${id}`): Item {
  return { type: 'item', id, name };
}

export function items(...ids: readonly number[]): readonly Item[] {
  return ids.map((id) => item(id));
}

export function zone(id: number, name = `Zone ${id}`): Zone {
  return { type: 'zone', id, name };
}

export function quest(id: number, title = `Errand ${id}`): Quest {
  return { type: 'quest', id, name: title };
}

/** A recipe, which has the id of its spell. */
export interface Recipe extends Thing<'recipe'> {
  readonly profession: string;
}

export function recipe(id: number, name = `Recipe ${id}`, profession = 'Cooking'): Recipe {
  return { type: 'recipe', id, name, profession };
}

export interface Stack {
  readonly itemId: number;
  readonly count: number;
}

/** Several of an item, in a loot window or as a reagent. */
export function stack({ id }: Item, count = 1): Stack {
  return { itemId: id, count };
}

/** An item that a vendor sells. */
export function good({ id }: Item, priceCopper: number, more: { readonly limitedStock?: number } = {}) {
  return { itemId: id, priceCopper, ...more };
}

/** Units of an item that are offered in an auction house at one price. */
export function lot({ id }: Item, unitPriceCopper: number, quantity = 1) {
  return { itemId: id, unitPriceCopper, quantity };
}

/** A lesson of a trainer. */
export function lesson(name: string, costCopper: number, more: object = {}) {
  return { name, costCopper, ...more };
}

/** A character that nobody can recognise; its key follows from the number. */
export function character(n: number, more: object = {}) {
  return {
    characterKey: n.toString(16).padStart(8, '0'),
    class: 'MAGE',
    race: 'Gnome',
    faction: 'alliance',
    level: 60,
    ...more,
  };
}
