import { type CoverageFact, coverage, findEntityKind, formatCoverageSubject } from '../families/coverage.ts';
import { toSubject } from '../families/lookups/change_subjects.ts';
import type { ChangeLine } from '../ports/change_log.ts';
import type { CoverageKind } from '../ports/coverage.ts';
import type { SnapshotRow } from '../ports/snapshot_view.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import type { ReportedFact, ReportedSubject, UploadContents } from '../ports/upload_contents.ts';
import type { LocalizedText } from '../values/language.ts';
import { filterPublicIds, NAMED_ENTITIES, readNames } from './names.ts';

/** Maximum number of subjects per list. An upload may have reported more. */
export const UPLOAD_SUBJECTS_MAX = 200;

/** State of an upload in the public data (contract, section 2, What became of an upload). */
export interface UploadFate {
  /** The snapshot that first included the upload, or null if the next one will. */
  readonly taken: Pick<SnapshotRow, 'n' | 'writtenAtMs'> | null;
  /** The reported facts that became public after they were reported and still are. Empty until a snapshot includes them. */
  readonly confirmed: readonly ChangeLine[];
  /**
   * The reported subjects, keyed by their state in the newest snapshot. Entities with confirmed facts are not repeated
   * among the public ones. Null until a snapshot includes the upload.
   */
  readonly status: Readonly<Record<SubjectStatus, SubjectList>> | null;
}

/**
 * `public`: there are public facts. `one`: coverage says that one install is missing. `open`: nothing is public, for
 * any other reason. More detail is deliberately not published. Otherwise, the sender of a withheld install could notice
 * that its subjects are missing from the subjects that need two more installs.
 */
export type SubjectStatus = 'public' | 'one' | 'open';

export interface SubjectList {
  /** The first UPLOAD_SUBJECTS_MAX subjects. */
  readonly subjects: readonly UploadSubject[];
  readonly total: number;
}

interface UploadSubject extends ReportedSubject {
  /** The public name. Absent if there is none. */
  readonly name?: LocalizedText;
}

/**
 * Returns the state of the subjects that an upload reported, without duplicates. Uses public data only, so that it
 * reveals neither a third witness nor a withheld install.
 */
export async function readUploadFate(
  snapshot: Snapshot,
  { reportedSubjects, reportedFacts, lastSeq }: UploadContents,
): Promise<UploadFate> {
  const taken = await snapshot.log.firstWith(lastSeq);
  if (taken === null) return { taken: null, confirmed: [], status: null };
  const standingOf = await createStatusFinder(snapshot, reportedSubjects);
  const confirmed = await readConfirmedLines(snapshot, reportedFacts);
  const confirmedEntities = new Set(confirmed.map(formatLineEntityKey));
  const lists: Record<SubjectStatus, ReportedSubject[]> = { public: [], one: [], open: [] };
  for (const subject of reportedSubjects) {
    const status = standingOf(subject);
    if (status !== 'public' || !confirmedEntities.has(formatEntityKey(subject))) lists[status].push(subject);
  }
  const shown = Object.values(lists).flatMap(takeFirstSubjects);
  const names = await readSubjectNames(snapshot, shown);
  const cut = (list: readonly ReportedSubject[]): SubjectList => ({
    subjects: takeFirstSubjects(list).map((subject) => {
      const name = names.get(formatEntityKey(subject));
      return name === undefined ? subject : { ...subject, name };
    }),
    total: list.length,
  });
  return {
    taken,
    confirmed,
    status: { public: cut(lists.public), one: cut(lists.one), open: cut(lists.open) },
  };
}

/** Maximum number of lines of the change log that are read. Later lines of an upload are not counted. */
const CHANGE_LINES_MAX = 10_000;

/**
 * Returns the lines by which these facts became public after they were received. The log does not say who reported a
 * fact, so a line does not prove that this upload was the third report.
 */
