import { API_KEY_START } from "#contract/api-keys.ts";
import { newToken } from "../sessions/token.ts";

const SHOWN_CHARACTERS = 6;
const keyInText = new RegExp(`${API_KEY_START}[\\w-]{43}`);

/** 256 random bits behind words that name it. */
export function newApiKey(): string {
  return API_KEY_START + newToken();
}

export function isApiKey(text: string): boolean {
  return keyInText.exec(text)?.[0] === text;
}

export function hasApiKey(text: string): boolean {
  return keyInText.test(text);
}

/** For recognition: 36 of its 256 bits. */
export function prefixOf(key: string): string {
  return key.slice(0, API_KEY_START.length + SHOWN_CHARACTERS);
}
