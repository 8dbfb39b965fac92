import type { DataDir } from '../../adapters/data_folder/data_dir.ts';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../adapters/random.ts';
import type { AdmittedRecord } from '../../domain/ports/uploads.ts';
import type { Result } from '../../domain/values/result.ts';
import type { JobTools, RunnableJob } from '../../jobs/job.ts';
import { admitted, upload } from '../support/sample_records.ts';
import { quest, type Seen, wasOffered } from '../support/world.ts';

const AT = '2026-11-20T10:00:00Z';

/** Returns an admitted record. */
export function summary(installId: string, eventId: string, { kind, fields }: Seen, at = AT): AdmittedRecord {
  const body = JSON.stringify({ kind, capturedAt: at, ...fields });
  return admitted({ installId, eventId, kind, capturedAtMs: Date.parse(at), body });
}

export function questTold(installId: string, questId: number, title: string, at = AT): AdmittedRecord {
  return summary(installId, `quest:${questId}:${at}`, wasOffered(quest(questId, title)), at);
}

/** Stores one upload in uploads.db, which no other process may have locked. */
export async function keep(dir: DataDir, records: readonly AdmittedRecord[]): Promise<void> {
  const writer = await openUploadWriter(dir.uploadsDb, { random: systemRandom, create: true });
  await writer.take(upload(records));
  await writer.close();
}

/** Runs a job in this process with these flags. */
export function runJobOn(
  job: RunnableJob,
  tools: JobTools,
  flags: readonly string[] = [],
): Promise<Result<string | null, string>> {
  return job.run(tools, { option: () => null, flag: (name) => flags.includes(name), words: [] });
}
