import type { FactBody } from '../../../domain/ports/facts.ts';
import type { DocumentMeta } from '../../../domain/ports/knowledge.ts';
import type { SnapshotRow } from '../../../domain/ports/snapshot_view.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import type { Stores } from '../snapshot/support.ts';

/** Returns a fact with a name that three installs agree on. */
export function named(value: string): FactBody {
  return { name: { value, installs: 3 } };
}

/** Writes the next snapshot with these facts. */
export async function state(
  on: Stores,
  ...facts: readonly (readonly [family: string, subject: string, body: FactBody | null])[]
): Promise<void> {
  const n = ((await on.snapshots.newest())?.n ?? 0) + 1;
  const stated = facts.map(([family, subject, body]) => ({ family, subject, body }));
  await on.snapshots.write(snapshotChange(n, { facts: stated }));
}

/** Returns a guide of a wiki. `id` has no document prefix. */
export function document(id: string, name: string, text = ''): DocumentMeta {
  return {
    id: `doc:${id}`,
    kind: 'guide',
    extId: null,
    name,
    text,
    url: null,
    source: 'A wiki',
    licence: 'CC0',
    date: '2026-01-02',
    version: null,
  };
}

/** Imports these documents as the complete set. */
export async function takeIn(on: Pick<Stores, 'snapshots'>, documents: readonly DocumentMeta[]): Promise<SnapshotRow> {
  const n = await on.snapshots.beginDocuments();
  await on.snapshots.addDocuments(n, documents);
  return await on.snapshots.finishDocuments(n, 5);
}
