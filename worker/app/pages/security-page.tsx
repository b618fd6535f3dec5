/** @jsxImportSource hono/jsx */
import { DAY_MS } from "#contract/time.ts";
import type { Markup, PublicPage } from "./frame.tsx";

const DESCRIPTION =
  "How Beatcast stores what must stay secret, what holds attacks off, and how to report a weakness.";

/** How long security.txt is valid. The expiry moves ahead daily, and RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

export function securityText(origin: string, now: Date): string {
  const expires = new Date(Math.floor(now.getTime() / DAY_MS + VALID_DAYS) * DAY_MS);
  return [
    `Contact: mailto:${contactOf(origin)}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    `Policy: ${origin}/security`,
    "",
  ].join("\n");
}

export function securityPage(origin: string): PublicPage {
  return {
    path: "/security",
    title: "Security",
    description: DESCRIPTION,
    picture: { path: "/og-image.png", alt: "Beatcast: know the odds before earnings" },
    structuredData: { "@type": "WebPage", name: "Security", url: `${origin}/security` },
    content: (
      <>
        <header class="flex flex-col gap-3">
          <h1 class="heading-1">Security</h1>
          <p class="max-w-3xl text-lg text-muted text-pretty">{DESCRIPTION}</p>
        </header>
        {section("report", "Report a weakness", [
          <>
            Write to{" "}
            <a class="link" href={`mailto:${contactOf(origin)}`}>
              {contactOf(origin)}
            </a>
            , with what you did and what came back.{" "}
            <a class="link" href="/.well-known/security.txt">
              security.txt
            </a>{" "}
            says the same to programs.
          </>,
          "Use accounts of your own, read no one else's data, and give us time to mend it before you publish.",
        ])}
        {section("stored", "What is stored, and how", [
          "Your password is stored as a salted scrypt hash (N = 32768, r = 8, p = 3), never as text.",
          "Session tokens, API keys, emailed links that confirm or reset, and the address of your calendar feed have 256 random bits; only their SHA-256 is stored, so that a copy of the database opens no account.",
          "Authenticator keys and the signing secrets of webhooks are encrypted with XChaCha20-Poly1305, under a secret that is not in the database.",
          "Recovery codes are stored as keyed hashes (HMAC-SHA-256), and each works once.",
          "Of a passkey we store the public key, which signs in nowhere; each of its answers is accepted once.",
          "Card numbers never reach us: the payment provider's own page takes them.",
          <>
            What else is stored about you, why and for how long, is in the{" "}
            <a class="link" href="/privacy">
              Privacy Policy
            </a>
            .
          </>,
        ])}
        {section("doors", "What holds attacks off", [
          "Every call has a rate limit, by account, key or network.",
          "Wrong passwords are slowed down by account and network together, and two-factor authentication adds a code or a passkey to each sign-in.",
          "Creating an API key asks for your password again unless you signed in within the last few minutes, and you get an email about it.",
          "Pages run scripts of this site alone, and none but the track record's badge and the card for blogs can be shown inside another site.",
          <>
            Predictions are locked in a public ledger that{" "}
            <a class="link" href="/track-record">
              anyone can check
            </a>
            ; a later change is detected.
          </>,
        ])}
        <p class="text-sm text-muted">
          Whether everything works right now:{" "}
          <a class="link" href="/status">
            status
          </a>
          .
        </p>
      </>
    ),
  };
}

function section(id: string, title: string, sentences: readonly (Markup | string)[]): Markup {
  return (
    <section aria-labelledby={id} class="flex max-w-3xl flex-col gap-3">
      <h2 id={id} class="heading-2">
        {title}
      </h2>
      <ul class="flex list-disc flex-col gap-2 pl-5">
        {sentences.map((sentence) => (
          <li>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

function contactOf(origin: string): string {
  return `security@${new URL(origin).hostname}`;
}
