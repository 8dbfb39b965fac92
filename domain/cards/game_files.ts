import type { GameClass, GameItem, GameName, GameSet } from '../ports/build.ts';

/** Reads the rows of one imported build that cards show. Rows that the build does not have are null. */
export interface GameFiles {
  /** The build's version, such as `1.15.8.67156`. */
  readonly build: string;
  /** When the files were read from the client, or null if that was not recorded. */
  readonly extractedAt: string | null;
  item(itemId: number): Promise<GameItem | null>;
  itemClass(classId: number): Promise<GameClass | null>;
  set(setId: number): Promise<GameSet | null>;
  name(kind: GameName['kind'], id: number): Promise<string | null>;
}
