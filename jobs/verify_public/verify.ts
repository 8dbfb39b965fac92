import type { PublicReader } from '../../domain/ports/public_reader.ts';
import { type ExportSet, readExportIndex } from './export_index.ts';
import { type RecountResult, recountExport } from './recount.ts';
import { formatReport, sanitizeLine } from './report.ts';
import { compareWithAnswers, createSample } from './sample.ts';

export interface VerifyOptions {
  readonly url: string;
  readonly seed: number;
  readonly progress: (line: string) => void;
}

/** `code` is 0 if everything agrees, 1 if something differs, and 2 if there is nothing to recount. */
export interface VerifyVerdict {
  readonly code: 0 | 1 | 2;
  readonly text: string;
}

/** Number of attempts if a new export is written meanwhile. */
const EXPORT_ATTEMPTS = 3;

/** Recounts the newest export of an instance, and compares some of its rows with answers of the API. */
export async function verifyExport(reader: PublicReader, options: VerifyOptions): Promise<VerifyVerdict> {
  const { url, seed, progress } = options;
  for (let attempt = 1; ; attempt++) {
    const set = await readExportSet(reader, url);
    if (typeof set === 'string') return { code: 2, text: sanitizeLine(set) };
    const sample = createSample(seed);
    const recount = await recountExport(reader, set, { sample, progress });
    if (attempt < EXPORT_ATTEMPTS && hasReadProblem(recount) && (await isExportReplaced(reader, url, set))) continue;
    if (typeof recount === 'string') return { code: 2, text: sanitizeLine(`${url} could not be verified: ${recount}`) };
    progress('comparing answers');
    const answers = await compareWithAnswers(reader, sample.rows(), set.generatedAt);
    const isDifferent = [...recount.lists, answers].some(({ differences }) => differences > 0);
    return { code: isDifferent ? 1 : 0, text: formatReport({ url, set, recount, answers, seed }) };
  }
}

async function readExportSet(reader: PublicReader, url: string): Promise<ExportSet | string> {
  const index = await reader.get('/export/index.json');
  if (index.kind === 'unreachable') return `${url} could not be reached (${index.cause}): check the address.`;
  if (index.status !== 200) {
    return `${url}/export/index.json must be the index of an export; its status is ${index.status}. Either there is no export yet, or this is not the address of an instance. If it redirects (301 to 308), give the address to which it does.`;
  }
  const set = readExportIndex(index.body);
  return typeof set === 'string' ? `${url} could not be verified: ${set}` : set;
}

function hasReadProblem(recount: RecountResult | string): boolean {
  return (
    typeof recount === 'string' || recount.lists.some(({ list, differences }) => list === 'files' && differences > 0)
  );
}

/** Whether the instance has written another export since this one was read. */
async function isExportReplaced(reader: PublicReader, url: string, set: ExportSet): Promise<boolean> {
  const newest = await readExportSet(reader, url);
  return typeof newest !== 'string' && JSON.stringify(newest) !== JSON.stringify(set);
}
