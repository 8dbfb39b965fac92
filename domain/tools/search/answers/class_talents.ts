import { toNodeName } from '../../../game_files/talents/labels.ts';
import { foldName } from '../../../knowledge/words.ts';
import type { ClassTalents, TalentTree } from '../../../ports/build.ts';
import { joinFirstTexts, joinWithAnd } from '../../../values/phrases.ts';
import { quote } from '../../../values/quoted.ts';
import { listSlugsWithTalents, readClassTalents } from '../../talents/class_talents.ts';
import { renderPopularity } from '../../talents/plan_lines.ts';
import { talent_plan } from '../../talents/talent_plan.ts';
import { type Answerer, createIntent, explainUnknownName } from './answer.ts';
import { findPlayerClass } from './players.ts';

/**
 * Answers with the talents that characters of a class have, in one tree if the question names it. No record says which
 * talents are best. A tree without its class, such as "fury", is looked up in the game's files.
 */
const answerTalents: Answerer = async ({ tools, snapshot }, { class: asked = '' }) => {
  const words = asked.split(' ');
  const playerClass = words.map(findPlayerClass).find((one) => one !== null) ?? null;
  const spec = words.filter((word) => findPlayerClass(word) === null && word !== 'class').join(' ');
  const known = await listSlugsWithTalents(snapshot);
  const slugs = playerClass === null ? known : known.filter((slug) => slug === playerClass);
  const read = await Promise.all(slugs.map((slug) => readClassTalents(snapshot, slug)));
  const found = read.flatMap((talents) => (talents.ok && talents.value !== null ? talents.value : []));
  const all = found.flatMap((of) => of.trees.map((tree) => ({ of, tree })));
  const trees = spec === '' ? [] : all.filter(({ tree }) => isTreeOfSpec(tree, spec));
  const classes = new Set(trees.map(({ of }) => of.playerClass));
  const own = playerClass ?? trees[0]?.of.playerClass ?? null;
  if (own === null) {
    const imported =
      known.length === 0 ? 'no talents are imported here' : `the imported classes are ${joinWithAnd(known)}`;
    return explainUnknownName({ note: `No class or talent tree called ${quote(asked)} is known here; ${imported}.` });
  }
  if (classes.size > 1) {
    return {
      certainty: 'exact',
      lines: [
        `No record says which talents are best. Several classes have a tree called ${quote(spec)}; name the class to see what its characters take.`,
        ...trees.map(describeTree),
      ],
      about: [...classes].map((slug) => `player_class:${slug}`),
      arguments: { class: own },
      fromFiles: true,
    };
  }
  const plan = await talent_plan.answer(tools, { class: own });
  const popularity = plan.ok ? plan.value.popularity : null;
  const nodes = new Set(trees.flatMap(({ tree }) => tree.nodes.map(({ nodeId }) => nodeId)));
  const shown =
    popularity === null || nodes.size === 0
      ? popularity
      : { ...popularity, nodes: popularity.nodes.filter(({ nodeId }) => nodes.has(nodeId)) };
  const taken =
    shown === null || shown.nodes.length === 0
      ? [`Which talents characters of the class ${own} take is not known yet.`]
      : renderPopularity({ popularity: shown });
  return {
    certainty: 'exact',
    lines: [
      `No record says which talents are best${shown === null ? '' : '; records show which ones characters have'}.`,
      ...taken,
      ...(spec !== '' && trees.length === 0 ? [`No talent tree called ${quote(spec)} is known here.`] : []),
      ...(spec === '' ? all : trees).map(describeTree),
    ],
    about: [`player_class:${own}`],
    arguments: { class: own },
    fromFiles: found.length > 0,
  };
};

export const talentsIntent = createIntent('talents', 'talent_plan', answerTalents)`
  [what ~be|~who ~be] [the] [~best|most (popular|common|~play)|good] {class} [~leveling|pvp|pve|raid|raiding] (talent|talents|spec|specs|build|builds|talent (tree|trees|build|builds|spec|points)) [for (~leveling|pvp|pve|raiding)] [~be (~best|good)]
  [what|which] [~be] [the] [~best|most (popular|common|~play)|good] (talent|talents|spec|specs|build|builds|talent (tree|trees|build|builds|spec|points)) [~be (~best|good)] (for|of|as) [~a] [~leveling] {class} [~leveling]
  (what|which) (talent|talents|spec|build) (~can|to) [~i] (take|get|pick|use|go|play|learn) (for|as|on|with) {class}
  (what|which) (talent|talents|spec|build) ~can [~a] {class} (take|get|pick|use|learn) [first|next]
  (what|how) (~can|to) [~i] (spec|spend talents|spend talent points|spend points) (for|as|on|with) {class}
`;

function isTreeOfSpec({ name }: TalentTree, spec: string): boolean {
  const own = foldName(name ?? '');
  return own !== '' && (own === spec || own.startsWith(`${spec} `));
}

/** Renders `"Fury" is a talent tree of warrior in the game’s files (unconfirmed): Cruelty, Booming Voice.` */
function describeTree({ of, tree }: { readonly of: ClassTalents; readonly tree: TalentTree }): string {
  const names = tree.nodes.map(toNodeName).filter((name) => name !== null);
  return `${quote(tree.name ?? '')} is a talent tree of the class ${of.playerClass} in the game’s files (unconfirmed): ${joinFirstTexts(names, 12)}.`;
}
