import { plainText } from "#contract/plain-text.ts";

export const IMITATION_MESSAGE =
  "An app's name must not contain our name or look like it. Please tell the app's maker.";

/** The most characters of an app's name that are shown. */
export const MAX_APP_NAME = 80;

const PRODUCT = "Beatcast";
/** Shorter names of sites, such as "app", occur within the names of honest apps. */
const MIN_SITE_NAME_LENGTH = 5;

const lookalikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  ß: "b",
};

/**
 * Returns whether an app's name contains our name or that of the site at `origin`, or looks as if it did: with
 * letters of other alphabets, digits for letters, accents, invisible characters, or spaces and signs in between.
 */
export async function imitatesUs(appName: string, origin: string): Promise<boolean> {
  // The table of letters that look alike is loaded only here, because it makes the Worker start later.
  const { default: toLatin } = await import("unhomoglyph");
  const siteName = new URL(origin).hostname.split(".").at(-2) ?? "";
  const protectedNames = [PRODUCT, ...(siteName.length >= MIN_SITE_NAME_LENGTH ? [siteName] : [])];
  const shown = appearanceOf(plainText(appName, MAX_APP_NAME), toLatin);
  return protectedNames.some((name) => shown.includes(appearanceOf(name, toLatin)));
}

/** Reduces a text to what a reader sees of its letters, so that two texts that look alike become equal. */
function appearanceOf(text: string, toLatin: (text: string) => string): string {
  // Capital and small letters look like different ones: the Cyrillic capital В like a B, but the small в like none.
  const latin = toLatin(toLatin(text.normalize("NFKD")).toLowerCase()).normalize("NFKD");
  return latin
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replaceAll(/[\dß]/g, (sign) => lookalikes[sign] ?? sign);
}
