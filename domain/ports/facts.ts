import type { NpcRole } from '../../schema/vocabulary.ts';
import type { SnapshotView } from './snapshot_view.ts';

/**
 * What is public of a subject: a JSON object. A member that changes from one snapshot to the next is a line of the
 * change log, so every member is one field of the subject; counts of installs stand inside the members.
 */
export type FactBody = Readonly<Record<string, unknown>>;

/** A fact family as a reader asks for it: its name, and of which type its facts are. */
export interface FactFamily<F extends object> {
  readonly name: string;
  /** Never there: it carries the type. */
  readonly fact?: F;
}

/** How many installs hold a value to be true. */
export interface Tally {
  readonly field: string;
  readonly value: string;
  /** Distinct installs whose newest report says so. */
  readonly installs: number;
  /** The kept count of the same (domain/values/witnesses.ts), if IPv6 installs are among them. */
  readonly kept?: number;
  /**
   * UTC days since 1970: the three earliest of the installs' first days, ascending, and the three latest of their last
   * days, descending; fewer where fewer installs say so, none where the roll-up is not dated.
   */
  readonly firstDays: readonly number[];
  readonly lastDays: readonly number[];
}

/** What one install says of a field. */
export interface Witness {
  readonly installN: number;
  readonly field: string;
  readonly value: string;
  readonly atMs: number;
}

export interface CoveringGrant {
  readonly n: number;
  /** Issued by the holder of the install id, not by the operator. */
  readonly self: boolean;
}

/** What is public of one subject of a roll-up from now on; null: nothing. */
export interface StatedFact {
  readonly family: string;
  readonly subject: string;
  readonly body: object | null;
}

/** What is public of one subject of a roll-up. */
export interface SubjectFact<F extends object = FactBody> {
  readonly subject: string;
  readonly body: F;
}

/** The first facts of a list, by subject, and how many it has. */
export interface FactList<F extends object = FactBody> {
  readonly facts: readonly SubjectFact<F>[];
  readonly total: number;
}

/** What public facts about something else may name. */
export type MentionedType = 'item' | 'npc' | 'quest';

/** Where an entity is named by public facts that are about something else (domain/families/lookups/mentioned.ts). */
export interface Mentions {
  readonly family: string;
  /** The part of the facts that names it. */
  readonly member: string;
  /** What the facts are about: the first MENTIONED_MAX of them, ids by their size. */
  readonly subjects: readonly string[];
  /** How many there are, those beyond the limit included. */
  readonly total: number;
}

/** The first subjects that name one entity, and how many do. */
export interface OfOne {
  readonly subjects: readonly string[];
  readonly total: number;
}

/** Facts that are listed of those that name an entity in one way. */
export const MENTIONED_MAX = 200;

/** A place on a map in percent of its width and height, and what to look for around it. */
export interface Around {
  readonly x: number;
  readonly y: number;
  /** How far to look, in percent. */
  readonly radius: number;
  /** Who is looked for; null: everyone. */
  readonly role: NpcRole | null;
  /** The width and height of the map in yards, by which the nearest is found; null: unknown, percent count then. */
  readonly yards: readonly [width: number, height: number] | null;
}

/** Who stands near a place. */
export interface NearPins {
  /** NPCs looked for that have a place within the radius, those of the nearest places first, each once. */
  readonly npcIds: readonly number[];
  /** Places of theirs within the radius. */
  readonly total: number;
  /** Places on the whole map, whoever has them. */
  readonly onMap: number;
}

/** Facts of one profession that are read at once at most. */
export const PROFESSION_FACTS_MAX = 2_000;

/** Reads what is public of the subjects of fact families. */
export interface FactReader {
  /** What is public of one subject of a roll-up; null: nothing. */
  fact<F extends object>(view: SnapshotView, family: FactFamily<F>, subject: string): Promise<F | null>;
  /** The same of many subjects, by subject; those of which nothing is public are left out. */
  factsAmong<F extends object>(
    view: SnapshotView,
    family: FactFamily<F>,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, F>>;
  /** Of which of these subjects anything is public, without what. */
  publicAmong(
    view: SnapshotView,
    family: FactFamily<object>,
    subjects: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /** Those of subjects of several families, by family and subject. */
  factsOfFamilies(
    view: SnapshotView,
    asked: readonly { readonly family: FactFamily<object>; readonly subjects: readonly string[] }[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, object>>>;
  /** The facts of the subjects that begin with `owner` and a colon, by name; owner '': of all of the family. */
  factsOf<F extends object>(
    view: SnapshotView,
    family: FactFamily<F>,
    owner: string,
    limit: number,
  ): Promise<FactList<F>>;
  /** Facts whose agreed profession is this one in any case (domain/intake/realm_cap.ts, realmKey), by subject. */
  factsOfProfession<F extends { readonly profession?: object }>(
    view: SnapshotView,
    family: FactFamily<F>,
    profession: string,
  ): Promise<readonly SubjectFact<F>[]>;
  /** The professions that any recipe is agreed to be of, in each of their spellings, by spelling. */
  professions(view: SnapshotView): Promise<readonly string[]>;
  /** NPCs with pins around a place of a map: those of the `limit` nearest places. */
  pinsNear(view: SnapshotView, mapId: number, around: Around, limit: number): Promise<NearPins>;
  /** What these NPCs do for players, by NPC, in the order of NPC_ROLES; those that do nothing are left out. */
  rolesAmong(view: SnapshotView, npcIds: readonly number[]): Promise<ReadonlyMap<number, readonly NpcRole[]>>;
  /** The subjects of a family whose facts name any of these in one member, by what they name: the first `each` of one. */
  mentionedBy(
    view: SnapshotView,
    { type, ids }: { readonly type: MentionedType; readonly ids: readonly number[] },
    { family, member }: { readonly family: FactFamily<object>; readonly member: string },
    each: number,
  ): Promise<ReadonlyMap<number, OfOne>>;
  /** NPCs that players met in a zone and that have one of these roles (none named: all), by id behind `after`. */
  npcsMetIn(
    view: SnapshotView,
    mapId: number,
    roles: readonly NpcRole[],
    after: number,
    limit: number,
  ): Promise<readonly number[]>;
  /** The zones in which players met anybody who gives a quest, by id. */
  questZones(view: SnapshotView, limit: number): Promise<readonly number[]>;
  /** Quests whose agreed giver players met in a zone, by their ids, at most `limit`. */
  questsGivenIn(view: SnapshotView, mapId: number, limit: number): Promise<readonly number[]>;
  /** Where an entity is named, by family and member; an item's market values name it, too. */
  mentionsOf(view: SnapshotView, type: MentionedType, id: number): Promise<readonly Mentions[]>;
}
