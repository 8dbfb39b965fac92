import type { NpcRole } from '../../schema/vocabulary.ts';

/**
 * Public facts of a subject: a JSON object. A member that changes between snapshots becomes a line of the change log,
 * so every member is one field of the subject. Install counts are inside the members.
 */
export type FactBody = Readonly<Record<string, unknown>>;

/** Identifies a fact family to the code that reads it: the family's name, and the type of its facts. */
export interface FactFamily<F extends object> {
  readonly name: string;
  /** Never set. The member only carries the type. */
  readonly fact?: F;
}

export interface Tally {
  readonly field: string;
  readonly value: string;
  /** Number of distinct installs whose newest report has this value. */
  readonly installs: number;
  /** The stored count (domain/values/witnesses.ts), if any of the installs use IPv6. */
  readonly kept?: number;
  /**
   * UTC days since 1970: the three earliest of the installs' first days, ascending, and the three latest of their last
   * days, descending. Shorter with fewer installs, and empty if the roll-up is not dated.
   */
  readonly firstDays: readonly number[];
  readonly lastDays: readonly number[];
}

export interface Witness {
  readonly installN: number;
  readonly field: string;
  readonly value: string;
  readonly atMs: number;
}

export interface CoveringGrant {
  readonly n: number;
  /** True if the holder of the install id issued the grant, false if the operator did. */
  readonly self: boolean;
}

export interface FactUpdate {
  readonly family: string;
  readonly subject: string;
  readonly body: object | null;
}

export interface SubjectFact<F extends object = FactBody> {
  readonly subject: string;
  readonly body: F;
}

export interface FactList<F extends object = FactBody> {
  readonly facts: readonly SubjectFact<F>[];
  readonly total: number;
}

export type MentionedType = 'item' | 'npc' | 'quest';

/** Facts about other subjects that name an entity (domain/families/lookups/mentioned.ts). */
export interface Mentions {
  readonly family: string;
  readonly member: string;
  /** Subjects of the first MENTIONED_MAX such facts. Ids are in numerical order. */
  readonly subjects: readonly string[];
  /** Total number of such facts, including those beyond the limit. */
  readonly total: number;
}

/** Maximum number of listed facts that name an entity in one member. */
export const MENTIONED_MAX = 200;

/** A search around a point on a map. The point is in percent of the map's width and height. */
export interface PinSearch {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Only NPCs with this role, or all NPCs if null. */
  readonly role: NpcRole | null;
  /** Width and height of the map in yards, to find the nearest NPCs, or null to measure in percent of the map. */
  readonly yards: readonly [width: number, height: number] | null;
}

export interface NearPins {
  /** Matching NPCs with a location within the radius, nearest first, without duplicates. */
  readonly npcIds: readonly number[];
  /** Number of the matching NPCs' locations within the radius. */
  readonly total: number;
  /** Number of NPC locations on the whole map, whichever NPC they belong to. */
  readonly onMap: number;
}

export const PROFESSION_FACTS_MAX = 2_000;

export interface FactReader {
  fact<F extends object>(family: FactFamily<F>, subject: string): Promise<F | null>;
  /** Returns the public facts of many subjects, keyed by subject. Subjects without a fact are omitted. */
  factsAmong<F extends object>(family: FactFamily<F>, subjects: readonly string[]): Promise<ReadonlyMap<string, F>>;
  /** Returns the given subjects that have a public fact, without reading the facts. */
  publicAmong(family: FactFamily<object>, subjects: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the public facts of subjects in several families, keyed by family and subject. */
  factsOfFamilies(
    asked: readonly { readonly family: FactFamily<object>; readonly subjects: readonly string[] }[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, object>>>;
  /** Returns the facts of subjects that begin with `owner` and a colon, or of all if it is empty, by name. */
  factsOf<F extends object>(family: FactFamily<F>, owner: string, limit: number): Promise<FactList<F>>;
  /** Returns facts whose agreed profession equals the given one, ignoring case, ordered by subject. */
  factsOfProfession<F extends { readonly profession?: object }>(
    family: FactFamily<F>,
    profession: string,
  ): Promise<readonly SubjectFact<F>[]>;
  /** Returns the agreed professions of all recipes, sorted, including every spelling that occurs. */
  professions(): Promise<readonly string[]>;
  /** Returns the NPCs whose locations are near a point of a map, considering the `limit` nearest locations. */
  pinsNear(mapId: number, around: PinSearch, limit: number): Promise<NearPins>;
  /** Returns the roles of these NPCs in the order of NPC_ROLES, keyed by NPC. NPCs without a role are omitted. */
  rolesAmong(npcIds: readonly number[]): Promise<ReadonlyMap<number, readonly NpcRole[]>>;
  /** Returns NPCs met in a zone that have one of these roles (any role if empty), by id after `after`. */
  npcsMetIn(mapId: number, roles: readonly NpcRole[], after: number, limit: number): Promise<readonly number[]>;
  /** Returns the zones in which players met a quest giver, ordered by id. */
  questZones(limit: number): Promise<readonly number[]>;
  /** Returns quests whose agreed giver was met in a zone, ordered by id, at most `limit`. */
  questsGivenIn(mapId: number, limit: number): Promise<readonly number[]>;
  /** Returns the facts that name an entity, including an item's market values, ordered by family and member. */
  mentionsOf(type: MentionedType, id: number): Promise<readonly Mentions[]>;
}
