import type { Result } from '../../../domain/values/result.ts';
import type { Ask } from '../../pages/ask.ts';
import type { PageContent } from '../../pages/layout.ts';
import type { PageState } from '../../pages/page_route.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

/** What the pages of entities are made from. */
export interface EntityPageContext {
  readonly ask: Ask;
  /** Where the instance's pages stand on their host (layout.ts, basePath). */
  readonly base: string;
  /** Where the operator's picture of an icon stands; null: there is none. */
  readonly iconPath: (icon: string | null) => Promise<string | null>;
}

export type EntityPageResult = Result<(PageContent & PageState) | NothingPublic, Refusal>;

/** There is no page; `reason` says in a sentence or two why, and what would fill it. */
export interface NothingPublic {
  readonly nothing: string;
}

export function nothing({ reason }: { readonly reason?: string | undefined }): NothingPublic {
  return {
    nothing: reason ?? 'Nothing of it is public yet.',
  };
}
