import type { Address } from '../../primitives/bytes.ts'
import type { Code, Host } from '../host.ts'
import type { Precompile } from '../precompiles/precompile.ts'

/** What is known of an account. Only answers that hold until `forget` are kept. */
interface KnownAccount {
  readonly address: Address
  exists: boolean
  isNoPrecompile: boolean
  code: Code | undefined
}

const places = 32

/**
 * Spares the host questions it has answered before: a loop of calls asks the same few for every one of them. An
 * account is recognised by the identity of its address, so an engine gains if it uses one object per account.
 */
export class AccountMemory {
  readonly #host: Host
  /** By the last byte of the address. */
  readonly #known: (KnownAccount | undefined)[] = []

  constructor(host: Host) {
    this.#host = host
  }

  exists(address: Address): boolean {
    const known = this.#account(address)
    if (!known.exists) known.exists = this.#host.exists(address)
    return known.exists
  }

  /** A transfer of nothing creates the account all the same: Rootstock has no EIP-158. */
  addNothing(address: Address): void {
    const known = this.#account(address)
    if (known.exists) return
    this.#host.addBalance(address, 0n)
    known.exists = true
  }

  precompile(address: Address): Precompile | undefined {
    const known = this.#account(address)
    if (known.isNoPrecompile) return undefined
    const precompile = this.#host.precompile(address)
    known.isNoPrecompile = precompile === undefined
    return precompile
  }

  code(address: Address): Code | undefined {
    const known = this.#account(address)
    known.code ??= this.#host.code(address)
    return known.code
  }

  /** Accounts may have vanished or have other code. */
  forget(): void {
    this.#known.length = 0
  }

  #account(address: Address): KnownAccount {
    const place = address[address.length - 1]! % places
    const known = this.#known[place]
    if (known !== undefined && known.address === address) return known
    return (this.#known[place] = { address, exists: false, isNoPrecompile: false, code: undefined })
  }
}
