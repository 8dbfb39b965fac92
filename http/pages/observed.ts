import { attributionOf } from '../../domain/values/attribution.ts';
import type { Attribution } from '../../schema/responses/attribution.ts';
import type { GameDataNotice } from '../../schema/responses/gameDataNotice.ts';
import type { AppSettings } from '../context.ts';
import type { PageContent } from './layout.ts';

/** What every answer with observed facts says of them (domain/tools/shared/page.ts). */
export interface ObservedFooter {
  readonly dataAsOf: string | null;
  readonly attribution: Attribution;
  readonly gameData?: GameDataNotice | null | undefined;
}

/** The same as the layout shows it at a page's end. */
export function observedFooter({
  dataAsOf,
  attribution,
  gameData,
}: ObservedFooter): Pick<PageContent, 'observed' | 'gameData'> {
  return {
    observed: { attribution, dataAsOfMs: dataAsOf === null ? null : Date.parse(dataAsOf) },
    gameData: gameData ?? null,
  };
}

/** Whose the facts are that a page read from a snapshot, and how old; null: none was ever written, or none in particular. */
export function observedIn(
  view: { readonly row: { readonly dataAsOfMs: number | null } } | null,
  settings: AppSettings,
): NonNullable<PageContent['observed']> {
  return {
    attribution: attributionOf(settings),
    dataAsOfMs: view?.row.dataAsOfMs ?? null,
  };
}
