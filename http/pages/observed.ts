import type { Attribution } from '../../schema/responses/attribution.ts';
import type { GameDataNotice } from '../../schema/responses/gameDataNotice.ts';
import type { PageContent } from './layout.ts';

/** What every answer with observed facts says of them (domain/tools/shared/page.ts). */
export interface Whose {
  readonly dataAsOf: string | null;
  readonly attribution: Attribution;
  readonly gameData?: GameDataNotice | null;
}

/** The same as the layout shows it at a page's end. */
export const whoseOf = ({ dataAsOf, attribution, gameData }: Whose): Pick<PageContent, 'observed' | 'gameData'> => ({
  observed: { attribution, dataAsOfMs: dataAsOf === null ? null : Date.parse(dataAsOf) },
  gameData: gameData ?? null,
});
