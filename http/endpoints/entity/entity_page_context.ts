import type { Result } from '../../../domain/values/result.ts';
import type { Ask } from '../../pages/ask.ts';
import type { PageContent } from '../../pages/layout.ts';
import type { PageState } from '../../pages/page_route.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

/** The dependencies of entity pages. */
export interface EntityPageContext {
  readonly ask: Ask;
  /** The base path of the instance (layout.ts, basePath). */
  readonly base: string;
  /** Returns the path of the operator's picture of an icon, or null if there is none. */
  readonly iconPath: (icon: string | null) => Promise<string | null>;
}

export type EntityPageResult = Result<(PageContent & PageState) | NothingPublic, Refusal>;

/** Nothing about the entity is public. `nothing` says in a sentence or two why, and what would change that. */
export interface NothingPublic {
  readonly nothing: string;
}

export function nothing({ reason }: { readonly reason?: string | undefined }): NothingPublic {
  return {
    nothing: reason ?? 'No facts about it are public yet.',
  };
}
