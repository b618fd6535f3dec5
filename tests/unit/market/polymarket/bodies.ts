/** A question in the shape of Polymarket's answers, with invented figures. */
export function aQuestion(over: Record<string, unknown> = {}) {
  return {
    id: "900001",
    question: "Will Acme Widgets (ACME) beat quarterly earnings?",
    slug: "acme-quarterly-earnings-nongaap-eps-08-18-2026-4pt73",
    description: describing("$4.73"),
    endDate: "2026-08-18T13:00:00Z",
    closed: false,
    active: true,
    archived: false,
    acceptingOrders: true,
    outcomes: '["Yes", "No"]',
    outcomePrices: '["0.785", "0.215"]',
    clobTokenIds: '["111", "222"]',
    volumeNum: 4377.5,
    volume24hr: 614.5,
    ...over,
  };
}

export function describing(strike: string, basis = "non-GAAP", day = "August 18, 2026"): string {
  return `As of market creation, Acme Widgets is estimated to release earnings on ${day}. The Street consensus estimate for Acme Widgets’s ${basis} EPS for the relevant quarter is ${strike} as of market creation.`;
}

export const anEvent = (...markets: unknown[]) => ({ slug: "an-event", markets });
