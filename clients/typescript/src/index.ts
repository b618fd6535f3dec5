export { Beatcast } from "./client.ts";
export {
  AuthenticationError,
  BeatcastError,
  type BeatcastErrorCode,
  NoConnectionError,
  PermissionDeniedError,
  QuotaError,
  RateLimitError,
  RequestError,
  ServerError,
  SettingsError,
} from "./errors.ts";
export type { Stage } from "./stages.ts";
export type { Settings } from "./transport.ts";
export type * from "./types.gen.ts";
