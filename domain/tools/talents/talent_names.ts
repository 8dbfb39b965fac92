import type { ClassTalents, Talent, TalentNode } from '../../ports/build.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';

/** Maximum number of names looked up at once. No class has more talents. */
const LOOKED_UP_MAX = 400;

/**
 * Returns the talents of a class, each with its own name or the name of its first spell. The name is null if the files
 * have neither.
 */
export async function namedTalents(snapshot: PublishedSnapshot, talents: ClassTalents): Promise<ClassTalents> {
  const nodes = talents.trees.flatMap((tree) => tree.nodes);
  const spellIds = new Set(nodes.flatMap((node) => node.talents.flatMap(unnamedSpell)));
  const asked = [...spellIds].slice(0, LOOKED_UP_MAX).map(String);
  const names = await snapshot.game.factsAmong('spell', asked);
  const nameOf = (spellId: number): string | null => {
    const name = names.get(`${spellId}`);
    return typeof name === 'string' ? name : null;
  };
  const named = (talent: Talent): Talent => ({
    ...talent,
    name: talent.name ?? nameOf(talent.spellIds[0] ?? 0),
  });
  const trees = talents.trees.map((tree) => ({
    ...tree,
    nodes: tree.nodes.map((node): TalentNode => ({ ...node, talents: node.talents.map(named) })),
  }));
  return { ...talents, trees };
}

function unnamedSpell({ name, spellIds }: Talent): readonly number[] {
  return name === null && spellIds[0] !== undefined ? [spellIds[0]] : [];
}
