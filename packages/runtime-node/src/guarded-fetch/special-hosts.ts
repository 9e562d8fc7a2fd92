/**
 * Addresses where clouds issue credentials to the machines inside them. Never fetched, not even for `private:` entries.
 * Sources: the providers' documentation of their instance metadata services.
 */
export const METADATA_ADDRESSES: ReadonlySet<string> = new Set([
  '169.254.169.254', // AWS, Azure, Google Cloud, OpenStack, DigitalOcean, Hetzner
  '169.254.170.2', // AWS ECS task credentials
  '169.254.170.23', // AWS EKS pod identity
  '169.254.0.23', // Tencent Cloud
  '100.100.100.200', // Alibaba Cloud, inside carrier-grade NAT space
  '168.63.129.16', // Azure platform, a public address
  '192.0.0.192', // Oracle Cloud
  'fd00:ec2::254', // AWS
  'fd00:ec2::23', // AWS EKS pod identity
  'fd20:ce::254', // Google Cloud
]);

const METADATA_NAMES: ReadonlySet<string> = new Set([
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.azure.internal',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
]);

/** Names that are never public: RFC 6761, 6762, 7686, 8375, 9476, ICANN's `internal`, and common practice. */
const SPECIAL_USE_DOMAINS = [
  'alt',
  'arpa',
  'corp',
  'example',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'test',
];

/**
 * True if a host name is a cloud's metadata service.
 *
 * @param host - lower case, without a trailing dot
 */
export function isMetadataName(host: string): boolean {
  return METADATA_NAMES.has(host);
}

/**
 * True if a name can be public at all: it has a dot, and does not end in a domain reserved for private use.
 *
 * @param host - lower case, not an IP address
 */
export function isPublicName(host: string): boolean {
  const lastDot = host.lastIndexOf('.');
  return lastDot > 0 && !SPECIAL_USE_DOMAINS.includes(host.slice(lastDot + 1));
}
