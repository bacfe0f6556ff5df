import type { Code } from '../../evm/host.ts'
import { keyBytes } from '../../primitives/mapKeys.ts'
import type { AccessObserver, Part } from '../../state/accessTracker.ts'
import type { State } from '../../state/state.ts'

/** An account at one moment, without its storage; undefined if it does not exist. */
export type AccountView =
  | { readonly balance: bigint; readonly nonce: bigint; readonly code: Code | undefined }
  | undefined

/** An account that an execution accessed, as it was before. */
export interface TouchedAccount {
  readonly address: Uint8Array
  readonly before: AccountView
  /** The 32-byte numbers of the accessed cells, with their earlier values. */
  readonly cells: readonly (readonly [number: Uint8Array, before: Uint8Array])[]
}

interface Touched {
  readonly address: Uint8Array
  readonly before: AccountView
  /** By map key. */
  readonly cells: Map<string, Uint8Array>
}

/** The length of a cell's map key, which no other part of an account has. */
const cellKeyLength = 16

/** Records everything that an execution reads or writes, with its value at the first access. */
export class TouchedState implements AccessObserver {
  readonly state: State
  readonly #accounts = new Map<string, Touched>()

  constructor(state: State) {
    this.state = state
  }

  read(address: string, part: Part): void {
    this.#touch(address, part)
  }

  write(address: string, part: Part): void {
    this.#touch(address, part)
  }

  /** In the order of their first access, without the sender of the payment to the miners. */
  *accounts(): Generator<TouchedAccount, void, undefined> {
    for (const { address, before, cells } of this.#accounts.values()) {
      if (address.length === 1) continue
      yield { address, before, cells: [...cells].map(([key, value]) => [keyBytes(key), value] as const) }
    }
  }

  #touch(id: string, part: Part): void {
    const known = this.#accounts.get(id)
    const isCell = part.length === cellKeyLength
    if (known !== undefined && (!isCell || known.cells.has(part))) return
    unwatched(this.state, () => {
      const account = known ?? this.#newAccount(id)
      if (isCell) account.cells.set(part, this.state.storage(account.address, keyBytes(part)))
    })
  }

  #newAccount(id: string): Touched {
    const address = keyBytes(id)
    const account = { address, before: accountView(this.state, address), cells: new Map() }
    this.#accounts.set(id, account)
    return account
  }
}

/** Reads a state without recording the accesses. */
export function unwatched<Result>(state: State, read: () => Result): Result {
  const { tracker } = state
  state.tracker = undefined
  try {
    return read()
  } finally {
    state.tracker = tracker
  }
}

export function accountView(state: State, address: Uint8Array): AccountView {
  if (!state.exists(address)) return undefined
  const balance = state.balance(address)
  // The sender of a call may lack the value; its balance is then shown as zero.
  const shown = balance < 0n ? 0n : balance
  return { balance: shown, nonce: state.nonce(address), code: state.code(address) }
}
