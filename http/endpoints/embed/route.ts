import type { ReadRefusal } from '../../../domain/reads/refusal.ts';
import { recent_changes } from '../../../domain/tools/changes/recent_changes.ts';
import { hasEntityPage } from '../../../domain/values/entity_page.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, mapUntilError, ok, type Result } from '../../../domain/values/result.ts';
import { TOOLTIP_TYPES, type TooltipType } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import {
  buildVersionPath,
  EMBED_PAGE,
  EMBED_PATH,
  type EmbedScript,
  readEmbedScript,
  renderEmbedTag,
} from '../../embed/script.ts';
import { type AskTool, createAsker } from '../../pages/ask.ts';
import { CONNECT_PATH } from '../../pages/connect.ts';
import { html } from '../../pages/html.ts';
import { toBasePath } from '../../pages/layout.ts';
import { createObservedFooter, type ObservedFooter } from '../../pages/observed.ts';
import { createPageRoute } from '../../pages/page_route.ts';
import { renderCode } from '../../pages/parts/copy.ts';
import { linkEntity, type NamedEntity } from '../../pages/parts/entity_link.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { type Answer, PUBLIC_FOREVER, PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';

/**
 * Serves the hover card script for pages of any origin, and the page that explains the script.
 *
 * URLs of earlier versions return 404. A redirect would return different bytes, which would not match the pinned
 * digest and would be cached for a year. Sites that need a fixed version must host a copy.
 */
export function createEmbedRoutes(context: Context): readonly Route[] {
  const file = {
    method: 'GET',
    budget: null,
    cors: true,
    cachePolicy: { while: 'process', by: 'path' },
    refusals: 'apiError',
  } as const;
  return [
    {
      ...file,
      path: EMBED_PATH,
      cacheHeaders: PUBLIC_HOUR,
      answer: async () => ok(answerScript(await readEmbedScript(context))),
    },
    {
      ...file,
      path: '/:file{tooltip-[^/]*\\.js}',
      cacheHeaders: PUBLIC_FOREVER,
      answer: async ({ path }) => {
        const script = await readEmbedScript(context);
        const current = buildVersionPath(script);
        if (path === current) return ok(answerScript(script));
        const error = `The current version is ${current}, and ${EMBED_PATH} is always that; got ${quote(path)}.`;
        return err({ kind: 'not-found', error });
      },
    },
    createEmbedPageRoute(context),
  ];
}

/** Sites that isolate their pages (Cross-Origin-Embedder-Policy) load only scripts with this header field. */
const CROSS_ORIGIN_FIELDS = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

function answerScript({ bytes, mediaType }: EmbedScript): Answer {
  return { status: 200, mediaType, body: bytes, fields: CROSS_ORIGIN_FIELDS };
}

/** Serves the page that explains how to add hover cards to a site, with cards to try out. */
function createEmbedPageRoute(context: Context): Route {
  const { settings } = context;
  const base = toBasePath(settings.publicUrl);
  const examples = createExampleReader(context);
  return createPageRoute(context, {
    path: EMBED_PAGE,
    content: async () => {
      const read = await examples();
      if (!read.ok) return read;
      const { found, whose } = read.value;
      const script = await readEmbedScript(context);
      const example = found[0] ?? { kind: 'item', id: 2589, name: null };
      const main = html`<p class="trail"><a href="${base}${CONNECT_PATH}">Connect</a></p>
<h1>Hover cards for your site</h1>
<p>Add one line to your pages, and every link to this instance shows a card when a reader points at it, tabs to it or taps it:
facts about an item, an NPC, a quest or an object, with credit. The script sends no requests before a reader wants a card,
sets no cookies, stores nothing on the reader’s computer, and does not reveal which page they are on.</p>
${renderSection('try', 'Try it', renderTrial(found, base))}${renderSection('add', 'Add it', explainEmbedding(context, example))}${renderSection('wowhead', 'A site written for Wowhead’s script', explainWowheadLinks(context))}${renderSection('options', 'Options', renderOptions())}${renderSection('pin', 'Pin one version', explainPinning(context, script))}${renderSection('policy', 'A content security policy', explainPolicy(context))}`;
      return ok({
        title: 'Hover cards',
        path: EMBED_PAGE,
        main,
        description:
          'Add one line to your site, and links to items, NPCs, quests and objects show cards with players’ observations.',
        data: found.length === 0 ? null : `/api/tooltip/${example.kind}/${example.id}`,
        ...createObservedFooter(whose),
        uncacheable: found.length === 0,
      });
    },
  });
}

const EXAMPLES_PER_KIND = 2;
/**
 * Number of changes to read on the first and second attempt. The first is usually enough for two different entities.
 */
const CHANGE_LIMITS = [8, 50] as const;

/** A few entities of each kind from recent changes, and the attribution of their data. */
interface EmbedExamples {
  readonly found: readonly NamedEntity[];
  readonly whose: ObservedFooter;
}

