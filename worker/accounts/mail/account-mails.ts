import { dayAndTime } from "#contract/format.ts";
import { composeMail } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";

const ownAccount = "You get this email because it concerns the security of your Beatcast account.";

export function confirmEmailMail(to: string, url: string): Mail {
  return composeMail({
    to,
    subject: "Confirm your email address",
    paragraphs: [
      "Welcome to Beatcast.",
      "Please confirm that this address is yours. The link works once, within 24 hours.",
    ],
    action: { label: "Confirm the address", url },
    reason:
      "If you did not create an account, someone else did: do not confirm the address. You can simply ignore this email.",
  });
}

export function resetPasswordMail(to: string, url: string, { isConfirmed }: { isConfirmed: boolean }): Mail {
  return composeMail({
    to,
    subject: "Set a new password",
    paragraphs: [
      "Someone, hopefully you, asked for a new password for your Beatcast account.",
      "The link works once, within six hours. Using it signs the account out everywhere.",
      ...(isConfirmed
        ? []
        : [
            "This address was never confirmed, so someone else may have set up the account. The link confirms the address, turns two-factor authentication off and clears the profile and settings.",
          ]),
    ],
    action: { label: "Set a new password", url },
    reason: "If you did not ask for it, ignore this email: your password stays as it is.",
  });
}

export function alreadyRegisteredMail(to: string, url: string): Mail {
  return composeMail({
    to,
    subject: "You already have a Beatcast account",
    paragraphs: [
      "Someone, perhaps you, tried to create an account with this address. There is one already.",
      "You can sign in to it, or set a new password.",
    ],
    action: { label: "Set a new password", url },
    reason: ownAccount,
  });
}

export type SecurityChange =
  | "password changed"
  | "two-factor enabled"
  | "two-factor disabled"
  | "recovery code used"
  | "data exported"
  | "security emails off"
  | "API key made"
  | "API key revoked"
  | "webhook added"
  | "webhook secret rotated"
  | "calendar feed made";

const changes: Record<SecurityChange, { subject: string; text: string }> = {
  "password changed": {
    subject: "Your password was changed",
    text: "The password of your Beatcast account was changed. You have been signed out everywhere else.",
  },
  "two-factor enabled": {
    subject: "Two-factor authentication is on",
    text: "From now on, signing in to your Beatcast account asks for a code from your authenticator app.",
  },
  "two-factor disabled": {
    subject: "Two-factor authentication is off",
    text: "Signing in to your Beatcast account no longer asks for a code.",
  },
  "recovery code used": {
    subject: "A recovery code was used",
    text: "Someone signed in to your Beatcast account with a recovery code. That code does not work again.",
  },
  "data exported": {
    subject: "Your data export is ready",
    text: "A copy of everything we store about you was made and sent to the browser that asked for it.",
  },
  "security emails off": {
    subject: "Security emails were turned off",
    text: "You get no more emails about changes of your Beatcast account's security. Turn them on again under Notifications.",
  },
  "API key made": {
    subject: "A new API key was made",
    text: "A key was made that reads your predictions and analyzes companies in your name. Revoke it in your account if it is not yours.",
  },
  "API key revoked": {
    subject: "An API key was revoked",
    text: "A key of your Beatcast account was revoked. Programs that used it are refused.",
  },
  "webhook added": {
    subject: "A webhook endpoint was added",
    text: "Beatcast now sends events to an address that was added to your account. Remove it there if it is not yours.",
  },
  "webhook secret rotated": {
    subject: "A webhook's signing secret was changed",
    text: "A webhook endpoint of your Beatcast account has a new signing secret. The old one works for another day.",
  },
  "calendar feed made": {
    subject: "A calendar address was made",
    text: "A new secret address shows your watchlist to any calendar that has it. An earlier address has ended.",
  },
};

export function securityChangeMail(to: string, change: SecurityChange, at: Date, url: string): Mail {
  const { subject, text } = changes[change];
  return composeMail({
    to,
    subject,
    paragraphs: [
      text,
      `It happened on ${dayAndTime(at)} (UTC). If this was you, there is nothing to do.`,
      "If it was not, use 'Forgot password' on the sign-in page at once: a new password ends every session, API key, webhook and calendar feed of the account.",
    ],
    action: { label: "Review your account's security", url },
    reason: ownAccount,
  });
}

export function accountDeletedMail(to: string): Mail {
  const mail = composeMail({
    to,
    subject: "Your Beatcast account has been deleted",
    paragraphs: [
      "Your account and your personal data have been deleted, and you have been signed out everywhere.",
      "The public record of predictions stays, with nothing in it that leads back to you.",
    ],
    reason: "This is the last email we send to this address.",
  });
  return { ...mail, isToDeletedAccount: true };
}