async function readConfirmedLines(snapshot: Snapshot, facts: readonly ReportedFact[]): Promise<readonly ChangeLine[]> {
  const receivedAt = new Map(facts.map((fact) => [formatFactKey(fact), fact.receivedAtMs]));
  const sinceMs = Math.min(...receivedAt.values());
  const lines = facts.length === 0 ? [] : await snapshot.log.publications(facts, sinceMs, CHANGE_LINES_MAX);
  const confirmed = new Map<string, ChangeLine>();
  for (const line of lines) {
    const key = formatFactKey(line);
    if (line.change === 'withdrawn') confirmed.delete(key);
    else if (line.atMs > (receivedAt.get(key) ?? Number.POSITIVE_INFINITY)) confirmed.set(key, line);
  }
  return [...confirmed.values()];
}

function formatFactKey({ family, subject, field }: Pick<ChangeLine, 'family' | 'subject' | 'field'>): string {
  return JSON.stringify([family, subject, field]);
}

function takeFirstSubjects(list: readonly ReportedSubject[]): readonly ReportedSubject[] {
  return list.slice(0, UPLOAD_SUBJECTS_MAX);
}

/** Returns a function that gives the state of a subject. Uses one read per family. */
async function createStatusFinder(
  snapshot: Snapshot,
  told: readonly ReportedSubject[],
): Promise<(subject: ReportedSubject) => SubjectStatus> {
  const subjects = told.map(({ kind, id }) => formatCoverageSubject(kind, id));
  const waiting = await snapshot.factsAmong<CoverageFact>(coverage, [...new Set(subjects)]);
  const missingOf = ({ kind, id }: ReportedSubject) => waiting.get(formatCoverageSubject(kind, id))?.missing[kind];
  const shown = await createPublicTests(
    snapshot,
    told.filter((subject) => missingOf(subject) === undefined),
  );
  return (subject) => {
    const missing = missingOf(subject);
    if (missing !== undefined) return missing === 1 ? 'one' : 'open';
    return shown[subject.kind](subject.id) ? 'public' : 'open';
  };
}

/** Returns the entity's key, such as `npc:25`. The goods of a vendor also have the NPC's key. */
function formatEntityKey({ kind, id }: ReportedSubject): string {
  return `${findEntityKind(kind)}:${id}`;
}

function formatLineEntityKey(line: ChangeLine): string {
  const { kind, id } = toSubject(line) ?? { kind: '', id: null };
  return `${kind === 'vendor' || kind === 'trainer' ? 'npc' : kind}:${id}`;
}

async function readSubjectNames(
  snapshot: Snapshot,
  shown: readonly ReportedSubject[],
): Promise<ReadonlyMap<string, LocalizedText>> {
  const named = new Map<string, LocalizedText>();
  for (const entity of NAMED_ENTITIES) {
    const ids = shown.filter(({ kind }) => findEntityKind(kind) === entity).map(({ id }) => id);
    if (ids.length === 0) continue;
    const names = await readNames(snapshot, entity, [...new Set(ids)]);
    for (const [id, name] of names) named.set(`${entity}:${id}`, name);
  }
  return named;
}

/** For each kind, a function that returns whether anything of that kind is public for an id. */
type PublicKinds = Readonly<Record<CoverageKind, (id: number) => boolean>>;

async function createPublicTests(snapshot: Snapshot, told: readonly ReportedSubject[]): Promise<PublicKinds> {
  const idsOf = (...kinds: readonly CoverageKind[]): readonly number[] =>
    told.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const facts = new Map<CoverageKind, ReadonlySet<number>>();
  for (const entity of NAMED_ENTITIES) {
    const found = await filterPublicIds(snapshot, entity, idsOf(entity));
    facts.set(entity, found);
  }
  const roles = await snapshot.rolesAmong(idsOf('vendor', 'trainer'));
  const looted = await snapshot.rates.publicSources('npc', idsOf('npc_loot'));
  const objects = await snapshot.rates.publicSources('object', idsOf('object'));
  const hasFact = (kind: CoverageKind) => (id: number) => facts.get(kind)?.has(id) === true;
  return {
    npc: hasFact('npc'),
    npc_loot: (id) => looted.has(id),
    vendor: (id) => roles.get(id)?.includes('sells') === true,
    trainer: (id) => roles.get(id)?.includes('trains') === true,
    object: (id) => objects.has(id),
    item: hasFact('item'),
    quest: hasFact('quest'),
    recipe: hasFact('recipe'),
    zone: hasFact('zone'),
  };
}
