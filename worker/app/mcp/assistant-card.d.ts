/**
 * The HTML document of the probability card, which contains the placeholder `%ORIGIN%`.
 * `scripts/build/assistant-card.ts` builds it.
 */
declare module "virtual:assistant-card" {
  const document: string;
  export default document;
}
