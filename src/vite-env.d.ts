declare module "virtual:uno.css";
declare module "uplot/dist/uPlot.min.css";
