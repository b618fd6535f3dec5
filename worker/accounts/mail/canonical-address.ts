/**
 * Domains that share their mailboxes, according to their providers. The first domain of each row is the
 * canonical one.
 */
const sameMailbox: readonly (readonly string[])[] = [
  ["gmail.com", "googlemail.com"],
  ["proton.me", "protonmail.com", "protonmail.ch", "pm.me"],
  ["icloud.com", "me.com", "mac.com"],
  [
    ...[
      "yandex.ru",
      "ya.ru",
      "narod.ru",
      "yandex.com",
      "yandex.by",
      "yandex.kz",
      "yandex.ua",
      "yandex.com.tr",
    ],
    ...["yandex.az", "yandex.co.il", "yandex.com.am", "yandex.com.ge", "yandex.ee", "yandex.fr", "yandex.kg"],
    ...["yandex.lt", "yandex.lv", "yandex.md", "yandex.tj", "yandex.tm", "yandex.uz"],
  ],
];
const firstDomain = new Map(
  sameMailbox.flatMap((domains) => domains.map((domain) => [domain, domains[0] ?? domain])),
);

const spelling: Readonly<Record<string, (local: string) => string>> = {
  "gmail.com": (local) => local.replaceAll(".", ""),
  "proton.me": (local) => local.replace(/[._-]/g, ""),
  "yandex.ru": (local) => local.replaceAll(".", "-"),
};

/**
 * Returns one spelling for all addresses of a mailbox: case, Unicode form, "+tag", second domains and ignored
 * characters make no difference. Use it to count, never to send mail.
 */
export function canonicalAddress(email: string): string {
  const address = email.normalize("NFKC").trim().toLowerCase();
  const at = address.lastIndexOf("@");
  if (at < 1) return address;
  const [local, typedDomain] = [address.slice(0, at), address.slice(at + 1).replace(/\.$/, "")];
  const domain = firstDomain.get(typedDomain) ?? typedDomain;
  const untagged = local.split("+")[0] || local;
  return `${spelling[domain]?.(untagged) || untagged}@${domain}`;
}
