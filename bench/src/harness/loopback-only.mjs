import { Server } from 'node:net';

/**
 * Preload for peers that would listen on every interface; with it they listen on loopback only. Plain JavaScript, so
 * that it adds almost nothing to the startup.
 */

/** @type {unknown} */
const listen = Reflect.get(Server.prototype, 'listen');
if (typeof listen !== 'function') throw new TypeError('This Node has no servers.');
const original = listen;

/**
 * @this {Server}
 * @param {unknown} where a port, or options
 * @param {unknown[]} rest
 * @returns {Server}
 */
function listenOnLoopback(where, ...rest) {
  const callback = rest.find((argument) => typeof argument === 'function');
  const options = typeof where === 'object' ? where : { port: Number(where) };
  Reflect.apply(original, this, [{ ...options, host: '127.0.0.1' }, callback]);
  return this;
}

Reflect.set(Server.prototype, 'listen', listenOnLoopback);
