export const SECTORS = [
  "Basic Materials",
  "Communication Services",
  "Consumer Cyclical",
  "Consumer Defensive",
  "Energy",
  "Financial Services",
  "Healthcare",
  "Industrials",
  "Real Estate",
  "Technology",
  "Utilities",
] as const;
export type Sector = (typeof SECTORS)[number];

/** Other names of sectors, and of industries, in data sources and history files. */
const otherNames: Record<string, Sector> = {
  "information technology": "Technology",
  tech: "Technology",
  electronics: "Technology",
  financials: "Financial Services",
  financial: "Financial Services",
  "financial-services": "Financial Services",
  insurance: "Financial Services",
  "health care": "Healthcare",
  pharmaceuticals: "Healthcare",
  "consumer discretionary": "Consumer Cyclical",
  retail: "Consumer Cyclical",
  "restaurant-chains": "Consumer Cyclical",
  automakers: "Consumer Cyclical",
  "consumer staples": "Consumer Defensive",
  beverages: "Consumer Defensive",
  tobacco: "Consumer Defensive",
  communications: "Communication Services",
  "communication services": "Communication Services",
  "media-press": "Communication Services",
  "video-games": "Communication Services",
  materials: "Basic Materials",
  "industrial goods": "Industrials",
  airlines: "Industrials",
  "aircraft-manufacturers": "Industrials",
  "delivery-services": "Industrials",
  "real-estate": "Real Estate",
};
const byName = new Map<string, Sector>([
  ...SECTORS.map((sector) => [sector.toLowerCase(), sector] as const),
  ...Object.entries(otherNames),
]);

/**
 * Returns the sector for a name as a source spells it, or null when the name is unknown. In a list ("tech,
 * electronics"), the first known name decides.
 */
export function sectorOf(name: string | null | undefined): Sector | null {
  for (const part of (name ?? "").toLowerCase().split(",")) {
    const sector = byName.get(part.trim());
    if (sector) return sector;
  }
  return null;
}
