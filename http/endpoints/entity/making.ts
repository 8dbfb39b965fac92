import type { Result } from '../../../domain/values/result.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { GameDataNotice } from '../../../schema/responses/gameDataNotice.ts';
import type { Ask } from '../../pages/ask.ts';
import type { PageContent } from '../../pages/layout.ts';
import type { PageState } from '../../pages/page_route.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

/** What the pages of entities are made from. */
export interface Making {
  readonly ask: Ask;
  /** Where the instance's pages stand on their host (layout.ts, basePath). */
  readonly base: string;
  /** Where the operator's picture of an icon stands; null: there is none. */
  readonly iconPath: (icon: string | null) => Promise<string | null>;
}

export type Made = Result<(PageContent & PageState) | NothingPublic, Refusal>;

/** There is no page; `reason` says in a sentence or two why, and what would fill it. */
export interface NothingPublic {
  readonly nothing: string;
}

/** The head of every answer of a tool that shows observed facts. */
interface AnswerHead {
  readonly dataAsOf: string | null;
  readonly attribution: Attribution;
  readonly reason?: string | undefined;
  readonly gameData?: GameDataNotice | null | undefined;
}

export const nothing = ({ reason }: AnswerHead): NothingPublic => ({
  nothing: reason ?? 'Nothing of it is public yet.',
});

/** Whose the facts of an answer are, how old, and from which build. */
export const creditOf = ({ attribution, dataAsOf, gameData }: AnswerHead) => ({
  observed: { attribution, dataAsOfMs: dataAsOf === null ? null : Date.parse(dataAsOf) },
  gameData: gameData ?? null,
});
