import { COVERAGE_KINDS, type Game } from '../../schema/vocabulary.ts';
import type { AnonymousRecord } from '../families/counting/family.ts';
import { compareNumbers, compareStrings } from '../families/counting/order.ts';
import { findSubject } from '../families/coverage.ts';
import { listReportedChanges } from '../families/lookups/reported_changes.ts';
import type { OperatorStore } from '../ports/operator.ts';
import {
  REPORTED_FACTS_MAX,
  type ReportedFact,
  type ReportedSubject,
  type UploadContents,
} from '../ports/upload_contents.ts';
import type { FoundUpload, UploadSummary } from '../ports/uploads.ts';
import { belongsToGame } from '../values/game.ts';
import { sumNumbers } from '../values/sum_of.ts';

/** Returns the contents of an upload, or null if no upload is stored under this id. */
export async function describeUpload(
  store: Pick<OperatorStore, 'upload'>,
  uploadId: string,
  game: Game | null,
): Promise<UploadContents | null> {
  const found = await store.upload(uploadId);
  return found === null ? null : buildUploadContents(found, belongsToGame(found.client, game));
}

function buildUploadContents(
  { receivedAtMs, summary, lastSeq, damaged, records }: FoundUpload,
  isCounted: boolean,
): UploadContents {
  const bodies = isCounted ? records.map(({ body }) => JSON.parse(body) as AnonymousRecord) : [];
  return {
    uploads: 1,
    uploadsRead: 1,
    receivedAtMs,
    summary,
    lastSeq,
    damaged,
    uncounted: isCounted ? 0 : 1,
    storedByKind: toSortedCounts(sumCountsByKind(records.map(({ kind }) => ({ [kind]: 1 })))),
    reportedSubjects: omitRepeatedSubjects(bodies.flatMap((record) => findSubject(record) ?? [])),
    reportedFacts: omitRepeatedFacts(yieldReportedFacts(bodies, receivedAtMs)),
  };
}

/** Returns the number of records that the uploads described here first brought. */
export function countStoredRecords({ storedByKind }: Pick<UploadContents, 'storedByKind'>): number {
  return sumNumbers(storedByKind.map(({ records }) => records));
}

/** Yields the facts of one record after the other, so that none are computed beyond the maximum. */
function* yieldReportedFacts(records: readonly AnonymousRecord[], receivedAtMs: number): Generator<ReportedFact> {
  for (const record of records) {
    for (const { family, subject, field } of listReportedChanges(record))
      yield { family, subject, field, receivedAtMs };
  }
}

/** Combines the uploads of a session, in the order in which they were received. There must be at least one. */
export function combineUploads(contents: readonly UploadContents[], uploads: number): UploadContents {
  const [{ receivedAtMs }] = contents as readonly [UploadContents];
  const stored = sumCountsByKind(
    contents.map(({ storedByKind }) => Object.fromEntries(storedByKind.map(({ kind, records }) => [kind, records]))),
  );
  return {
    uploads,
    uploadsRead: contents.length,
    receivedAtMs,
    summary: combineSummaries(contents),
    lastSeq: Math.max(...contents.map(({ lastSeq }) => lastSeq)),
    damaged: sumNumbers(contents.map(({ damaged }) => damaged)),
    uncounted: sumNumbers(contents.map(({ uncounted }) => uncounted)),
    storedByKind: toSortedCounts(stored),
    reportedSubjects: omitRepeatedSubjects(contents.flatMap(({ reportedSubjects: subjects }) => subjects)),
    reportedFacts: omitRepeatedFacts(contents.flatMap(({ reportedFacts: facts }) => facts)),
  };
}

/** Returns null if any summary is unknown, because a sum of the others would look complete. */
function combineSummaries(contents: readonly UploadContents[]): UploadSummary | null {
  const summaries = contents.flatMap(({ summary }) => summary ?? []);
  if (summaries.length < contents.length) return null;
  const codes = new Set(summaries.flatMap(({ refused }) => Object.keys(refused)));
  return {
    repeats: sumCountsByKind(summaries.map(({ repeats }) => repeats)),
    refused: Object.fromEntries(
      [...codes].map((code) => [code, sumCountsByKind(summaries.map(({ refused }) => refused[code] ?? {}))]),
    ),
  };
}

function sumCountsByKind(all: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sum: Record<string, number> = {};
  for (const [kind, count] of all.flatMap(Object.entries<number>)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

function toSortedCounts(counts: Readonly<Record<string, number>>): UploadContents['storedByKind'] {
  return Object.entries(counts)
    .map(([kind, records]) => ({ kind, records }))
    .sort((a, b) => compareStrings(a.kind, b.kind));
}

/** Drops repeated subjects, and orders the others by kind and id. */
function omitRepeatedSubjects(subjects: readonly ReportedSubject[]): readonly ReportedSubject[] {
  const distinct = new Map(subjects.map((subject) => [`${subject.kind}:${subject.id}`, subject]));
  const kindOrder = ({ kind }: ReportedSubject): number => COVERAGE_KINDS.indexOf(kind);
  return [...distinct.values()].sort(
    (a, b) => compareNumbers(kindOrder(a), kindOrder(b)) || compareNumbers(a.id, b.id),
  );
}

/** Keeps the first entry of each fact, and at most REPORTED_FACTS_MAX facts. */
function omitRepeatedFacts(facts: Iterable<ReportedFact>): readonly ReportedFact[] {
  const distinct = new Map<string, ReportedFact>();
  for (const fact of facts) {
    const key = JSON.stringify([fact.family, fact.subject, fact.field]);
    if (!distinct.has(key)) distinct.set(key, fact);
    if (distinct.size === REPORTED_FACTS_MAX) break;
  }
  return [...distinct.values()];
}
