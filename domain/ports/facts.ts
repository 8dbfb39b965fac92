import type { NpcRole } from '../../schema/vocabulary.ts';

/**
 * Public facts of a subject: a JSON object. A member that changes between snapshots becomes a line of the change log,
 * so every member is one field of the subject. Counts of installs are inside the members.
 */
export type FactBody = Readonly<Record<string, unknown>>;

/** Identifies a fact family to a reader: its name, and the type of its facts. */
export interface FactFamily<F extends object> {
  readonly name: string;
  /** Never set. It only carries the type. */
  readonly fact?: F;
}

/** Number of installs that report a value. */
export interface Tally {
  readonly field: string;
  readonly value: string;
  /** Distinct installs whose newest report has this value. */
  readonly installs: number;
  /** The stored count (domain/values/witnesses.ts), if IPv6 installs are among them. */
  readonly kept?: number;
  /**
   * UTC days since 1970: the three earliest of the installs' first days, ascending, and the three latest of their
   * last days, descending. Fewer if fewer installs report the value, none if the roll-up is not dated.
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
  /** True if the holder of the install id issued it, false for the operator. */
  readonly self: boolean;
}

/** The new public fact of one subject of a roll-up, or null to withdraw it. */
export interface FactUpdate {
  readonly family: string;
  readonly subject: string;
  readonly body: object | null;
}

/** The public fact of one subject of a roll-up. */
export interface SubjectFact<F extends object = FactBody> {
  readonly subject: string;
  readonly body: F;
}

/** The first facts of a list, by subject, and their total number. */
export interface FactList<F extends object = FactBody> {
  readonly facts: readonly SubjectFact<F>[];
  readonly total: number;
}

/** Types of entity that facts about something else may name. */
export type MentionedType = 'item' | 'npc' | 'quest';

/** Facts about something else that name an entity (domain/families/lookups/mentioned.ts). */
export interface Mentions {
  readonly family: string;
  /** The member of the facts that names it. */
  readonly member: string;
  /** Subjects of the first MENTIONED_MAX of these facts. Ids are ordered numerically. */
  readonly subjects: readonly string[];
  /** Total number, including those beyond the limit. */
  readonly total: number;
}

/** Maximum number of listed facts that name an entity in one member. */
export const MENTIONED_MAX = 200;

/** A point on a map in percent of its width and height, and the search around it. */
export interface PinSearch {
  readonly x: number;
  readonly y: number;
  /** Search radius in percent. */
  readonly radius: number;
  /** Only NPCs of this role, or all if null. */
  readonly role: NpcRole | null;
  /**
   * Width and height of the map in yards, used to find the nearest NPCs. If null, distances are measured in percent.
   */
  readonly yards: readonly [width: number, height: number] | null;
}

/** NPCs near a point. */
export interface NearPins {
  /** Matching NPCs with a location within the radius, nearest first, each once. */
  readonly npcIds: readonly number[];
  /** Number of their locations within the radius. */
  readonly total: number;
  /** Number of locations of any NPC on the whole map. */
  readonly onMap: number;
}

/** Maximum facts of one profession per read. */
export const PROFESSION_FACTS_MAX = 2_000;

/** Reads public facts of all fact families. */
export interface FactReader {
  /** Returns the public fact of one subject, or null if there is none. */
  fact<F extends object>(family: FactFamily<F>, subject: string): Promise<F | null>;
  /** Returns the public facts of many subjects, by subject. Subjects without one are omitted. */
  factsAmong<F extends object>(family: FactFamily<F>, subjects: readonly string[]): Promise<ReadonlyMap<string, F>>;
  /** Returns the subjects among these that have a public fact, without reading the facts. */
  publicAmong(family: FactFamily<object>, subjects: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the public facts of subjects of several families, by family and subject. */
  factsOfFamilies(
    asked: readonly { readonly family: FactFamily<object>; readonly subjects: readonly string[] }[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, object>>>;
  /**
   * Returns the facts of subjects that begin with `owner` and a colon, by name. If `owner` is empty, returns facts of
   * the whole family.
   */
  factsOf<F extends object>(family: FactFamily<F>, owner: string, limit: number): Promise<FactList<F>>;
  /**
   * Returns facts whose agreed profession equals this one, ignoring case (domain/values/realm_key.ts), by
   * subject.
   */
  factsOfProfession<F extends { readonly profession?: object }>(
    family: FactFamily<F>,
    profession: string,
  ): Promise<readonly SubjectFact<F>[]>;
  /** Returns the agreed professions of all recipes, in each of their spellings, by spelling. */
  professions(): Promise<readonly string[]>;
  /** Returns NPCs with pins around a point of a map, from the `limit` nearest pins. */
  pinsNear(mapId: number, around: PinSearch, limit: number): Promise<NearPins>;
  /** Returns the roles of these NPCs, by NPC, in the order of NPC_ROLES. NPCs without a role are omitted. */
  rolesAmong(npcIds: readonly number[]): Promise<ReadonlyMap<number, readonly NpcRole[]>>;
  /**
   * Returns NPCs that players met in a zone and that have one of these roles (any role if empty), by id after
   * `after`.
   */
  npcsMetIn(mapId: number, roles: readonly NpcRole[], after: number, limit: number): Promise<readonly number[]>;
  /** Returns the zones in which players met a quest giver, by id. */
  questZones(limit: number): Promise<readonly number[]>;
  /** Returns quests whose agreed giver was met in a zone, by id, at most `limit`. */
  questsGivenIn(mapId: number, limit: number): Promise<readonly number[]>;
  /** Returns the facts that name an entity, by family and member. An item's market values count as naming it. */
  mentionsOf(type: MentionedType, id: number): Promise<readonly Mentions[]>;
}
