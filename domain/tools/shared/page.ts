import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { GameDataNotice } from '../../../schema/responses/gameDataNotice.ts';
import { buildGameDataNotice } from '../../game_files/import/notice.ts';
import type { SnapshotView } from '../../ports/snapshot_view.ts';
import { shareReads } from '../../reads/entities/read_once.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { describeOtherRealms } from '../../reads/realms.ts';
import { readFromSnapshot } from '../../reads/served_build.ts';
import { createAttribution, type Publisher } from '../../values/attribution.ts';
import { toInstantOrNull } from '../../values/instant.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { ok, type Result } from '../../values/result.ts';
import type { ToolContext } from '../tool.ts';
import { explainEmptiness, REPORTS_HINT } from './empty_hints.ts';

/** An answer from a tool that shows observed facts (schema/tools/parts.ts, pageAnswer). */
export interface PageAnswer<P> {
  readonly connected: boolean;
  readonly dataAsOf: string | null;
  readonly page?: P;
  readonly reason?: string;
  readonly url?: string;
  readonly attribution: Attribution;
  readonly gameData?: GameDataNotice | null;
}

/**
 * The result of a tool: a page, or a sentence that explains why there is none. `fromFiles` is true if the page shows
 * rows of the imported build. `hint` says how to add the missing data; by default, by uploading reports.
 */
type FoundPage<P> =
  | { readonly page: P; readonly url?: string; readonly fromFiles?: boolean }
  | { readonly none: string; readonly hint?: string; readonly url?: string };

/**
 * Answers with a page of the newest snapshot. Before the first upload, says so without reading anything, unless
 * `filesAlone` is set and a build is imported. If the build is replaced during the read, reads again. Returns a
 * `Result` as all tools do, but never a refusal.
 */
export async function answerPage<P>(
  context: ToolContext,
  read: (snapshot: PublishedSnapshot) => Promise<FoundPage<P>>,
  { filesAlone = false }: { readonly filesAlone?: boolean } = {},
): Promise<Result<PageAnswer<P>, never>> {
  const { snapshot, snapshots, publisher } = context;
  const view = snapshot?.view ?? null;
  const reason = explainEmptiness(view);
  if (snapshot === null || (reason !== null && !(filesAlone && snapshot.view.game !== null))) {
    return ok({ connected: false, reason: reason!, ...buildCreditFields({ view, publisher }) });
  }
  const { snapshot: newest, value } = await readFromSnapshot(snapshots, snapshot, (one) =>
    read(shareReads(one, publisher)),
  );
  const credit = buildCreditFields({ view: newest.view, publisher });
  const head = { connected: credit.dataAsOf !== null, ...credit };
  const url = value.url === undefined ? {} : { url: value.url };
  if ('none' in value)
    return ok({
      ...head,
      reason: explainEmptiness(newest.view) ?? `${value.none} ${value.hint ?? REPORTS_HINT}`.trim(),
      ...url,
    });
  const gameData =
    value.fromFiles === true && newest.view.game !== null ? { gameData: buildGameDataNotice(newest.view.game) } : {};
  return ok({ ...head, page: value.page, ...url, ...gameData });
}

/** Returns the age of observed data, and the credit for it. */
export function buildCreditFields({
  view,
  publisher,
}: {
  readonly view: SnapshotView | null;
  readonly publisher: Publisher;
}) {
  return { dataAsOf: toInstantOrNull(view?.row.dataAsOfMs ?? null), attribution: createAttribution(publisher) };
}

/** Returns the closing lines (data age and credit) of a text that contains observed data. */
export function renderCredit({ dataAsOf, attribution, gameData }: PageAnswer<unknown>): readonly string[] {
  return [
    dataAsOf === null ? 'No data yet.' : `Data received up to ${dataAsOf}.`,
    `${attribution.credit} (${attribution.licence}), ${attribution.source}`,
    ...(gameData == null ? [] : [`Also ${gameData.label}, build ${gameData.build}.`]),
  ];
}

const TEXT_ROWS_MAX = 18;

/** Renders the first rows of a list on one line each, and "and 3 more." if the list has more. */
export function renderRowsWithRest<T>(rows: readonly T[], total: number, line: (row: T) => string): readonly string[] {
  const shown = rows.slice(0, TEXT_ROWS_MAX);
  return [...shown.map(line), ...(total > shown.length ? [`and ${total - shown.length} more.`] : [])];
}

/** Renders a list under a title, as by `renderBullets`. An empty list has no lines. */
export function renderTitledList(
  title: string,
  lines: readonly string[],
  max: number,
  total = lines.length,
  url: string | null = null,
): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...renderBullets(lines, max, total, null, url)];
}

/**
 * Renders a list with one line per entry: at most `max` lines, then how many more there are. `total` is the length of the
 * whole list if `lines` is a part of it. `noun` names an entry in the last line, and `url` is the page with the others.
 */
export function renderBullets(
  lines: readonly string[],
  max: number,
  total = lines.length,
  noun: string | null = null,
  url: string | null = null,
): readonly string[] {
  const left = total - Math.min(lines.length, max);
  const more = noun === null ? `${left} more` : formatQuantity(left, `more ${noun}`);
  return [
    ...lines.slice(0, max).map((line) => `- ${line}`),
    ...(left > 0 ? [`- and ${more}${url === null ? '' : `: ${url}`}`] : []),
  ];
}

/** Renders the text of a page tool: the page, or the reason why there is none, followed by age and credit. */
export function renderPage<P>(answer: PageAnswer<P>, tell: (page: P) => readonly string[]): readonly string[] {
  return [
    ...(answer.page === undefined ? [answer.reason ?? 'No public data for this yet.'] : tell(answer.page)),
    ...describeOtherRealms(answer.page ?? {}),
    ...renderCredit(answer),
  ];
}
