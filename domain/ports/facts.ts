import type { NpcRole } from '../../schema/vocabulary.ts';

/**
 * Public facts of a subject as a JSON object. Every member is one field of the subject, because a member that changes
 * between snapshots becomes a line of the change log. Install counts are stored inside the members.
 */
export type FactBody = Readonly<Record<string, unknown>>;

/** Identifies a fact family to code reading its facts: the family's name and the type of its facts. */
export interface FactFamily<F extends object> {
  readonly name: string;
  /** Never set. The member only carries the type of the facts. */
  readonly fact?: F;
}

export interface Tally {
  readonly field: string;
  readonly value: string;
  /** Number of distinct installs whose newest report has this value. */
  readonly installs: number;
  /** The stored count (domain/values/witnesses.ts). Present if any of the installs use IPv6. */
  readonly kept?: number;
  /**
   * UTC days since 1970: the three earliest of the installs' first days, ascending, and the three latest of their last
   * days, descending. Shorter if there are fewer installs, and empty if the roll-up does not store days.
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
  /** True if the grant was issued by the holder of the install id, false if the operator issued it. */
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

/** Facts about other subjects that name a given entity (domain/families/lookups/mentioned.ts). */
export interface MentionList {
  readonly family: string;
  readonly member: string;
  /** Subjects of the first MENTIONS_MAX such facts, with ids in numerical order. */
  readonly subjects: readonly string[];
  /** Total number of such facts, including the ones beyond the limit. */
  readonly total: number;
}

/** Maximum number of facts to list that name an entity in the same member. */
export const MENTIONS_MAX = 200;

/** A search around a point on a map. The point is in percent of the map's width and height. */
export interface PinSearch {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Role of the NPCs to find, or null for all NPCs and objects. */
  readonly role: NpcRole | null;
  /** Width and height of the map in yards for measuring distances, or null to measure in percent of the map. */
  readonly yards: readonly [width: number, height: number] | null;
}

/** Something that has locations. */
export interface PinnedEntity {
  readonly kind: 'npc' | 'object';
  readonly id: number;
}

export interface NearbyPins {
  /** Matching NPCs and objects with a location within the radius, nearest first, without duplicates. */
  readonly entities: readonly PinnedEntity[];
  /** Number of their locations within the radius. */
  readonly total: number;
  /** Number of locations on the whole map, including NPCs and objects that do not match. */
  readonly onMap: number;
}

/** An NPC that players met in a zone, with its lowest and highest agreed level, or null if none is agreed. */
export interface NpcLevels {
  readonly id: number;
  readonly min: number | null;
  readonly max: number | null;
  /** True if players can fight the NPC: it has a reaction other than friendly. */
  readonly isFought: boolean;
}

export const PROFESSION_FACTS_MAX = 2_000;

export interface FactReader {
  fact<F extends object>(family: FactFamily<F>, subject: string): Promise<F | null>;
  /** Returns the public facts of many subjects, keyed by subject. Subjects without facts are omitted. */
  factsAmong<F extends object>(family: FactFamily<F>, subjects: readonly string[]): Promise<ReadonlyMap<string, F>>;
  /** Returns which of the given subjects have public facts, without reading the facts. */
  publicAmong(family: FactFamily<object>, subjects: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the public facts of subjects in several families, keyed by family and subject. */
  factsOfFamilies(
    asked: readonly { readonly family: FactFamily<object>; readonly subjects: readonly string[] }[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, object>>>;
  /** Returns the facts of subjects starting with `owner` and a colon (all if `owner` is empty), ordered by subject. */
  factsOf<F extends object>(family: FactFamily<F>, owner: string, limit: number): Promise<FactList<F>>;
  /** Returns the facts whose agreed profession equals the given one, ignoring case, ordered by subject. */
  factsOfProfession<F extends { readonly profession?: object }>(
    family: FactFamily<F>,
    profession: string,
  ): Promise<readonly SubjectFact<F>[]>;
  /** Returns the agreed professions of all recipes, sorted, in every spelling that occurs. */
  professions(): Promise<readonly string[]>;
  /** Like `professions`, but returns the agreed professions of all trainers' lessons. */
  taughtProfessions(): Promise<readonly string[]>;
  /** Returns the NPCs and objects near a point of a map, considering only the `limit` nearest locations. */
  pinsNear(mapId: number, around: PinSearch, limit: number): Promise<NearbyPins>;
  /** Returns the roles of these NPCs in the order of NPC_ROLES, keyed by NPC. NPCs without a role are omitted. */
  rolesAmong(npcIds: readonly number[]): Promise<ReadonlyMap<number, readonly NpcRole[]>>;
  /** Returns NPCs met in a zone with one of these roles (any role if empty), ordered by id, starting after `after`. */
  npcsMetIn(mapId: number, roles: readonly NpcRole[], after: number, limit: number): Promise<readonly number[]>;
  /** Returns all NPCs met in a zone, at most `limit`, ordered by level and id. NPCs without a level come last. */
  levelsMetIn(mapId: number, limit: number): Promise<readonly NpcLevels[]>;
  /** Returns the zones in which players met a quest giver, each with its number of quests, ordered by id. */
  questZones(limit: number): Promise<readonly (readonly [zone: number, quests: number])[]>;
  /** Returns the quests whose agreed giver was met in a zone, ordered by id, at most `limit`. */
  questsGivenIn(mapId: number, limit: number): Promise<readonly number[]>;
  /** Returns a recipe that makes each of these items, keyed by item. Items that no public recipe makes are omitted. */
  recipesMaking(itemIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Returns the facts that name an entity, including an item's market values, ordered by family and member. */
  mentionsOf(type: MentionedType, id: number): Promise<readonly MentionList[]>;
}
