import type { Work } from '../../rpc/budget/workMeter.ts'
import { lowestCost } from '../../rpc/budget/workPrices.ts'
import type { MeasuredCall } from '../../rpc/envelope/answerContext.ts'
import type { Allowance } from '../limits/allowance.ts'
import type { ServiceMetrics } from '../metrics/serviceMetrics.ts'
import type { Refusal } from '../refusals/refusals.ts'
import { guests, type UsageStore } from '../usage/usageStore.ts'
import type { Session } from './session.ts'

export interface SettlementParts {
  readonly allowance: Allowance
  readonly metrics: ServiceMetrics
  /** Units of measured work. */
  readonly priceOf: (work: Work) => number
  /** Undefined for a server without an admin address, whose history is never read. */
  readonly history?: Pick<UsageStore, 'add'> | undefined
}

type ChargedCall = Pick<MeasuredCall, 'method' | 'floor' | 'work' | 'errorCode'> & {
  readonly units: number
  readonly calls: number
}

type Client = Pick<Session, 'endpoint' | 'caller' | 'address'>

/**
 * Charges clients for work when its amount is known. Each function returns why the client gets nothing more for the same
 * request or subscription: it owes as much as it may.
 */
export class Settlement {
  readonly #parts: SettlementParts

  constructor(parts: SettlementParts) {
    this.#parts = parts
  }

  /** A call has been answered, whose floor was paid when it was admitted. */
  called(call: MeasuredCall, client: Client): Refusal | undefined {
    const { method, floor, work, errorCode } = call
    this.#parts.metrics.called(client.endpoint.name, call)
    const units = this.unitsOf(call)
    // Copying the call as a whole would cost a tenth of a light call.
    return this.#charge(client, { method, floor, work, errorCode, units, calls: 1 })
  }

  /** A notification of so many bytes is sent to a subscriber. Nothing was paid for it before. */
  notified(bytes: number, client: Client): Refusal | undefined {
    const work = { gas: 0, logs: 0, bytes, threadMs: 0 }
    const units = this.unitsOfNotification(bytes)
    const errorCode = undefined
    return this.#charge(client, { method: 'eth_subscription', floor: 0, work, units, errorCode, calls: 0 })
  }

  /** Blocks that a subscriber has missed were read. Nothing was paid for it before. */
  readPast(work: Work, client: Client): Refusal | undefined {
    const units = this.#parts.priceOf(work)
    const errorCode = undefined
    return this.#charge(client, { method: 'eth_subscribe', floor: 0, work, units, errorCode, calls: 0 })
  }

  unitsOf({ floor, work }: MeasuredCall): number {
    return Math.max(floor, this.#parts.priceOf(work))
  }

  unitsOfNotification(bytes: number): number {
    return Math.max(lowestCost, this.#parts.priceOf({ gas: 0, logs: 0, bytes, threadMs: 0 }))
  }

  #charge(
    { endpoint, caller: { key, gatewayClient }, address }: Client,
    { method, floor, work, units, errorCode, calls }: ChargedCall,
  ): Refusal | undefined {
    const { metrics, allowance, history } = this.#parts
    if (gatewayClient !== undefined) {
      // The gateway charges its client.
      const client = gatewayClient.hasKey ? 'key' : 'guest'
      metrics.charged(endpoint.name, { method, client, units, work })
      return undefined
    }
    if (history !== undefined) {
      const caller = key?.id ?? guests
      const errors = errorCode === undefined ? 0 : 1
      history.add({ caller, network: endpoint.name, method }, { ...work, units, calls, errors })
    }
    metrics.charged(endpoint.name, { method, client: key === undefined ? 'guest' : 'key', units, work })
    return allowance.charge({ key, address }, { units: units - floor, work })
  }
}
