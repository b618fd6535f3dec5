import { createHash, verify, X509Certificate } from "node:crypto";
import { type Attribute, ContentInfo, id_signedData, SignedData, type SignerInfo } from "@peculiar/asn1-cms";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  id_ct_tstInfo,
  MessageImprint,
  PKIStatus,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
  TSTInfo,
} from "@peculiar/asn1-tsp";
import { AlgorithmIdentifier } from "@peculiar/asn1-x509";

const SHA256 = "2.16.840.1.101.3.4.2.1";
/** The digest algorithms that a signature may use. SHA-1 is left out, so it is refused. */
const digestNames: Readonly<Record<string, string>> = {
  [SHA256]: "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};
const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
const CONTENT_TYPE = "1.2.840.113549.1.9.3";
const TST_INFO = "060b2a864886f70d0109100104";
/**
 * The signed attributes that name the signer's certificate by its hash: RFC 2634 with SHA-1 and RFC 5816 with
 * SHA-256.
 */
const signingCertificate: Readonly<Record<string, string>> = {
  "1.2.840.113549.1.9.16.2.12": "sha1",
  "1.2.840.113549.1.9.16.2.47": "sha256",
};
const TIME_STAMPING = "1.3.6.1.5.5.7.3.8";

export type ExpectedTimestamp = {
  digest: Uint8Array<ArrayBuffer>;
  nonce: Uint8Array<ArrayBuffer>;
  policy: string | null;
  /** SHA-256 fingerprint in hexadecimal; null trusts any chain. */
  certificate: string | null;
};

type Stamp = { time: Date; policy: string; serialNumber: string } | { reason: string };

/** Returns a TimeStampReq (RFC 3161) in DER that asks for the signer's certificate. */
export function timestampRequest({
  digest,
  nonce,
  policy,
}: Omit<ExpectedTimestamp, "certificate">): Uint8Array<ArrayBuffer> {
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
    hashedMessage: new OctetString(digest),
  });
  const request = new TimeStampReq({
    version: TimeStampReqVersion.v1,
    messageImprint,
    nonce: unsigned(nonce),
    certReq: true,
    ...(policy === null ? {} : { reqPolicy: policy }),
  });
  return new Uint8Array(AsnConvert.serialize(request));
}

/**
 * Checks that a reply grants a time stamp of our digest, nonce and policy, signed by a time-stamping certificate
 * that is the trusted one or leads to it. Returns the stamp, or the reason for refusing it.
 */
export function verifyTimestamp(bytes: Uint8Array<ArrayBuffer>, expected: ExpectedTimestamp): Stamp {
  try {
    const { status, timeStampToken: token } = AsnConvert.parse(bytes, TimeStampResp);
    if (![PKIStatus.granted, PKIStatus.grantedWithMods].includes(status.status) || !token)
      return { reason: `refused to stamp, with status ${status.status}` };
    const { contentType, content } = AsnConvert.parse(AsnConvert.serialize(token), ContentInfo);
    if (contentType !== id_signedData) return { reason: "sent a token that is not signed" };
    return checkedToken(AsnConvert.parse(content, SignedData), bytes, expected);
  } catch {
    return { reason: "sent what is no time stamp" };
  }
}

