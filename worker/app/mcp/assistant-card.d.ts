/** The card's document, with `%ORIGIN%` in it, is built by `scripts/build/assistant-card.ts`. */
declare module "virtual:assistant-card" {
  const document: string;
  export default document;
}
