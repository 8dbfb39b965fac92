/** Some warrior talents in the form of the client's tables. Spell names are real; talent ids are made up. */
export const TALENT_TABS = [
  { id: 161, name: 'Arms', order: 0, classMask: 1 },
  { id: 164, name: 'Fury', order: 1, classMask: 1 },
  { id: 163, name: 'Protection', order: 2, classMask: 1 },
] as const;

export interface DemoTalent {
  readonly id: number;
  readonly tab: number;
  readonly row: number;
  readonly column: number;
  readonly name: string;
  readonly ranks: number;
  /** Id of the talent that must be at full rank first. */
  readonly after?: number;
}

export const TALENTS: readonly DemoTalent[] = [
  { id: 124, tab: 161, row: 0, column: 0, name: 'Improved Heroic Strike', ranks: 3 },
  { id: 130, tab: 161, row: 0, column: 1, name: 'Deflection', ranks: 5 },
  { id: 127, tab: 161, row: 0, column: 2, name: 'Improved Rend', ranks: 3 },
  { id: 126, tab: 161, row: 1, column: 0, name: 'Improved Charge', ranks: 2 },
  { id: 641, tab: 161, row: 1, column: 1, name: 'Tactical Mastery', ranks: 5 },
  { id: 128, tab: 161, row: 2, column: 0, name: 'Improved Overpower', ranks: 2 },
  { id: 137, tab: 161, row: 2, column: 1, name: 'Anger Management', ranks: 1, after: 641 },
  { id: 121, tab: 161, row: 2, column: 2, name: 'Deep Wounds', ranks: 3 },
  { id: 157, tab: 164, row: 0, column: 1, name: 'Booming Voice', ranks: 5 },
  { id: 158, tab: 164, row: 0, column: 2, name: 'Cruelty', ranks: 5 },
  { id: 166, tab: 164, row: 1, column: 1, name: 'Improved Demoralizing Shout', ranks: 5 },
  { id: 159, tab: 164, row: 1, column: 2, name: 'Unbridled Wrath', ranks: 5 },
  { id: 138, tab: 163, row: 0, column: 1, name: 'Shield Specialization', ranks: 5 },
  { id: 140, tab: 163, row: 0, column: 2, name: 'Anticipation', ranks: 5 },
  { id: 144, tab: 163, row: 1, column: 2, name: 'Toughness', ranks: 5 },
];

/** Talent builds of the demo's warriors: the rank of each talent. */
export const BUILDS: readonly Readonly<Record<number, number>>[] = [
  { 124: 3, 130: 2, 641: 1 },
  { 124: 3, 127: 2, 641: 1 },
  { 158: 5, 159: 1 },
];
