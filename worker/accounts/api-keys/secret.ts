import { API_KEY_START } from "#contract/api-keys.ts";
import { newToken } from "../sessions/token.ts";

const SHOWN_CHARACTERS = 6;

/** A new key: 256 random bits behind the words that say what it is. */
export function newApiKey(): string {
  return API_KEY_START + newToken();
}

/** Whether a text has the form of a key, wherever it came from. */
export function isApiKey(text: string): boolean {
  return text.startsWith(API_KEY_START) && /^[\w-]{43}$/.test(text.slice(API_KEY_START.length));
}

/** What is stored of a key for its owner to recognise it: 36 of its 256 bits. */
export function prefixOf(key: string): string {
  return key.slice(0, API_KEY_START.length + SHOWN_CHARACTERS);
}
