import { coverage, sourceOfSubject, subjectOfSource, withLooters } from '../families/coverage.ts';
import type { Source } from '../ports/drops.ts';
import type { ChangedEvidence, TalliedSubject } from '../ports/evidence.ts';
import type { FactUpdate, Tally } from '../ports/facts.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { sourcePages } from './drop_changes.ts';

/**
 * Yields coverage facts of every subject with new reports, and of every source that gained or lost looters. A subject
 * may be yielded twice with the same facts.
 */
export async function* coverageChanges(
  evidence: ChangedEvidence,
  pageSubjects: number,
): AsyncGenerator<readonly FactUpdate[]> {
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<ChangedEvidence['dirtyTallies']>> = await evidence.dirtyTallies(
      ...([coverage.name, after, pageSubjects] as const),
    );
    yield await factsOf(evidence, page.rows);
    after = page.next;
  }
  for await (const page of sourcePages(evidence)) {
    {
      const moved = page.filter(
        (one) =>
          one.reporters !== one.reportersBefore &&
          (!isCorroborated(one.reporters) || !isCorroborated(one.reportersBefore)),
      );
      yield* factsOfSources(
        evidence,
        moved.map(({ source }) => source),
      );
    }
  }
}

/** Yields the coverage facts of sources, including those without any other reports. */
async function* factsOfSources(
  evidence: ChangedEvidence,
  sources: readonly Source[],
): AsyncGenerator<readonly FactUpdate[]> {
  const left = new Set(sources.map(subjectOfSource));
  for (let after: number | null = 0; after !== null && left.size > 0; ) {
    const page: Awaited<ReturnType<ChangedEvidence['tallies']>> = await evidence.tallies(
      ...([coverage.name, [...left], after] as const),
    );
    for (const { subject } of page.rows) left.delete(subject);
    yield await factsOf(evidence, page.rows);
    after = page.next;
  }
  yield await factsOf(
    evidence,
    [...left].map((subject) => ({ subject, tallies: [] })),
  );
}

async function factsOf(evidence: ChangedEvidence, subjects: readonly TalliedSubject[]): Promise<readonly FactUpdate[]> {
  const sources = subjects.map(({ subject }) => sourceOfSubject(subject));
  const looters = await evidence.looters(sources.filter((source) => source !== null));
  let next = 0;
  const tallies = subjects.map((one, i): readonly Tally[] => {
    const source = sources[i]!;
    return source === null ? one.tallies : withLooters(one.tallies, source, looters[next++]!);
  });
  return subjects.map(({ subject }, i) => ({
    family: coverage.name,
    subject,
    body: coverage.facts(subject, tallies[i]!),
  }));
}
