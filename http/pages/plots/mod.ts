/** Plots as HTML made on the server: inline pictures whose look is the style sheet's, each with its figures as a table. */
export { growthPlot } from './growth_plot.ts';
export { type LinePlot, linePlot } from './line_plot.ts';
export { type MapPin, pinMap } from './pin_map.ts';
export type { TimePoint } from './time_plot.ts';
