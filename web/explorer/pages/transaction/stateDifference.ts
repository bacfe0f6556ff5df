import { integerOf } from '../../../shared/format/quantity.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'

export interface AccountState {
  readonly balance?: string
  readonly nonce?: number | string
  readonly code?: string
  readonly storage?: Readonly<Record<string, string>>
}

/** Accounts before and after a transaction, as the node's `prestateTracer` reports them. */
export interface StateDifference {
  readonly pre: Readonly<Record<string, AccountState>>
  readonly post: Readonly<Record<string, AccountState>>
}

export const loadDifference = (hash: string): Promise<StateDifference | null> =>
  call<StateDifference | null>('debug_traceTransaction', hash, {
    tracer: 'prestateTracer',
    tracerConfig: { diffMode: true },
  })

export const changedAccounts = ({ pre, post }: StateDifference): readonly string[] => [
  ...new Set([...Object.keys(pre), ...Object.keys(post)]),
]

export interface BalanceChange {
  readonly address: string
  readonly change: bigint
}

/** Who had more or less RBTC afterwards, the largest loss first. */
export function balanceChanges(difference: StateDifference): readonly BalanceChange[] {
  const { pre, post } = difference
  return changedAccounts(difference)
    .map((address) => {
      const before = integerOf(pre[address]?.balance)
      // An account without a member `balance` afterwards kept what it had, and one without a state is gone.
      const after =
        post[address] === undefined ? 0n : integerOf(post[address].balance ?? pre[address]?.balance)
      return { address, change: after - before }
    })
    .filter(({ change }) => change !== 0n)
    .sort((one, other) => (one.change < other.change ? -1 : 1))
}
