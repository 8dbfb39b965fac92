/** The demo's maps, with the game's ids. Bounds are in yards and only approximate the real bounds. */
export const ELWYNN = 1429;
export const WESTFALL = 1436;
export const DUROTAR = 1411;
export const TIRISFAL = 1420;

export const MAPS = [
  {
    mapId: ELWYNN,
    name: 'Elwynn Forest',
    continentId: 0,
    left: 1535.4,
    right: -1935.4,
    top: -7939.6,
    bottom: -10254.2,
  },
  { mapId: WESTFALL, name: 'Westfall', continentId: 0, left: 3016.7, right: -483.3, top: -9400, bottom: -11733.3 },
  { mapId: DUROTAR, name: 'Durotar', continentId: 1, left: -1962.5, right: -7250, top: 1808.3, bottom: -1716.7 },
  { mapId: TIRISFAL, name: 'Tirisfal Glades', continentId: 0, left: 3033.3, right: -1485.4, top: 3837.5, bottom: 825 },
] as const;

export const REALMS = ['Whitemane', 'Skyfury'] as const;
