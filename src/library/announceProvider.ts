import { randomBytes } from '../platform/random.ts'
import { toHexDigits } from '../primitives/hex.ts'
import type { LightClient } from './lightClientTypes.ts'

/** Where the programs of a page look for wallets; undefined outside of a page, and in its workers. */
export const announcingPage = (): EventTarget | undefined =>
  (globalThis as { readonly window?: EventTarget }).window

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke-width="2.6"%3E%3Ccircle cx="16" cy="16" r="13.4" stroke="%238a5a2b"/%3E%3Ccircle cx="16" cy="16" r="9" stroke="%231f8a5b"/%3E%3Ccircle cx="16" cy="16" r="4.4" stroke="%23c98a45"/%3E%3C/svg%3E'

/** Offers the provider to the programs of the page (EIP-6963). Returns the function that ends the offer. */
export function announceProvider(
  page: EventTarget,
  { request, on, removeListener }: LightClient,
): () => void {
  const info = { uuid: newUuid(), name: 'Cambium light', icon, rdns: 'light.cambium' }
  const detail = Object.freeze({
    info: Object.freeze(info),
    provider: Object.freeze({ request, on, removeListener }),
  })
  const announce = (): void => {
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  page.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => page.removeEventListener('eip6963:requestProvider', announce)
}

/** A random UUID (version 4). `crypto.randomUUID` exists only on pages of https and of this machine. */
function newUuid(): string {
  const bytes = randomBytes(16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return toHexDigits(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
