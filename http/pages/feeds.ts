import type { CardType } from '../../domain/values/entity_page.ts';
import { html } from './html.ts';

/** A feed that a page links to. The path is within the instance. */
export interface FeedLink {
  readonly title: string;
  readonly path: string;
}

/** Paths of the feeds (contract, section 4, Feeds). */
export const FEED_PATHS = {
  recent: '/feeds/recent.atom',
  entity: (kind: CardType | 'zone', id: number) => `/feeds/${kind}/${id}.atom`,
  realm: (realm: string) => `/feeds/realm/${encodeURIComponent(realm)}.atom`,
} as const;

/** Renders the tags by which feed readers find the feeds of a page. */
export function renderFeedTags(feeds: readonly FeedLink[], base: string): unknown {
  return feeds.map(
    ({ title, path }) =>
      html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${base}${path}">\n`,
  );
}

/** Renders links to the feeds for people. */
export function linkFeeds(feeds: readonly FeedLink[], base: string): unknown {
  return feeds.map(
    ({ title, path }) =>
      html`<p>Follow in a feed reader: <a href="${base}${path}" type="application/atom+xml">${title}</a></p>\n`,
  );
}