function createExampleReader(context: Context): () => Promise<Result<EmbedExamples, ReadRefusal>> {
  const ask = createAsker(context);
  return async () => {
    const answers = await mapUntilError(TOOLTIP_TYPES, (kind) => readKindExamples(ask, kind));
    if (!answers.ok) return answers;
    return ok({ found: answers.value.flatMap(({ found }) => found), whose: answers.value[0]!.whose });
  };
}

async function readKindExamples(ask: AskTool, kind: TooltipType): Promise<Result<EmbedExamples, ReadRefusal>> {
  const few = await readExamples(ask, kind, CHANGE_LIMITS[0]);
  return !few.ok || few.value.found.length === EXAMPLES_PER_KIND || !few.value.more
    ? few
    : readExamples(ask, kind, CHANGE_LIMITS[1]);
}

async function readExamples(
  ask: AskTool,
  kind: TooltipType,
  limit: number,
): Promise<Result<EmbedExamples & { readonly more: boolean }, ReadRefusal>> {
  const answer = await ask(recent_changes, { kind, limit });
  if (!answer.ok) return answer;
  const { changes = [], more = false } = answer.value.page ?? {};
  const shown = new Map<number, NamedEntity>();
  for (const { id, name, locale, url } of changes) {
    if (id !== null && url !== null && hasEntityPage(kind)) shown.set(id, { kind, id, name, locale, url });
  }
  return ok({ found: [...shown.values()].slice(0, EXAMPLES_PER_KIND), whose: answer.value, more });
}

function renderTrial(examples: readonly NamedEntity[], base: string): unknown {
  return examples.length === 0
    ? html`<p>No facts about items, NPCs, quests or objects are public here yet. There are cards as soon as three players agree.</p>
`
    : html`<p>Point at one of these, reach it with the Tab key, or tap it:</p>
<ul>${examples.map((one) => html`<li>${linkEntity(one, base)}</li>\n`)}</ul>
`;
}

function explainEmbedding({ settings }: Context, { kind, id }: NamedEntity): unknown {
  return html`<p>Put this line into the head or body of
your pages:</p>
${renderCode(renderEmbedTag(settings))}<p>Links to this instance then have cards. Any other element has a card if it has this attribute. It needs the
<code>tabindex</code> to be reachable with the keyboard:</p>
${renderCode(`<a href="${settings.publicUrl}/${kind}/${id}">A link</a>\n<b data-third-witness="${kind}=${id}" tabindex="0">A word</b>`)}<p>Links that are added to the page later also have cards.</p>
`;
}

function explainWowheadLinks({ settings }: Context): unknown {
  return html`<p>Replace their line with this one. Nothing else needs to change:</p>
${renderCode(renderEmbedTag(settings, { compat: true }))}<p>It supports the features of such pages: links to wowhead.com, <code>data-wowhead</code>
and <code>rel</code> with <code>item=</code>, <code>npc=</code>, <code>quest=</code> or <code>object=</code>; the colours, icons
and names that <code>whTooltips</code> asks for; <code>data-disable-wowhead-tooltip</code>. Scripts can still call
<code>$WowheadPower.refreshLinks()</code>. Link targets do not change. Spells, achievements and entities that this instance does
not know have no card.</p>
`;
}

/** Attributes of the script tag, except the last one. */
const LINK_OPTIONS: readonly (readonly [attribute: string, does: string])[] = [
  ['data-color-links', 'gives links the colour of the item’s quality, as far as it can be read on your page'],
  ['data-rename-links', 'replaces the text of links with the agreed name'],
  ['data-iconize-links', 'puts the item’s icon before the link, if this instance has pictures of icons'],
  ['data-theme="dark"', 'makes cards dark, "light" makes them light; by default they follow the colour of your page'],
  ['data-gaps', 'also lists the properties that the game’s files lack'],
  ['data-third-witness="off"', 'on any element of the page disables cards for it and its content'],
];

function renderOptions(): unknown {
  return html`<p>Attributes of the script tag, except for the last one:</p>
<ul>${LINK_OPTIONS.map(([attribute, does]) => html`<li><code>${attribute}</code> ${does}</li>\n`)}</ul>
<p>Names, colours and icons are loaded when a link comes into view, cards when a reader wants them; each entity once per page.
After your own script changes options, call <code>ThirdWitness.refresh()</code>.</p>
`;
}

function explainPinning({ settings }: Pick<Context, 'settings'>, script: EmbedScript): unknown {
  return html`<p>The line above loads
the current version. With this line, browsers run only exactly this file:</p>
${renderCode(renderEmbedTag(settings, { pinned: script }))}<p>The address changes with each release of this instance, and the old address
stops working: there are no cards until you change the line. To keep one version permanently, host a copy of the file on
your site; it still loads its data from this instance.</p>
`;
}

function explainPolicy({ settings }: Context): unknown {
  const { origin } = new URL(settings.publicUrl);
  return html`<p>If your site has one, it must allow this origin for scripts and requests. Nothing else is needed: no inline
styles, no images.</p>
${renderCode(`Content-Security-Policy: script-src ${origin}; connect-src ${origin}`)}`;
}
