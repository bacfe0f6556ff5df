import { hash, timingSafeEqual } from 'node:crypto'

const tokenBytes = 24

export const newToken = (random: (length: number) => Uint8Array): string =>
  Buffer.from(random(tokenBytes)).toString('base64url')

/** Whether an `Authorization` header brings the token. Hashes are compared, so that the time tells nothing. */
export function isToken(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? ''
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'))
}
