import type { ReadRefusal } from '../../../domain/reads/refusal.ts';
import { recent_changes } from '../../../domain/tools/changes/recent_changes.ts';
import { isPaged } from '../../../domain/values/entity_page.ts';
import { eachOf, ok, type Result } from '../../../domain/values/result.ts';
import { TOOLTIP_TYPES, type TooltipType } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { type EmbedScript, readEmbedScript } from '../../embed/script.ts';
import { EMBED_PAGE, embedTag } from '../../embed/tag.ts';
import { type Ask, createAsk } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { basePath } from '../../pages/layout.ts';
import { type ObservedFooter, observedFooter } from '../../pages/observed.ts';
import { pageRoute } from '../../pages/page_route.ts';
import { entityLink, type NamedEntity } from '../../pages/parts/entity_link.ts';
import { section } from '../../pages/parts/section.ts';
import type { Route } from '../../pipeline/route.ts';

/** The page that explains how to add hover cards to a site, with cards to try. */
export function embedPageRoute(context: Context): Route {
  const { settings } = context;
  const base = basePath(settings.publicUrl);
  const examples = exampleReader(context);
  return pageRoute(context, {
    path: EMBED_PAGE,
    content: async () => {
      const read = await examples();
      if (!read.ok) return read;
      const { found, whose } = read.value;
      const script = await readEmbedScript(context);
      const example = found[0] ?? { kind: 'item', id: 2589, name: null };
      const main = html`<h1>Hover cards for your site</h1>
<p>One line on your pages, and every link to this instance shows a card when a reader points at it, tabs to it or taps it:
what players saw of an item, an NPC, a quest or an object, with credit. The script asks nothing before a reader wants a card,
sets no cookie, keeps nothing on the reader’s machine, and does not tell which page they are on.</p>
${section('try', 'Try it', tryIt(found, base))}${section('add', 'Add it', add(context, example))}${section('wowhead', 'A site written for Wowhead’s script', forWowhead(context))}${section('options', 'Options', options())}${section('pin', 'One version and no other', pin(context, script))}${section('policy', 'A content security policy', policy(context))}`;
      return ok({
        title: 'Hover cards',
        path: EMBED_PAGE,
        main,
        description:
          'Add one line to your site, and links to items, NPCs, quests and objects show what players saw of them.',
        data: found.length === 0 ? null : `/api/tooltip/${example.kind}/${example.id}`,
        ...observedFooter(whose),
        fleeting: found.length === 0,
      });
    },
  });
}

const EXAMPLES_EACH = 2;
/** Number of changes to read: usually enough for two different entities, and the second try if it was not. */
const CHANGES_READ = [8, 50] as const;

/** A few entities of each kind from recent changes, and the credit of their data. */
interface Examples {
  readonly found: readonly NamedEntity[];
  readonly whose: ObservedFooter;
}

function exampleReader(context: Context): () => Promise<Result<Examples, ReadRefusal>> {
  const ask = createAsk(context);
  return async () => {
    const answers = await eachOf(TOOLTIP_TYPES, (kind) => examplesOf(ask, kind));
    if (!answers.ok) return answers;
    return ok({ found: answers.value.flatMap(({ found }) => found), whose: answers.value[0]!.whose });
  };
}

/** Reads the examples of one kind. */
async function examplesOf(ask: Ask, kind: TooltipType): Promise<Result<Examples, ReadRefusal>> {
  const few = await readExamples(ask, kind, CHANGES_READ[0]);
  return !few.ok || few.value.found.length === EXAMPLES_EACH || !few.value.more
    ? few
    : readExamples(ask, kind, CHANGES_READ[1]);
}

