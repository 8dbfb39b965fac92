import { html } from 'hono/html';
import { type Card, type CardLine, isPartial, NOT_GIVEN, placeholder } from '../../../domain/cards/card.ts';
import type { FoundCard } from '../../../domain/cards/read_card.ts';
import { capitalised } from '../../../domain/cards/words.ts';
import { noticeOf } from '../../../domain/game_files/import/notice.ts';
import { instant } from '../../../domain/values/instant.ts';
import type { Attribution } from '../../../schema/responses/attribution.ts';
import type { GameDataNotice } from '../../../schema/responses/gameDataNotice.ts';
import type { AppSettings } from '../../context.ts';
import { ICON_FOLDER } from '../../pages/icon.ts';
import { basePath, page } from '../../pages/layout.ts';

/** What a page of an entity needs beside its card. */
export interface EntityPageOptions {
  readonly settings: AppSettings;
  readonly attribution: Attribution;
  readonly styleSheet: string;
  /** The file name of its icon's picture; null: there is none. */
  readonly picture: string | null;
}

/** An entity's page: the lines of its card, the entities in them as links, and whose data they are. */
export const entityPage = (
  found: FoundCard,
  { settings, attribution, styleSheet, picture }: EntityPageOptions,
): string => {
  const { card, view, files } = found;
  const base = basePath(settings.publicUrl);
  const { dataAsOfMs } = view.row;
  const main = html`<hgroup>
<h1>${picture === null ? '' : html`<img src="${base}${ICON_FOLDER}${picture}" alt="" width="40" height="40"> `}${card.title}</h1>
<p>${kindOf(card)}</p>
</hgroup>
${
  card.lines.length === 0
    ? html`<p>Players reported it; no more than that is public yet.</p>`
    : html`<ul>${card.lines.map((line) => html`<li>${lineOf(line, base)}</li>`)}</ul>`
}
${isPartial(card.lines) ? html`<p><small>${NOT_GIVEN} stands for a value that the game’s files do not give here.</small></p>` : ''}
${files !== null && card.fromFiles ? gameFiles(noticeOf(files)) : ''}
${credit(attribution, dataAsOfMs)}
<ul>
<li><a href="${base}/api/tooltip/${card.type}/${card.id}">This card as data</a></li>
${card.type === 'item' || card.type === 'npc' ? html`<li><a href="${base}/api/edges?from_kind=${card.type}&amp;from_id=${card.id}">Its relations to others</a></li>` : ''}
${card.type === 'item' ? '' : html`<li><a href="${base}/api/edges?to_kind=${card.type}&amp;to_id=${card.id}">Relations of others to it</a></li>`}
<li><a href="${base}/">To the first page</a></li>
</ul>`;
  return page({ settings, title: card.title, styleSheet, main });
};

const kindOf = ({ type, id, quality, locale }: Card): string =>
  [
    placeholder(type, id),
    ...(quality === null ? [] : [capitalised(quality)]),
    ...(locale === undefined ? [] : [`name in ${locale}`]),
  ].join(' · ');

const lineOf = ({ parts }: CardLine, base: string) =>
  parts.map((part) => {
    if (typeof part === 'string') return part;
    return part.hasPage ? html`<a href="${base}/${part.type}/${part.id}">${part.name}</a>` : part.name;
  });

const gameFiles = ({ label, build, extractedAt, credit }: GameDataNotice) => html`<p><small>Figures of the game itself:
${label}, build ${build}${extractedAt == null ? '' : `, read ${extractedAt.slice(0, 10)}`}. ${credit}</small></p>
`;

const credit = ({ credit, licence, licenceUrl }: Attribution, dataAsOfMs: number | null) => html`<p><small>What players
observed is public once three installs stand behind it. ${credit}, <a rel="license" href="${licenceUrl}">${licence}</a>${
  dataAsOfMs === null
    ? ''
    : html`, as of <time datetime="${instant(dataAsOfMs)}">${instant(dataAsOfMs).slice(0, 16).replace('T', ' ')} UTC</time>`
}.</small></p>
`;
