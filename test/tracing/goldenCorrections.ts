import { isJsonObject } from '../../src/rpc/json/json.ts'

/* Removes deliberate differences from recorded traces and from this node's. The rest must be equal. */

type Members = { readonly [member: string]: unknown }

const bridge = '0x0000000000000000000000000000000001000006'

/** Corrects any answer. The order of members is ignored, because recorded storage comes from a hash map. */
export function corrected(value: unknown): unknown {
  if (Array.isArray(value)) return withoutExtra(value).map(corrected)
  if (!isJsonObject(value)) return value
  if ('structLogs' in value || 'programInvoke' in value) return correctedStructLogs(value)
  if ('traceAddress' in value) return correctedTrace(value)
  if ('type' in value && 'from' in value) return correctedFrame(value, true)
  return sorted(value)
}

const sorted = (members: Members): Members => {
  const entries = Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, corrected(member)]))
}

/** Error texts differ: the recorded ones are names and messages of Java classes. */
const isFailed = (error: unknown): boolean => typeof error === 'string' && error !== ''

/** A refund of the Bridge for a rejected peg-out, which is not in the recordings. */
const isRefund = (payment: unknown): boolean =>
  isJsonObject(payment) &&
  JSON.stringify(payment).includes(`"callerAddress":"${bridge.slice(2).padStart(64, '0')}`)

function correctedStructLogs(members: Members): Members {
  const { error, subtraces } = members
  const payments = Array.isArray(subtraces) ? subtraces.filter((payment) => !isRefund(payment)) : undefined
  return sorted({ ...members, error: isFailed(error), ...(payments && { subtraces: payments }) })
}

/**
 * A call of callTracer. Unlike the recordings, our traces have whole outputs, the output and revert reason of the
 * outermost call, created contracts in `to`, logs at the call that wrote them, calls of precompiled contracts, failed
 * creations, and the beneficiary of a self-destruction.
 */
function correctedFrame(frame: Members, isOutermost: boolean): Members {
  const { type, from, to, value, gas, gasUsed, input, error, calls } = frame
  if (type === 'NONE' || type === 'SELFDESTRUCT') return { type: 'NONE', from }
  const isCreation = type === 'CREATE' || type === 'CREATE2'
  const inner = Array.isArray(calls) ? calls.filter(isJsonObject).filter((call) => !isUnrecorded(call)) : []
  return {
    type: isCreation ? 'CREATE' : type,
    from,
    ...(!isCreation && { to }),
    value,
    // Recorded as 0 if no code ran.
    ...(!isOutermost && { gas }),
    gasUsed,
    // Recorded as empty if no code ran.
    ...(gasUsed !== '0x0' && { input }),
    isFailed: isFailed(error),
    calls: inner.map((call) => correctedFrame(call, false)),
  }
}

function isUnrecorded({ type, to, from, error }: Members): boolean {
  if (from === bridge) return true
  if (type === 'CREATE' || type === 'CREATE2') return isFailed(error)
  return isNative(to)
}

const isNative = (address: unknown): boolean =>
  typeof address === 'string' && /^0x0{32}0[01]0000/.test(address)

/** Leaves out Parity traces that were not recorded: refunds of the Bridge. */
function withoutExtra(list: readonly unknown[]): unknown[] {
  return list.filter((item) => {
    const { action } = isJsonObject(item) ? item : {}
    const { from } = isJsonObject(action) ? action : {}
    return from !== bridge
  })
}

function correctedTrace(trace: Members): Members {
  const { action, result, error, subtraces: _, traceAddress, ...rest } = trace
  const isInner = Array.isArray(traceAddress) && traceAddress.length > 0
  const members = isJsonObject(action) ? action : {}
  return sorted({
    ...rest,
    traceAddress,
    isFailed: isFailed(error),
    action: { ...members, ...(isInner && 'input' in members && { input: 'that of the transaction' }) },
    result:
      isJsonObject(result) && 'output' in result && !isInner ? { ...result, output: 'not recorded' } : result,
  })
}
