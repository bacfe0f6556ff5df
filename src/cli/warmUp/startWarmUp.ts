import type { CallLogOptions } from '../../node/local/callLog/callLog.ts'
import type { TrafficLook } from '../../server/traffic.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import type { Service } from '../service/openService.ts'
import type { ServedNetworks } from '../service/servers.ts'
import { type IdleLimits, IdleTurns } from './idleTurns.ts'
import { openThrowawayService, type ThrowawayService } from './throwawayService.ts'
import { usualRequests } from './usualRequests.ts'

/*
 * V8 optimises a function after thousands of uses, so the first hundreds of transactions take two to three times as long
 * as later ones, and few test suites have more. While no client asks, a throwaway chain beside the served one answers the
 * requests of a small suite with the same code (D32).
 */

/** Tests of the small suite, five transactions each: further ones cost more processor time than they save. */
const usualTests = 15

const usualLimits: IdleLimits = {
  firstMs: 1_000,
  // Clients of a suite that is running pause for less.
  quietMs: 20,
  workMs: 1_500,
  // About 200 requests.
  requestBytes: 50_000,
}

export interface WarmUpOptions {
  /** Is called after the last request, as a slice of its own. */
  readonly onWarm?: () => void
  readonly tests?: number
  readonly limits?: Partial<IdleLimits>
}

/** Warms the code of a development chain up. It changes nothing that a client can see, and a failure ends it silently. */
export function startWarmUp(
  configuration: ServiceConfiguration,
  { served }: Pick<Service, 'served'>,
  callLog: CallLogOptions | undefined,
  { tests = usualTests, limits, onWarm }: WarmUpOptions = {},
): Pick<IdleTurns, 'done' | 'end'> {
  let throwaway: ThrowawayService | undefined
  let requests: AsyncGenerator<void, void> | undefined
  let isEnded = false
  const close = (): void => {
    throwaway?.close()
    throwaway = undefined
  }
  const turns = new IdleTurns({
    async work() {
      if (requests === undefined) {
        throwaway = await openThrowawayService(configuration, callLog)
        requests = usualRequests(throwaway, tests)
        if (isEnded) close()
        return true
      }
      const { done = false } = await requests.next()
      if (done) onWarm?.()
      return !done
    },
    look: () => lookAt(served),
    now: () => performance.now(),
    usedMs,
    limits: { ...usualLimits, ...limits },
  })
  return {
    done: turns.done.finally(close),
    end() {
      isEnded = true
      turns.end()
      close()
    },
  }
}

function lookAt(served: readonly ServedNetworks[]): TrafficLook {
  const looks = served.map(({ server }) => server.traffic.look())
  return {
    receivedBytes: looks.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0),
    isAnswering: looks.some(({ isAnswering }) => isAnswering),
  }
}

function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
