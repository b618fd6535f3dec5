export const dataGroups = {
  "account-data": "Account",
  "security-data": "Security",
  "use-data": "Use of the product",
  "mail-data": "Mail",
  "billing-data": "Billing",
  "browser-data": "In your browser",
} as const;
export type DataGroupId = keyof typeof dataGroups;

export type Datum = { group: DataGroupId; what: string; why: string; retention: string };
export type DataGroup = { id: DataGroupId; title: string; data: readonly Datum[] };
