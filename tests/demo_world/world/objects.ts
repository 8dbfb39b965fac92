import { DUROTAR, ELWYNN, TIRISFAL, WESTFALL } from './places.ts';

/** Locations in percent of the map, and the share of loot windows that contain each item, from 0 to 1. */
type Row = readonly [id: number, name: string, mapId: number, at: string, drops: Readonly<Record<number, number>>];

const ROWS: readonly Row[] = [
  [2843, 'Battered Chest', ELWYNN, '48.4,87.2', { 118: 0.25, 2589: 0.4, 4540: 0.3 }],
  [2844, 'Battered Chest', WESTFALL, '44.6,69.8', { 118: 0.3, 2592: 0.35, 4540: 0.2 }],
  [1617, 'Silverleaf', ELWYNN, '44.1,51.9 58.3,60.4 33.7,70.6 66.9,42.3', { 765: 1 }],
  [1618, 'Peacebloom', ELWYNN, '40.2,60.8 52.7,70.1 70.4,66.5 37.9,76.3 61.2,58.8', { 2447: 1 }],
  [1731, 'Copper Vein', ELWYNN, '39.2,80.4 62.3,52.1', { 2770: 1, 2835: 0.6 }],
  [1731, 'Copper Vein', DUROTAR, '44.9,60.2 53.8,25.1', { 2770: 1, 2835: 0.6 }],
  [1619, 'Earthroot', DUROTAR, '47.1,44.6 40.8,33.9', { 2449: 1 }],
  [1618, 'Peacebloom', TIRISFAL, '40.3,55.8 57.1,48.6', { 2447: 1 }],
];

/** The demo's chests, herbs and ores, with the game's ids and names. The locations and figures are made up. */
export const OBJECTS = ROWS.map(([id, name, mapId, at, drops]) => ({
  id,
  name,
  mapId,
  places: at.split(' ').map((place) => place.split(',').map(Number) as [x: number, y: number]),
  drops,
}));
