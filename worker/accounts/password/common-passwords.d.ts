/** One a line; made by `scripts/build/common-passwords.ts`. */
declare module "virtual:common-passwords" {
  const passwords: string;
  export default passwords;
}
