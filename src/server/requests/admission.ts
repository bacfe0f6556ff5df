import { unitsOfBody } from '../../rpc/budget/workPrices.ts'
import { type Allowance, unlimited } from '../limits/allowance.ts'
import type { Refusal } from '../refusals/refusals.ts'
import type { ServerLimits } from '../settings/serverLimits.ts'
import type { Outgoing } from './outgoing.ts'
import type { PieceTurns } from './pieceTurns.ts'
import type { Session } from './session.ts'

export interface AdmissionParts {
  readonly allowance: Allowance
  readonly outgoing: Outgoing
  readonly pieceTurns: Pick<PieceTurns, 'heard'>
  readonly limits: Pick<ServerLimits, 'batchItems'>
}

/** Decides before a body is answered whether its caller may have an answer. */
export class Admission {
  readonly #parts: AdmissionParts

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  /**
   * Charges the caller for a request or a whole batch of so many bytes or characters, or says why it is refused.
   */
  admit(
    body: unknown,
    length: number,
    { caller: { name, key, gatewayClient }, address, endpoint }: Session,
  ): Refusal | undefined {
    const { allowance, outgoing, pieceTurns, limits } = this.#parts
    pieceTurns.heard(name)
    const refusal = outgoing.refusalFor(name)
    if (refusal !== undefined) return refusal
    if (allowance === unlimited || gatewayClient !== undefined) return undefined
    const units = endpoint.envelope.costOf(body, limits) + unitsOfBody(length)
    return allowance.spend({ key, address }, units)
  }
}
