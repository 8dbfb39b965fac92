/** Abbreviations and chat spellings of players, each after the words that it stands for. */
const SLANG_WORDS = parseWordTable`
  auction house: ah; level: lvl lv lev; levels: lvls; materials: mats; people: ppl; experience: xp exp; buy: wtb; sell: wts
  potions: pots; weapon: wep; weapons: weps; profession: prof; professions: profs; flight path: fp
  alchemy: alch; blacksmithing: bs; enchanting: ench; engineering: eng engi; first aid: fa; inscription: insc
  jewelcrafting: jc; leatherworking: lw; paladin: pala pally pallie; paladins: palas pallys pallies; hunter: huntard
  shaman: sham shammy; shamans: shams shammies; warrior: warr; warriors: warrs; shadow priest: sp spriest
  retribution: ret; protection: prot; restoration: resto; elemental: ele; enhancement: enh; discipline: disc
  beast mastery: bm; marksmanship: mm; demonology: demo; destruction: destro; affliction: affli aff
  balance: boomkin boomie; stormwind: sw; orgrimmar: org orgri; undercity: uc; thunder bluff: tb
  stranglethorn vale: stv; anyone: any1 ne1; someone: some1; what: wat; where: wher; what is: whats; where is: wheres
  who is: whos; how is: hows; you: u; are: r; i am: im; near: nr; around: round arround; quests: qs
`;

/** Replaces slang by the words that it stands for. `words` are in lower case and separated by single spaces. */
export function expandSlang(words: string): string {
  return words.replace(/\S+/gu, (word) => SLANG_WORDS.get(word) ?? word);
}

/**
 * Reads a table such as `level: lvl lv; to buy: wtb`, and returns what each word or phrase stands for. Phrases have
 * hyphens in place of spaces.
 */
export function parseWordTable([table]: TemplateStringsArray): ReadonlyMap<string, string> {
  const entries = table!.split(/[;\n]/u).map((entry) => entry.trim().split(': '));
  return new Map(
    entries.flatMap(([meaning, words = '']) =>
      meaning === '' ? [] : words.split(' ').map((word) => [word.replaceAll('-', ' '), meaning!] as const),
    ),
  );
}
