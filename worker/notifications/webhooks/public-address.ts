import { ipv6Groups } from "#platform/network.ts";

/** Nobody's on the internet (RFC 6890 and its updates). */
const privateNetworks: readonly (readonly [first: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

export function isPublicAddress(address: string): boolean {
  return address.includes(":") ? isPublicIpv6(address) : isPublicIpv4(address);
}

function isPublicIpv4(address: string): boolean {
  const number = ipv4Number(address);
  if (number === null) return false;
  return !privateNetworks.some(([first, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(number / size) === Math.floor((ipv4Number(first) ?? 0) / size);
  });
}

function ipv4Number(address: string): number | null {
  const parts = address.split(".");
  if (parts.length !== 4 || parts.some((part) => !/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255))
    return null;
  return parts.reduce((number, part) => number * 256 + Number(part), 0);
}

/** Global unicast (2000::/3) without documentation, protocol assignments and carried IPv4 addresses. */
function isPublicIpv6(address: string): boolean {
  const [first = 0, second = 0] = ipv6Groups(address) ?? [];
  if (first >> 13 !== 1) return false;
  const isProtocol = first === 0x2001 && second < 0x200;
  const isDocumentation = (first === 0x2001 && second === 0xdb8) || (first === 0x3fff && second < 0x1000);
  return !isProtocol && !isDocumentation && first !== 0x2002;
}
