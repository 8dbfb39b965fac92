/** Settings of an intake worker without a data folder around its database. */
export const WITHOUT_FOLDER = {
  knownLink: null,
  folder: null,
  linkFile: null,
  witnessNetworks: 1,
  debug: false,
};
