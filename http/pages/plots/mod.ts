/** Plots that the server renders as inline SVG, styled by the style sheet, each with a table of its values. */
export { growthPlot, type LinePlot, linePlot } from './line_plot.ts';
export type { TimePoint } from './time_plot.ts';
