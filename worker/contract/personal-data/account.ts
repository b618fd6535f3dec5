import { retentionDays, retentionHours } from "../retention.ts";
import { columns, type DataGroup, days, untilChanged, untilDeleted } from "./datum.ts";

export const accountData: DataGroup = {
  id: "account-data",
  title: "Account",
  data: [
    {
      what: "E-mail address, and whether you confirmed it",
      why: "To sign you in and to write to you",
      retention: untilDeleted,
      where: columns("users", "email", "email_verified"),
    },
    {
      what: "Name; phone, company, location and a short text, if you add them",
      why: "Your profile, which only you see",
      retention: untilChanged,
      where: columns("users", "name", "phone", "company", "location", "bio"),
    },
    {
      what: "Picture, if you upload one",
      why: "Your profile, which only you see",
      retention: untilChanged,
      where: [...columns("users", "image"), "files:avatars/"],
    },
    {
      what: "Notification and privacy settings",
      why: "To do as you chose",
      retention: untilChanged,
      where: columns("users", "notification_preferences", "privacy_preferences"),
    },
    {
      what: "Account number, and when the account was created and last changed",
      why: "To tie your data together",
      retention: untilDeleted,
      where: [
        ...columns("users", "id", "created_at", "updated_at"),
        ...columns("credentials", "user_id"),
        ...columns("sessions", "user_id"),
        ...columns("one_time_links", "user_id"),
        ...columns("two_factors", "user_id"),
        ...columns("recovery_codes", "user_id"),
        ...columns("security_events", "user_id"),
        ...columns("api_keys", "user_id"),
        ...columns("customers", "user_id"),
        ...columns("checkouts", "user_id"),
        ...columns("sent_notices", "user_id"),
        ...columns("predictions", "user_id", "scope"),
        ...columns("tallies", "user_id", "scope"),
        ...columns("result_reports", "user_id"),
      ],
    },
  ],
};

export const securityData: DataGroup = {
  id: "security-data",
  title: "Security",
  data: [
    {
      what: "A salted hash of your password, and when you set it",
      why: "To check your password",
      retention: untilChanged,
      where: columns(
        "credentials",
        "id",
        "account_id",
        "provider_id",
        "password",
        "created_at",
        "updated_at",
      ),
    },
    {
      what: "Sessions: a hash of the token, browser and system (as 'Chrome on Mac'), city and country, opening and last use",
      why: "To keep you signed in, and to show you where",
      retention: `Until you end them, at most ${days(retentionDays.session)}`,
      where: columns(
        "sessions",
        "id",
        "token",
        "expires_at",
        "user_agent",
        "place",
        "created_at",
        "updated_at",
      ),
    },
    {
      what: "Security events (sign-ins, changes of password and the like): what, when, browser and system, city and country",
      why: "So that you can see what happened to your account",
      retention: days(retentionDays.securityEvent),
      where: columns("security_events", "id", "kind", "device", "place", "at"),
    },
    {
      what: "API keys: the name you gave it, its first characters, a hash, what it may do, when it was made, last used and revoked",
      why: "To let your programs in, and to show you which have been",
      retention: `${untilDeleted}; a revoked one, ${days(retentionDays.revokedApiKey)}`,
      where: columns(
        "api_keys",
        "id",
        "name",
        "prefix",
        "hash",
        "scopes",
        "created_at",
        "last_used_at",
        "revoked_at",
      ),
    },
    {
      what: "Two-factor secret (encrypted), and hashes of unused recovery codes",
      why: "To check your codes",
      retention: "Until you turn it off or delete the account",
      where: [
        ...columns("users", "two_factor_enabled"),
        ...columns("two_factors", "secret", "last_step", "created_at", "key_id"),
        ...columns("recovery_codes", "code_hash", "key_id"),
      ],
    },
    {
      what: "After a deletion: the account's number",
      why: "To delete the account again should a backup of the database bring it back",
      retention: days(retentionDays.deletedAccount),
      where: ["files:deleted-accounts/"],
    },
    {
      what: "Hashes of mailed links and of sign-ins that wait for a code",
      why: "To confirm an address, reset a password, finish a sign-in",
      retention: "Until used, at most 24 hours",
      where: columns("one_time_links", "token_hash", "purpose", "attempts", "expires_at"),
    },
    {
      what: "Your IP address (of IPv6 the first half), or your account number, as the name of a counter of attempts",
      why: "To slow down abuse",
      retention: `At most ${retentionHours.attemptCounter} hours after the last attempt`,
      where: ["object:RateLimiter.bucket"],
    },
  ],
};
