import { type InventedRelease, p } from "./release.ts";

export const noGuidance: readonly InventedRelease[] = [
  {
    name: "segments only",
    html: p(
      "2024 Outlook",
      "We expect Aerospace segment revenue of $1.1 billion to $1.2 billion and Industrial segment sales of $640 million to $660 million in 2024. Capital expenditures should be $80 million to $90 million.",
    ),
    guidance: [],
  },
  {
    name: "growth only",
    html: p(
      "For 2024, the Company expects organic revenue growth of 4% to 6% and adjusted EPS growth of 8% to 10%, on a base of $4.12 in 2023.",
    ),
    guidance: [],
  },
  {
    name: "a bank without guidance",
    html: p(
      "Net income for the third quarter of 2024 was $310 million, or $1.87 per diluted share, compared to $295 million, or $1.74 per diluted share, for the third quarter of 2023.",
      "The Company expects net interest income of $2.4 billion to $2.5 billion in 2024 and an efficiency ratio of 56% to 58%.",
    ),
    guidance: [],
    reported: { gaap: 1.87 },
  },
  {
    name: "a dividend and a buyback",
    html: p(
      "Outlook",
      "The Board declared a quarterly dividend of $0.25 per share, payable in the fourth quarter. The Company expects to repurchase $200 million to $300 million of common stock at prices below $85.00 per share in fiscal 2025.",
    ),
    guidance: [],
  },
  {
    name: "words only",
    html: p(
      "For fiscal 2025 we expect revenue to grow in the low-single digits and earnings per share to be roughly flat with the $3.10 reported in fiscal 2024.",
    ),
    guidance: [],
  },
  {
    name: "a result above past guidance",
    html: p(
      "Third quarter revenue of $1.31 billion exceeded the high end of our guidance range of $1.26 billion to $1.29 billion. Non-GAAP EPS of $0.88 was above our outlook of $0.80 to $0.84.",
    ),
    guidance: [],
    reported: { revenue: 1.31e9, adjusted: 0.88 },
  },
  {
    name: "an acquisition's contribution",
    html: p(
      "The acquisition is expected to contribute revenue of $60 million to $70 million and to be $0.05 to $0.08 accretive to adjusted EPS in fiscal 2025.",
    ),
    guidance: [],
  },
  {
    name: "guidance given in the call",
    html: p(
      "Management will provide fourth quarter guidance on its conference call. Third quarter net sales were $88.2 million and diluted EPS was $0.19.",
    ),
    guidance: [],
    reported: { revenue: 88.2e6, gaap: 0.19 },
  },
  {
    name: "production and cash flow of an oil company",
    html: p(
      "For 2024 the Company expects production of 410 to 420 MBoe per day, capital expenditures of $2.0 billion to $2.1 billion, and free cash flow of $3.50 per share at $75 oil.",
    ),
    guidance: [],
  },
  {
    name: "a preliminary result",
    html: p(
      "The Company expects to report third quarter revenue of $310 million to $312 million, compared with guidance of $298 million to $304 million.",
    ),
    guidance: [],
  },
  {
    name: "a bank's headline and table",
    html: `${p(
      "Calder Financial Reports Third Quarter 2024 Net Income of $96.1 million, or $1.12 Per Diluted Share",
      "Adjusted net income was $101.4 million, or $1.18 per diluted share.",
      "2024 Outlook: average loans up 2% to 3%; noninterest expense of $1.30 billion to $1.32 billion; net charge-offs of 25 to 30 basis points.",
    )}`,
    guidance: [],
    reported: { gaap: 1.12, adjusted: 1.18 },
  },
  {
    name: "the year before is the base",
    html: p(
      "We expect 2025 adjusted EPS growth of 6% to 8% from the midpoint of our 2024 guidance range of $4.60 to $4.70.",
    ),
    guidance: [],
  },
  {
    name: "what would have been",
    html: p(
      "Excluding the divested business, third quarter 2024 revenue would have been $412 million. The Company previously guided to third quarter revenue of $400 million to $410 million.",
    ),
    guidance: [],
  },
  {
    name: "a charge a share",
    html: p(
      "The Company expects to record a restructuring charge of $0.30 to $0.35 per share in the fourth quarter of 2024.",
    ),
    guidance: [],
  },
  {
    name: "an impact to revenue is no revenue",
    html: p(
      "We currently expect the impact to revenue in the fourth quarter of 2024 to be in the range of $50 million to $150 million.",
    ),
    guidance: [],
  },
  {
    name: "a list of what one product is expected to bring",
    html: p(
      "Lumen Therapeutics Reports Third Quarter 2024 Results and Updates Its Outlook for the Year",
      "Outlook for 2024",
      "For Zelora, the Company expects: full year 2024 revenue of $100 million to $110 million.",
    ),
    guidance: [],
  },
];