async function readExamples(
  ask: Ask,
  kind: TooltipType,
  limit: number,
): Promise<Result<Examples & { readonly more: boolean }, ReadRefusal>> {
  const answer = await ask(recent_changes, { kind, limit });
  if (!answer.ok) return answer;
  const { changes = [], more = false } = answer.value.page ?? {};
  const shown = new Map<number, NamedEntity>();
  for (const { id, name, locale, url } of changes) {
    if (id !== null && url !== null && isPaged(kind)) shown.set(id, { kind, id, name, locale, url });
  }
  return ok({ found: [...shown.values()].slice(0, EXAMPLES_EACH), whose: answer.value, more });
}

function tryIt(examples: readonly NamedEntity[], base: string): unknown {
  return examples.length === 0
    ? html`<p>Nothing of an item, NPC, quest or object is public here yet. Cards come as soon as three installs agree.</p>
`
    : html`<p>Point at one of these, reach it with the Tab key, or tap it:</p>
<ul>${examples.map((one) => html`<li>${entityLink(one, base)}</li>\n`)}</ul>
`;
}

function code(text: string): unknown {
  return html`<pre><code>${text}</code></pre>\n`;
}

function add({ settings }: Context, { kind, id }: NamedEntity): unknown {
  return html`<p>Put this line into the head of
your pages, or anywhere in them:</p>
${code(embedTag(settings))}<p>Links to this instance then have cards. Any other element has one where an attribute says of what, and needs the
<code>tabindex</code> for keys to reach it:</p>
${code(`<a href="${settings.publicUrl}/${kind}/${id}">A link</a>\n<b data-third-witness="${kind}=${id}" tabindex="0">A word</b>`)}<p>Links that come later have cards by themselves.</p>
`;
}

function forWowhead({ settings }: Context): unknown {
  return html`<p>Put this line in place of theirs. Nothing else needs to change:</p>
${code(embedTag(settings, { compat: true }))}<p>It reads what such pages have: links to wowhead.com, <code>data-wowhead</code>
and <code>rel</code> with <code>item=</code>, <code>npc=</code>, <code>quest=</code> or <code>object=</code>; the colours, icons
and names that <code>whTooltips</code> asks for; <code>data-disable-wowhead-tooltip</code>. Scripts may go on calling
<code>$WowheadPower.refreshLinks()</code>. Links still lead where they led. Spells, achievements and what this instance does not
know have no card.</p>
`;
}

/** Attributes of the script tag, except for the last one. */
const OPTIONS: readonly (readonly [attribute: string, does: string])[] = [
  ['data-color-links', 'gives links the colour of the item’s quality, as far as it can be read on your page'],
  ['data-rename-links', 'calls links by the agreed name'],
  ['data-iconize-links', 'puts the item’s icon before the link, where this instance has pictures of icons'],
  ['data-theme="dark"', 'makes cards dark, "light" makes them light; else they go by the colour of your page'],
  ['data-third-witness="off"', 'on any element of the page keeps cards from it and what is in it'],
];

function options(): unknown {
  return html`<p>Attributes of the script’s tag, but for the last:</p>
<ul>${OPTIONS.map(([attribute, does]) => html`<li><code>${attribute}</code> ${does}</li>\n`)}</ul>
<p>Names, colours and icons are asked for when a link comes into view, cards when a reader wants them; each entity once a page.
A script of your own that changes options calls <code>ThirdWitness.refresh()</code>.</p>
`;
}

function pin({ settings }: Pick<Context, 'settings'>, script: EmbedScript): unknown {
  return html`<p>The line above takes
whatever this instance serves. This one takes these very bytes or nothing:</p>
${code(embedTag(settings, { pinned: script }))}<p>The address changes with each release of this instance, and the former one
is gone: cards are missing then until you change the line. To keep one version for good, keep a copy of the file on your
site; it asks this instance all the same.</p>
`;
}

function policy({ settings }: Context): unknown {
  const { origin } = new URL(settings.publicUrl);
  return html`<p>Where your site has one, it must allow this origin for scripts and for requests, and nothing else: no inline
style, no images.</p>
${code(`Content-Security-Policy: script-src ${origin}; connect-src ${origin}`)}`;
}