function checkedToken(
  signed: SignedData,
  sent: Uint8Array,
  { digest, nonce, policy, certificate }: ExpectedTimestamp,
): Stamp {
  const { eContentType, eContent } = signed.encapContentInfo;
  const content = eContent?.single?.buffer;
  if (eContentType !== id_ct_tstInfo || !content)
    return { reason: "signed something else than a time stamp" };
  const info = AsnConvert.parse(content, TSTInfo);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithm !== SHA256 || !isSame(hashedMessage.buffer, digest))
    return { reason: "stamped another digest than ours" };
  if (!info.nonce || hex(info.nonce) !== hex(unsigned(nonce)))
    return { reason: "answered another nonce than ours" };
  if (policy !== null && info.policy !== policy) return { reason: "stamped under another policy" };
  const chain = certificatesOf(signed, sent);
  const [signer, ...more] = signed.signerInfos;
  if (!signer || more.length > 0) return { reason: "is not one signer" };
  const own = chain.find((one) => isSignedWith(one, signer, content));
  if (!own) return { reason: "sent no certificate for time stamping that its signature belongs to" };
  const atTime = info.genTime.getTime();
  if (atTime < Date.parse(own.validFrom) || atTime > Date.parse(own.validTo))
    return { reason: "signed outside of the validity of its certificate" };
  if (certificate !== null && !leadsTo(own, chain, certificate))
    return { reason: "signed with another certificate than the one that is trusted" };
  return {
    time: info.genTime,
    policy: info.policy,
    serialNumber: BigInt(`0x${hex(info.serialNumber)}`).toString(),
  };
}

/**
 * Returns the token's certificates. One whose encoding is not found in the sent bytes is dropped, because a
 * fingerprint covers exact bytes.
 */
function certificatesOf({ certificates }: SignedData, sent: Uint8Array): X509Certificate[] {
  return (certificates ?? []).flatMap(({ certificate }) => {
    const der = certificate && Buffer.from(AsnConvert.serialize(certificate));
    return der && Buffer.from(sent).includes(der) ? [new X509Certificate(der)] : [];
  });
}

/**
 * Returns whether the signer's signature is by this certificate (RFC 5652, 5.4): the signed attributes must
 * hold the content's digest and name the certificate, and the certificate must allow time stamping.
 */
function isSignedWith(certificate: X509Certificate, signer: SignerInfo, content: ArrayBuffer): boolean {
  const { digestAlgorithm, signedAttrs = [], signature } = signer;
  const digestName = digestNames[digestAlgorithm.algorithm];
  if (!digestName || !certificate.keyUsage?.includes(TIME_STAMPING)) return false;
  const attribute = (type: string) => signedAttrs.find(({ attrType }) => attrType === type)?.attrValues[0];
  const [type, digest] = [attribute(CONTENT_TYPE), attribute(MESSAGE_DIGEST)];
  if (!type || hex(type) !== TST_INFO) return false;
  const actual = createHash(digestName).update(Buffer.from(content)).digest();
  if (!digest || !isSame(AsnConvert.parse(digest, OctetString).buffer, actual)) return false;
  const isNamed = Object.entries(signingCertificate).some(([type, name]) => {
    const value = attribute(type);
    return value && Buffer.from(value).includes(createHash(name).update(certificate.raw).digest());
  });
  if (!isNamed) return false;
  return verify(digestName, setOf(signedAttrs), certificate.publicKey, Buffer.from(signature.buffer));
}

/**
 * Returns the bytes that are signed (RFC 5652, 5.4): a SET of the attributes in the order in which they were sent.
 */
function setOf(attributes: readonly Attribute[]): Buffer {
  const items = Buffer.concat(attributes.map((attribute) => Buffer.from(AsnConvert.serialize(attribute))));
  const { length } = items;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Uint8Array.of(0x31, ...head), items]);
}

function leadsTo(own: X509Certificate, chain: readonly X509Certificate[], trusted: string): boolean {
  let at: X509Certificate | undefined = own;
  for (let depth = 0; at && depth <= chain.length; depth++) {
    if (at.fingerprint256.replaceAll(":", "").toLowerCase() === trusted) return true;
    const issued: X509Certificate = at;
    at = chain.find(
      (certificate) =>
        certificate !== issued && issued.checkIssued(certificate) && issued.verify(certificate.publicKey),
    );
  }
  return false;
}

function unsigned(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? [0] : [...bytes.slice(first)];
  return Uint8Array.from((digits[0] ?? 0) > 127 ? [0, ...digits] : digits).buffer;
}

function isSame(a: ArrayBuffer, b: Uint8Array): boolean {
  return Buffer.from(a).equals(b);
}

function hex(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString("hex");
}
