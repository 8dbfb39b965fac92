import { type Coverage, coverage, coverageSubject, coveredEntity } from '../families/coverage.ts';
import type { CoverageKind } from '../ports/coverage.ts';
import type { DropReader } from '../ports/drops.ts';
import type { FactReader } from '../ports/facts.ts';
import type { KeptUpload, ToldSubject } from '../ports/kept_upload.ts';
import type { SnapshotRow, SnapshotView, ViewReader } from '../ports/snapshot_view.ts';
import type { Worded } from '../values/language.ts';
import { ok, type StorageResult } from '../values/result.ts';
import { NAMED_ENTITIES, readNamedAmong } from './names.ts';

/** Subjects of one list; there may be more. */
export const UPLOAD_SUBJECTS_MAX = 200;

/** What became of an upload in the public data (contract, section 2, What became of an upload). */
export interface UploadFate {
  /** The snapshot that took it in; null: the next one will. */
  readonly taken: Pick<SnapshotRow, 'n' | 'writtenAtMs'> | null;
  /** What it told of, by how that stands in the newest snapshot; all null as long as it is not taken in. */
  readonly standing: Readonly<Record<Standing, SubjectList>> | null;
}

/** `public`: facts of it are; `one`, `two`: so many installs are missing; `open`: neither, such as where installs differ. */
export type Standing = 'public' | 'one' | 'two' | 'open';

export interface SubjectList {
  /** The first UPLOAD_SUBJECTS_MAX of them. */
  readonly subjects: readonly StandingSubject[];
  readonly total: number;
}

export interface StandingSubject extends ToldSubject {
  /** Where one is public. */
  readonly name?: Worded;
}

type Reader = Pick<FactReader, 'factsAmong' | 'rolesAmong'> &
  Pick<DropReader, 'publicSources'> &
  Pick<ViewReader, 'taking'>;

interface Ground {
  readonly reader: Reader;
  readonly view: SnapshotView;
}

/** What became of what an upload told of: each of its subjects once, with what is public and nothing else. */
export const readFate = async (ground: Ground, { told, lastSeq }: KeptUpload): Promise<StorageResult<UploadFate>> => {
  const { reader, view } = ground;
  const taken = await reader.taking(view, lastSeq);
  if (!taken.ok) return taken;
  if (taken.value === null) return ok({ taken: null, standing: null });
  const known = await readKnown(ground, told);
  if (!known.ok) return known;
  const lists: Record<Standing, StandingSubject[]> = { public: [], one: [], two: [], open: [] };
  for (const subject of told) {
    const name = known.value.nameOf(subject);
    lists[known.value.standingOf(subject)].push(name === undefined ? subject : { ...subject, name });
  }
  const cut = (list: readonly StandingSubject[]): SubjectList => ({
    subjects: list.slice(0, UPLOAD_SUBJECTS_MAX),
    total: list.length,
  });
  const standing = { public: cut(lists.public), one: cut(lists.one), two: cut(lists.two), open: cut(lists.open) };
  return ok({ taken: taken.value, standing });
};

/** What is known of subjects, by kind and id. */
interface Known {
  standingOf(subject: ToldSubject): Standing;
  nameOf(subject: ToldSubject): Worded | undefined;
}

/** Everything that is asked of these subjects, in a read for each family. */
const readKnown = async (ground: Ground, told: readonly ToldSubject[]): Promise<StorageResult<Known>> => {
  const { reader, view } = ground;
  const subjects = told.map(({ kind, id }) => coverageSubject(kind, id));
  const waiting = await reader.factsAmong<Coverage>(view, coverage, [...new Set(subjects)]);
  if (!waiting.ok) return waiting;
  const missingOf = ({ kind, id }: ToldSubject) => waiting.value.get(coverageSubject(kind, id))?.missing[kind];
  // An entity that waits itself has no name that is public; its sides may wait where it has one.
  const mayHaveName = told.filter((one) => coveredEntity(one.kind) !== one.kind || missingOf(one) === undefined);
  const named = await readAllNamed(ground, mayHaveName);
  if (!named.ok) return named;
  const shown = await readPublicKinds(ground, told, named.value);
  if (!shown.ok) return shown;
  return ok({
    standingOf: (subject) => {
      const missing = missingOf(subject);
      if (missing !== undefined) return missing === 1 ? 'one' : 'two';
      return shown.value[subject.kind](subject.id) ? 'public' : 'open';
    },
    nameOf: ({ kind, id }) => named.value.get(`${coveredEntity(kind)}:${id}`),
  });
};

/** By entity, such as `npc:25`: its name where one is agreed; those without any fact are left out. */
type AllNamed = ReadonlyMap<string, Worded | undefined>;

const readAllNamed = async (ground: Ground, told: readonly ToldSubject[]): Promise<StorageResult<AllNamed>> => {
  const named = new Map<string, Worded | undefined>();
  for (const entity of NAMED_ENTITIES) {
    const ids = told.filter(({ kind }) => coveredEntity(kind) === entity).map(({ id }) => id);
    if (ids.length === 0) continue;
    const found = await readNamedAmong(ground, entity, [...new Set(ids)]);
    if (!found.ok) return found;
    for (const [id, name] of found.value) named.set(`${entity}:${id}`, name);
  }
  return ok(named);
};

/** For each kind, whether anything of it is public of an id. */
type PublicKinds = Readonly<Record<CoverageKind, (id: number) => boolean>>;

const readPublicKinds = async (
  { reader, view }: Ground,
  told: readonly ToldSubject[],
  named: AllNamed,
): Promise<StorageResult<PublicKinds>> => {
  const idsOf = (...kinds: readonly CoverageKind[]): readonly number[] =>
    told.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const roles = await reader.rolesAmong(view, idsOf('vendor', 'trainer'));
  if (!roles.ok) return roles;
  const looted = await reader.publicSources(view, 'npc', idsOf('npc_loot'));
  if (!looted.ok) return looted;
  const objects = await reader.publicSources(view, 'object', idsOf('object'));
  if (!objects.ok) return objects;
  const hasFact = (kind: CoverageKind) => (id: number) => named.has(`${kind}:${id}`);
  return ok({
    npc: hasFact('npc'),
    npc_loot: (id) => looted.value.has(id),
    vendor: (id) => roles.value.get(id)?.includes('sells') === true,
    trainer: (id) => roles.value.get(id)?.includes('trains') === true,
    object: (id) => objects.value.has(id),
    item: hasFact('item'),
    quest: hasFact('quest'),
    recipe: hasFact('recipe'),
    zone: hasFact('zone'),
  });
};
