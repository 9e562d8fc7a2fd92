import { BlockList, isIPv4 } from 'node:net';
import type { Clock } from '@filmgate/core';
import { createRequestBounds, type RequestBounds } from '@filmgate/http-adapter';
import type { Settings } from '../settings/settings-schema.ts';

const mebibyte = 1024 * 1024;

/** Limits of concurrent use by callers of both listeners together. */
export function requestBounds(settings: Settings, clock: Clock): RequestBounds {
  return createRequestBounds(
    {
      bodyBytes: {
        inAll: settings.FILMGATE_MAX_BODY_MIB * mebibyte,
        each: settings.FILMGATE_MAX_BODY_MIB_PER_CALLER * mebibyte,
      },
      openRequests: {
        inAll: settings.FILMGATE_MAX_OPEN_REQUESTS,
        each: settings.FILMGATE_MAX_OPEN_REQUESTS_PER_CALLER,
      },
      openFiles: {
        inAll: settings.FILMGATE_MAX_OPEN_FILES,
        each: settings.FILMGATE_MAX_OPEN_FILES_PER_CALLER,
      },
      connections: {
        inAll: settings.FILMGATE_MAX_CONNECTIONS,
        unknownEach: settings.FILMGATE_MAX_UNKNOWN_CONNECTIONS_PER_ADDRESS,
        isShared: sharedAddresses(settings.FILMGATE_TRUST_PROXY),
      },
    },
    clock,
  );
}

/** Loopback and the trusted proxies: all callers behind them have one address. */
export function sharedAddresses(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ['127.0.0.0/8', '::1/128', ...proxies]) {
    const [address = '', prefix] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return plain !== '' && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}
