import type { ExportDraft, ExportEvidence, ExportRows, ExportSource } from '../ports/exports.ts';
import { evidenceRows } from '../reads/datasets/evidence_rows.ts';
import type { MoreFile } from './more_files.ts';

export const EVIDENCE_FILE = 'evidence.ndjson';

/**
 * Writes the evidence behind the snapshot (contract, section 4, Evidence). `goOn` is called after each batch. Returns
 * null once it returned false.
 */
export async function writeEvidence(
  source: ExportSource,
  evidence: ExportEvidence,
  draft: ExportDraft,
  goOn: () => Promise<boolean>,
): Promise<MoreFile | null> {
  let isStopped = false;
  async function* rows(): AsyncIterable<ExportRows> {
    for await (const batch of evidenceRows(source, evidence)) {
      yield batch;
      isStopped = !(await goOn());
      if (isStopped) return;
    }
  }
  const written = await draft.write(EVIDENCE_FILE, rows());
  if (isStopped) return null;
  return {
    ...written,
    name: EVIDENCE_FILE,
    dataset: 'evidence',
    format: 'ndjson',
    rowsOf: 'exportEvidence',
    field: 'evidence',
  };
}
