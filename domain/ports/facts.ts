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

/** A value, and the number of installs that report it. */
export interface Tally {
  readonly field: string;
  readonly value: string;
  /** Number of distinct installs whose newest report has this value. */
  readonly installs: number;
  /** The stored count (domain/values/witnesses.ts), if any of the installs use IPv6. */
  readonly kept?: number;
  /**
   * UTC days since 1970. `firstDays`: the three earliest of the installs' first days, ascending. `lastDays`: the three
   * latest of their last days, descending. Shorter if fewer installs report the value, and empty if the roll-up is not
   * dated.
   */
  readonly firstDays: readonly number[];
  readonly lastDays: readonly number[];
}

/** One install's report on a field. */
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

/** The new public fact of one subject of a roll-up, or null to withdraw the fact. */
export interface FactUpdate {
  readonly family: string;
  readonly subject: string;
  readonly body: object | null;
}

/** The public fact of one subject in a roll-up. */
export interface SubjectFact<F extends object = FactBody> {
  readonly subject: string;
  readonly body: F;
}

/** The first facts of a list, ordered by subject, and the total number of facts. */
export interface FactList<F extends object = FactBody> {
  readonly facts: readonly SubjectFact<F>[];
  readonly total: number;
}

/** Types of entity that facts about other subjects may name. */
export type MentionedType = 'item' | 'npc' | 'quest';

/** Facts about other subjects that name an entity (domain/families/lookups/mentioned.ts). */
export interface Mentions {
  readonly family: string;
  /** The member of the facts that names the entity. */
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
  /** Search radius in percent. */
  readonly radius: number;
  /** Only NPCs with this role, or all NPCs if null. */
  readonly role: NpcRole | null;
  /**
   * Width and height of the map in yards, used to find the nearest NPCs. If null, distances are measured in percent of
   * the map.
   */
  readonly yards: readonly [width: number, height: number] | null;
}

/** NPCs near a point. */
export interface NearPins {
  /** Matching NPCs with a location within the radius, nearest first, without duplicates. */
  readonly npcIds: readonly number[];
  /** Number of the matching NPCs' locations within the radius. */
  readonly total: number;
  /** Number of NPC locations on the whole map, whichever NPC they belong to. */
  readonly onMap: number;
}

/** Maximum number of facts read per profession. */
export const PROFESSION_FACTS_MAX = 2_000;

/** Reads the public facts of all fact families. */
export interface FactReader {
  /** Returns the public fact of one subject, or null if there is none. */
  fact<F extends object>(family: FactFamily<F>, subject: string): Promise<F | null>;
  /** Returns the public facts of many subjects, keyed by subject. Subjects without a fact are omitted. */
  factsAmong<F extends object>(family: FactFamily<F>, subjects: readonly string[]): Promise<ReadonlyMap<string, F>>;
  /** Returns those of the given subjects that have a public fact, without reading the facts. */
  publicAmong(family: FactFamily<object>, subjects: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the public facts of subjects in several families, keyed by family and subject. */
  factsOfFamilies(
    asked: readonly { readonly family: FactFamily<object>; readonly subjects: readonly string[] }[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, object>>>;
  /**
   * Returns the facts of subjects that begin with `owner` and a colon, ordered by name. If `owner` is empty, returns
   * facts of the whole family.
   */
  factsOf<F extends object>(family: FactFamily<F>, owner: string, limit: number): Promise<FactList<F>>;
  /**
   * Returns facts whose agreed profession equals the given one, ordered by subject. Case is ignored
   * (domain/values/realm_key.ts).
   */
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
  /**
   * Returns NPCs that players met in a zone and that have one of these roles (any role if empty), by id after
   * `after`.
   */
  npcsMetIn(mapId: number, roles: readonly NpcRole[], after: number, limit: number): Promise<readonly number[]>;
  /** Returns the zones in which players met a quest giver, ordered by id. */
  questZones(limit: number): Promise<readonly number[]>;
  /** Returns quests whose agreed giver was met in a zone, ordered by id, at most `limit`. */
  questsGivenIn(mapId: number, limit: number): Promise<readonly number[]>;
  /**
   * Returns the facts that name an entity, ordered by family and member. An item's market values count as naming the
   * item.
   */
  mentionsOf(type: MentionedType, id: number): Promise<readonly Mentions[]>;
}
