import type { Json } from '../../../rpc/json/json.ts'
import { type ApiKey, isLive } from '../../keys/apiKey.ts'
import { plainJson } from './plainJson.ts'

/** A key as the operator sees it: without the hashes of its secrets. */
export function keyObject(key: ApiKey, now: number): Json {
  const { secretHash: _, retired, ...shown } = key
  return plainJson({ ...shown, isLive: isLive(key, now), retiredUntil: retired?.expiresAt })
}
