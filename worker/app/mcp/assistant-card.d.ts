/** The card's document with `%ORIGIN%` in it; `scripts/build/assistant-card.ts` makes it. */
declare module "virtual:assistant-card" {
  const document: string;
  export default document;
}
