import { attributionOf } from '../../domain/values/attribution.ts';
import type { Attribution } from '../../schema/responses/attribution.ts';
import type { GameDataNotice } from '../../schema/responses/gameDataNotice.ts';
import type { AppSettings } from '../context.ts';
import type { PageContent } from './layout.ts';

/** The fields that every answer with observed facts has (domain/tools/shared/page.ts). */
export interface ObservedFooter {
  readonly dataAsOf: string | null;
  readonly attribution: Attribution;
  readonly gameData?: GameDataNotice | null | undefined;
}

/** Converts the fields for the layout, which shows them at the end of the page. */
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

/** Returns the attribution and age of facts read from a view. The age is null without a view. */
export function observedIn(
  view: { readonly row: { readonly dataAsOfMs: number | null } } | null,
  settings: AppSettings,
): NonNullable<PageContent['observed']> {
  return { attribution: attributionOf(settings), dataAsOfMs: view?.row.dataAsOfMs ?? null };
}
