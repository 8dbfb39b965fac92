import { firstCodePoints } from '../../../schema/text.ts';
import type { AppSettings } from '../../context.ts';

const NAME_CHARACTERS_MAX = 60;
const FIELD = /^## (Notes|X-Website):.*\r?\n?/gm;
const TITLE = /^## Title:.*\r?\n/m;

/** Makes a text safe for the TOC file: one line, without the client's markup for colours, links and pictures. */
function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}|]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Adds the instance's name and URL to the addon's TOC file. The client shows the notes in its list of addons. */
export function tocOf(
  source: string,
  { serviceName, publicUrl }: Pick<AppSettings, 'serviceName' | 'publicUrl'>,
): string {
  const name = plain(firstCodePoints(plain(serviceName), NAME_CHARACTERS_MAX));
  const url = plain(publicUrl);
  const notes = `## Notes: Records what you see in the game, for ${name}; upload at ${url}/upload\n`;
  return source.replace(FIELD, '').replace(TITLE, (title) => `${title}${notes}## X-Website: ${url}\n`);
}
