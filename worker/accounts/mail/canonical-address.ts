const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox behind an address, so that spellings of one mailbox count as one: case, Unicode form, "+tag" and, at Gmail,
 * dots and the second domain make no difference. Never an address to write to.
 */
export function canonicalAddress(email: string): string {
  const address = email.normalize("NFKC").trim().toLowerCase();
  const at = address.lastIndexOf("@");
  if (at < 1) return address;
  const [local, domain] = [address.slice(0, at), address.slice(at + 1).replace(/\.$/, "")];
  const untagged = local.split("+")[0] || local;
  if (!GMAIL.has(domain)) return `${untagged}@${domain}`;
  return `${untagged.replaceAll(".", "") || untagged}@gmail.com`;
}
