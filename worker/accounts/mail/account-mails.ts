import { composeMail } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";

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
    reason: "You get this email because it concerns the security of your Beatcast account.",
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
