import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import type { ToolContext } from '../tool.ts';

/** The context of a page as text, which exists only in a snapshot. */
export interface PageContext extends ToolContext {
  readonly snapshot: PublishedSnapshot;
}

export interface PageText {
  /** Lines in plain words, the most useful ones first, with age and credit at the end. */
  readonly text: string;
  /** The name on the page, or null if no name is agreed. */
  readonly name: string | null;
  /** False if the data comes only from the game's files. */
  readonly observed: boolean;
}

/** An entity of the game with its kind, id and name. The name is null if unknown. */
export interface PagedEntity {
  readonly kind: string;
  readonly id: number;
  readonly name: string | null;
}

/** Returns the page of an entity as text, or null if nothing about the entity is public. */
export type PageTextReader = (context: PageContext, thing: PagedEntity) => Promise<PageText | null>;

/** The page of a profession, realm, role or class as text. These have slugs instead of numbers. */
export interface SluggedPage extends PageText {
  readonly name: string;
  /** The path of the page that shows the same, or null if there is none. */
  readonly path: string | null;
}

/** Returns the page of the entry with this slug, or null if nothing about it is public. */
export type ListedPageReader = (context: PageContext, slug: string) => Promise<SluggedPage | null>;
