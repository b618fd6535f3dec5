/** The refused passwords, one a line; `scripts/build/common-passwords.ts` makes it. */
declare module "virtual:common-passwords" {
  const passwords: string;
  export default passwords;
}
