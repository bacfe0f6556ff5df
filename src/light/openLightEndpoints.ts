import { pause } from '../primitives/work/pause.ts'
import { endpointUrl } from '../remote/endpointUrl.ts'
import { type EndpointParts, openEndpoint } from '../remote/openEndpoint.ts'
import { defaultRemoteLimits, type RemoteLimits } from '../remote/remoteLimits.ts'
import { Endpoint } from './endpoints/endpoint.ts'
import { EndpointPool } from './endpoints/endpointPool.ts'
import { maximumEndpoints } from './maximumEndpoints.ts'

export interface LightEndpointsOptions {
  /** HTTP endpoints, or `mainnet` or `testnet` for the public node of that network. */
  readonly urls: readonly string[]
  readonly transport?: EndpointParts['transport']
  readonly limits?: Partial<RemoteLimits> | undefined
  /** Milliseconds, of a clock that never goes back. */
  readonly nowMs?: (() => number) | undefined
}

/** One attempt each: after a failure another endpoint is asked. */
const lightLimits: RemoteLimits = {
  ...defaultRemoteLimits,
  attempts: 1,
  attemptMs: 10_000,
  totalMs: 15_000,
  maximumAnswerBytes: 16 << 20,
  maximumTextBytes: 16 << 20,
  maximumBytesAtOnce: 64 << 20,
}

const monotonicMs = (): number => performance.now()

/** Opens one to eight endpoints. Throws a `RangeError` for other numbers, and for URLs that are not of HTTP. */
export function openLightEndpoints(options: LightEndpointsOptions): EndpointPool {
  const { urls, transport, nowMs = monotonicMs } = options
  if (urls.length === 0 || urls.length > maximumEndpoints)
    throw new RangeError(`a light client asks 1 to ${maximumEndpoints} endpoints, not ${urls.length}`)
  const limits = { ...lightLimits, ...options.limits }
  const endpoints = urls
    .map(endpointUrl)
    .map((url) => new Endpoint(openEndpoint({ url, limits, transport }), nowMs))
  return new EndpointPool({ endpoints, totalMs: limits.totalMs, nowMs, pause })
}
