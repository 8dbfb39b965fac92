import { htmlPage, type StandInCard } from './servers.ts';

/** Realistic cards for tests and pictures. */
export const CARDS: Readonly<Record<string, StandInCard>> = {
  'item/2589': {
    title: 'Linen Cloth',
    color: '#ffffff',
    icon: 'inv_fabric_linen_01',
    lines: [
      ...['Item level 5', 'Trade Goods · Cloth', 'Sell price 13c'],
      ...[
        'Drops from Kobold Miner: about 38%, between 33% and 43% (412 of 1079)',
        'Drops from Defias Thug: about 32%, between 26% and 37% (208 of 660)',
        'Drops from 41 more',
        'Reagent for Bolt of Linen Cloth (Tailoring)',
      ],
    ],
    gameData: { label: 'found in game files, unconfirmed', build: '1.15.8.67156' },
  },
  'item/19019': {
    title: 'Thunderfury, Blessed Blade of the Windseeker',
    color: '#ff8000',
    icon: 'inv_sword_39',
    lines: ['Item level 80', 'Binds when picked up', 'Unique', 'One-Hand · Sword', 'Made by Forge of the Wind'],
    gameData: { label: 'found in game files, unconfirmed', build: '1.15.8.67156' },
  },
  'item/2092': { title: 'Worn Dagger', color: '#a335ee', lines: ['Item level 2', 'Sold by Smith for 2s 5c'] },
  'item/871': { title: 'Flurry Axe', color: '#1eff00', lines: ['Item level 52'] },
  'npc/448': {
    title: 'Hogger',
    lines: [
      'Level 11',
      'Hostile',
      'Found in Elwynn Forest',
      'Drops Linen Cloth: about 40%, between 20% and 62% (8 of 20)',
    ],
  },
  'quest/783': {
    title: 'A Threat Within',
    lines: ['Level 1', 'Given by Deputy Willem', 'Turned in to Marshal McBride'],
  },
  'object/2843': { title: 'Object 2843', lines: ['Holds Linen Cloth: about 12%, between 3.1% and 31% (3 of 25)'] },
  'item/9000': {
    title: 'A very long list',
    lines: Array.from({ length: 120 }, (_, i) => `Drops from Creature ${i}: about 1%, between 0.11% and 5% (1 of 100)`),
  },
  'item/404': { isMissing: true },
  'item/500': { status: 500 },
  'item/501': { status: 500 },
  'item/429': { status: 429, retryAfter: 5 },
  'item/700': { title: 'Late Riser' },
};

/** A page with thirty links in view, to fifteen items and fifteen NPCs. */
export function linksInView(instance: string, script: string): string {
  const links = Array.from({ length: 30 }, (_, i) => {
    const key = `${i % 2 === 0 ? 'item' : 'npc'}/${i + 1}`;
    return `<a href="${instance}/${key}">${key}</a>`;
  });
  return htmlPage(script, `<p>${links.join(' ')}</p>`);
}

/**
 * A page with thirty links to twelve things, in two groups with a screen between them, and a place for links added
 * later.
 */
export function thirtyLinks(instance: string, script: string): string {
  const keys = Array.from({ length: 30 }, (_, i) => `item/${100 + (i % 12)}`);
  const group = (some: readonly string[]): string =>
    `<ul>${some.map((key) => `<li><a href="${instance}/${key}">${key}</a></li>`).join('')}</ul>`;
  const filler = '<br>'.repeat(120);
  return htmlPage(
    script,
    `<p>words</p>${group(keys.slice(0, 6))}${filler}${group(keys.slice(6))}<div id="late"></div>`,
  );
}

/** A page written for Wowhead's script, with our script instead. */
export function wowheadPage(tag: string): string {
  return htmlPage(
    `<script>const whTooltips = {colorLinks: true, iconizeLinks: true, renameLinks: true, hide: {sellprice: true}};</script>
${tag}
<style>body{background:#1d1d1d;color:#ddd;font:16px/1.6 Georgia,serif;padding:24px} a{color:#6cf} *{text-transform:uppercase}
div,p,a,ul{border:2px dotted transparent}</style>`,
    `<h1>My guide</h1>
<p>Bring <a id="a" href="https://www.wowhead.com/classic/item=2589/linen-cloth">some cloth</a> and
<a id="b" href="https://classic.wowhead.com/item=19019"></a> to
<a id="c" href="https://www.wowhead.com/classic/npc=448">the boss</a>.</p>
<p><span id="d" data-wowhead="item=871&amp;ench=1">an axe</span>, <a id="e" href="#" rel="item=2092&amp;lvl=60">a dagger</a>,
<a id="f" href="https://www.wowhead.com/classic/quest=783" data-wh-rename-link="false" data-wh-iconize-link="false">a quest</a>.</p>
<p><a id="off" href="https://www.wowhead.com/classic/item=2589" data-disable-wowhead-tooltip="true">no card</a>,
<a id="np" href="https://www.wowhead.com/classic/item=2589" rel="np">none either</a>,
<a id="spell" href="https://www.wowhead.com/classic/spell=2018">a spell</a>,
<span data-third-witness="off"><a id="off2" href="https://www.wowhead.com/classic/item=2589">nor here</a></span></p>
<div id="late"></div><dialog id="dialog"><p style="padding:40px"><a id="inside" href="https://www.wowhead.com/classic/item=2589">in a dialog</a></p></dialog>`,
  );
}

/**
 * A page with links in the corners and in the middle, a link that wraps, a link as large as the window, and a link to a
 * long card.
 */
export function cornersPage(instance: string, tag: string): string {
  return htmlPage(
    `${tag}<style>.at{position:fixed}#tl{top:0;left:0}#tr{top:0;right:0}#bl{bottom:0;left:0}#br{bottom:0;right:0}
#big{inset:80px 20px;background:#eee;display:block}#para{top:40px;left:0;width:180px}</style>`,
    [
      ...['tl', 'tr', 'bl', 'br'].map((id) => `<a class="at" id="${id}" href="${instance}/item/2589">corner ${id}</a>`),
      `<p class="at" id="para">words words words <a id="broken" href="${instance}/item/9000">a link that goes on over lines</a></p>`,
      `<a class="at" id="big" href="${instance}/item/19019">large</a>`,
    ].join(''),
  );
}
