import { coverage, sourceOfSubject, subjectOfSource, withLooters } from '../families/coverage.ts';
import type { ChangedEvidence, DirtySource, TalliedSubject } from '../ports/evidence.ts';
import type { FactUpdate } from '../ports/facts.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { pages, sourcePages } from './drop_changes.ts';

/** Yields coverage facts of subjects with new reports and of sources whose looters changed. A fact may appear twice. */
export async function* coverageChanges(
  evidence: ChangedEvidence,
  pageSubjects: number,
): AsyncGenerator<readonly FactUpdate[]> {
  for await (const page of pages((after) => evidence.dirtyTallies(coverage.name, after, pageSubjects))) {
    yield await coverageOf(evidence, page);
  }
  for await (const page of sourcePages(evidence)) yield* coverageOfSources(evidence, page.filter(hasNewCoverage));
}

function hasNewCoverage({ reporters, reportersBefore }: DirtySource): boolean {
  return reporters !== reportersBefore && (!isCorroborated(reporters) || !isCorroborated(reportersBefore));
}

/** Yields the coverage facts of sources, including sources without any other reports. */
async function* coverageOfSources(
  evidence: ChangedEvidence,
  sources: readonly DirtySource[],
): AsyncGenerator<readonly FactUpdate[]> {
  const left = new Set(sources.map(({ source }) => subjectOfSource(source)));
  if (left.size === 0) return;
  for await (const page of pages((after) => evidence.tallies(coverage.name, [...left], after))) {
    for (const { subject } of page) left.delete(subject);
    yield await coverageOf(evidence, page);
    if (left.size === 0) return;
  }
  const unreported = [...left].map((subject) => ({ subject, tallies: [] }));
  yield await coverageOf(evidence, unreported);
}

async function coverageOf(
  evidence: ChangedEvidence,
  subjects: readonly TalliedSubject[],
): Promise<readonly FactUpdate[]> {
  const sources = subjects.map(({ subject }) => sourceOfSubject(subject));
  const looters = await evidence.looters(sources.filter((source) => source !== null));
  let next = 0;
  return subjects.map(({ subject, tallies }, i) => {
    const source = sources[i]!;
    const counted = source === null ? tallies : withLooters(tallies, source, looters[next++]!);
    return { family: coverage.name, subject, body: coverage.facts(subject, counted) };
  });
}
