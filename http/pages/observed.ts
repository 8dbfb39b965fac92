import { buildGameDataNotice } from '../../domain/game_files/import/notice.ts';
import type { SnapshotView } from '../../domain/ports/snapshot_view.ts';
import { createAttribution } from '../../domain/values/attribution.ts';
import type { Attribution } from '../../schema/responses/attribution.ts';
import type { GameDataNotice } from '../../schema/responses/gameDataNotice.ts';
import type { AppSettings } from '../context.ts';
import type { PageContent } from './layout.ts';
import { FILE_FACT_MARK } from './parts/facts.ts';

/** The fields that every answer with observed facts has (domain/tools/shared/page.ts). */
export interface ObservedFooter {
  readonly dataAsOf: string | null;
  readonly attribution: Attribution;
  readonly gameData?: GameDataNotice | null | undefined;
}

/** Converts the fields for the layout, which shows them at the end of the page. */
export function createObservedFooter({
  dataAsOf,
  attribution,
  gameData,
}: ObservedFooter): Pick<PageContent, 'observed' | 'gameData'> {
  return {
    observed: { attribution, dataAsOfMs: dataAsOf === null ? null : Date.parse(dataAsOf) },
    gameData: gameData ?? null,
  };
}

/** Returns the attribution and age of facts read from a view. The age is null without a view. */
export function describeObserved(
  view: { readonly row: { readonly dataAsOfMs: number | null } } | null,
  settings: AppSettings,
): NonNullable<PageContent['observed']> {
  return { attribution: createAttribution(settings), dataAsOfMs: view?.row.dataAsOfMs ?? null };
}

/**
 * Returns the end of a page with facts read from a view: their attribution and age and, if `main` has data marked as
 * from the game's files, the notice of the build. Text in `main` cannot imitate the mark, because `html` escapes it.
 */
export function createSnapshotFooter(
  view: SnapshotView,
  settings: AppSettings,
  main: unknown,
): Pick<PageContent, 'observed' | 'gameData'> {
  const { game } = view;
  const hasMark = String(main).includes(String(FILE_FACT_MARK));
  return {
    observed: describeObserved(view, settings),
    gameData: game !== null && hasMark ? buildGameDataNotice(game) : null,
  };
}
