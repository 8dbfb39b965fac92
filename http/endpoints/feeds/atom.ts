import type { ChangeStatement } from '../../../domain/tools/changes/change_digest.ts';
import type { ChangeTextPart } from '../../../domain/tools/changes/change_sentence.ts';
import type { FeedEntry } from '../../../domain/tools/changes/feeds.ts';
import { formatInstant } from '../../../domain/values/instant.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import { html } from '../../pages/html.ts';
import { formatLabel, toEntityPath } from '../../pages/parts/entity_link.ts';

export const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

/** A feed as programs read it. Paths are within the instance. */
interface AtomFeed {
  readonly title: string;
  readonly path: string;
  /** The page that shows the same. */
  readonly page: string;
  readonly entries: readonly FeedEntry[];
  /** Time of the feed if it has no entries. */
  readonly writtenAtMs: number;
  readonly publicUrl: string;
  readonly serviceName: string;
  readonly attribution: Attribution;
}

/** Renders a feed in Atom 1.0 (RFC 4287). Its ids do not depend on the time of the request or on the snapshot. */
export function formatAtomFeed(feed: AtomFeed): string {
  const { title, path, page, entries, publicUrl, serviceName, attribution } = feed;
  const updatedMs = Math.max(...entries.map(({ atMs }) => atMs), entries.length === 0 ? feed.writtenAtMs : 0);
  return String(html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${publicUrl}${path}</id>
<title>${removeIllegalChars(title)}</title>
<updated>${formatInstant(updatedMs)}</updated>
<author><name>${serviceName}</name><uri>${publicUrl}/</uri></author>
<link rel="self" type="application/atom+xml" href="${publicUrl}${path}"/>
<link rel="alternate" type="text/html" href="${publicUrl}${page}"/>
<link rel="license" href="${attribution.licenceUrl}"/>
<rights>${attribution.credit}, ${attribution.licence}</rights>
${entries.map((entry) => formatEntry(entry, feed))}</feed>
`);
}

function formatEntry({ key, atMs, heading, statements }: FeedEntry, { publicUrl, page }: AtomFeed): unknown {
  return html`<entry>
<id>${buildTagId(publicUrl, key)}</id>
<title>${removeIllegalChars(formatEntryTitle(heading, statements))}</title>
<updated>${formatInstant(atMs)}</updated>
<link rel="alternate" type="text/html" href="${publicUrl}${page}"/>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${statements.map((one) => formatStatement(one, publicUrl))}</div></content>
</entry>
`;
}

/** The year from which on the owner of an instance's address decides about its tags (RFC 4151). */
const TAG_YEAR = 2026;

/** Returns an id that does not change if the instance moves to another port or from http to https. */
function buildTagId(publicUrl: string, key: string): string {
  const { hostname, pathname } = new URL(publicUrl);
  return `tag:${hostname},${TAG_YEAR}:${pathname.replace(/\/+$/, '')}/changes/${key}`;
}

const TITLE_NAMES_MAX = 3;
const SUBJECTS_SHOWN_MAX = 40;

function formatEntryTitle(heading: string, statements: readonly ChangeStatement[]): string {
  const names = [...new Set(statements.flatMap(({ subjects }) => subjects.map(({ parts }) => formatSubject(parts))))];
  const shown = names.slice(0, TITLE_NAMES_MAX).join(', ');
  const others = names.length - TITLE_NAMES_MAX;
  return `${heading}: ${shown}${others > 0 ? ` and ${others.toLocaleString('en-GB')} more` : ''}`;
}

function formatSubject(parts: readonly ChangeTextPart[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : formatPartName(part))).join('');
}

function formatPartName(part: Exclude<ChangeTextPart, string>): string {
  return 'text' in part ? part.text : (part.name ?? formatLabel(part.kind, part.id));
}

function formatStatement({ text, zone, subjects }: ChangeStatement, publicUrl: string): unknown {
  const others = subjects.length - SUBJECTS_SHOWN_MAX;
  return html`<p>${text}${zone === null ? '' : html` in ${buildPartLink(zone, publicUrl)}`}:</p>
<ul>
${subjects
  .slice(0, SUBJECTS_SHOWN_MAX)
  .map(
    ({ parts, times }) =>
      html`<li>${parts.map((part) => (typeof part === 'string' ? part : buildPartLink(part, publicUrl)))}${times > 1 ? ` (${formatQuantity(times, 'time')})` : ''}</li>\n`,
  )}${others > 0 ? html`<li>and ${others.toLocaleString('en-GB')} more</li>\n` : ''}</ul>
`;
}

function buildPartLink(part: Exclude<ChangeTextPart, string>, publicUrl: string): unknown {
  const name = removeIllegalChars(formatPartName(part));
  if ('text' in part) return name;
  const path =
    part.url === null && !(part.kind === 'zone' && part.name !== null) ? null : toEntityPath(part.kind, part.id);
  return path === null ? name : html`<a href="${publicUrl}${path}">${name}</a>`;
}

/** Characters that XML 1.0 cannot contain, not even escaped. */
const ILLEGAL_CHARACTERS = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Replaces characters that would make the whole document invalid. */
function removeIllegalChars(text: string): string {
  return text.replace(ILLEGAL_CHARACTERS, '\u{fffd}');
}
