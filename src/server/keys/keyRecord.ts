import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { isJsonObject } from '../../rpc/json/json.ts'
import type { ApiKey } from './apiKey.ts'
import { checkGrants } from './grants.ts'

const hashBytes = 32

/** A key as JSON text: there are few of them, and operators may need to read them. */
export function encodeKey(key: ApiKey): Uint8Array {
  const { secretHash, retired, ...rest } = key
  const record = {
    ...rest,
    secretHash: toHexDigits(secretHash),
    ...(retired && { retired: { ...retired, secretHash: toHexDigits(retired.secretHash) } }),
  }
  return Buffer.from(JSON.stringify(record))
}

export function decodeKey(bytes: Uint8Array): ApiKey {
  const record = parse(bytes)
  const { id, secretHash, retired, createdAt, revokedAt, ...grants } = record
  if (typeof id !== 'string') throw new DecodeError('key.id', 'is not text')
  return {
    ...checkGrants(grants),
    id,
    secretHash: hashOf(secretHash, 'key.secretHash'),
    createdAt: timeOf(createdAt, 'key.createdAt'),
    ...(retired !== undefined && { retired: retiredOf(retired) }),
    ...(revokedAt !== undefined && { revokedAt: timeOf(revokedAt, 'key.revokedAt') }),
  }
}

function parse(bytes: Uint8Array): { readonly [member: string]: unknown } {
  try {
    const record: unknown = JSON.parse(Buffer.from(bytes).toString())
    if (isJsonObject(record)) return record
  } catch {
    throw new DecodeError('key', 'is not JSON')
  }
  throw new DecodeError('key', 'is not an object')
}

function retiredOf(value: unknown): NonNullable<ApiKey['retired']> {
  if (!isJsonObject(value)) throw new DecodeError('key.retired', 'is not an object')
  const { secretHash, expiresAt } = value
  return {
    secretHash: hashOf(secretHash, 'key.retired.secretHash'),
    expiresAt: timeOf(expiresAt, 'key.retired.expiresAt'),
  }
}

function hashOf(value: unknown, where: string): Uint8Array {
  if (typeof value !== 'string') throw new DecodeError(where, 'is not text')
  const bytes = fromHex(value, where)
  if (bytes.length !== hashBytes) throw new DecodeError(where, `has ${bytes.length} bytes, want ${hashBytes}`)
  return bytes
}

function timeOf(value: unknown, where: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new DecodeError(where, 'is not a time in milliseconds')
}
