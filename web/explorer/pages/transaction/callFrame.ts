import { revertReason } from '../../../shared/abi/revertReason.ts'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'

/** A call as the node's `callTracer` reports it. */
export interface CallFrame {
  readonly type: string
  readonly from: Hex
  readonly to?: Hex
  readonly value?: string
  readonly gasUsed?: string
  readonly input?: Hex
  readonly output?: Hex
  readonly error?: string
  readonly revertReason?: string
  readonly calls?: readonly CallFrame[]
}

export const loadCalls = (hash: string): Promise<CallFrame | null> =>
  call<CallFrame | null>('debug_traceTransaction', hash, { tracer: 'callTracer' })

/** Why a call failed: the contract's reason, else the machine's error. */
export function failureOf({ to, output, error = '', revertReason: given = '' }: CallFrame): string {
  return revertReason(to ?? null, output) || given || error
}

export interface FailurePlace {
  readonly frame: CallFrame
  /** Calls around it. */
  readonly depth: number
}

/** The innermost call that failed and took the transaction with it: its callers answered with the same bytes. */
export function failurePlace(root: CallFrame): FailurePlace {
  let place: FailurePlace = { frame: root, depth: 0 }
  for (;;) {
    const { frame, depth } = place
    const cause = frame.calls?.findLast(
      (inner) => inner.error !== undefined && (inner.output ?? '0x') === (frame.output ?? '0x'),
    )
    if (cause === undefined) return place
    place = { frame: cause, depth: depth + 1 }
  }
}
